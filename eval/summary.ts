import { type Judgement, MEASURES, type Measure } from "./measures.ts";

/** A rate over all repetitions, and how far single repetitions lay apart. */
export interface Rate {
  right: number;
  of: number;
  /** The share of a repetition, lowest and highest; both 0 to 1. */
  lowest: number;
  highest: number;
}

export type Rates = Partial<Record<Measure, Rate>>;

export function rateOf(rate: Rate): number {
  return rate.right / rate.of;
}

/** `repetitions` holds the judgements of each. A measure that applied to no turn has no rate. */
export function summarize(repetitions: Judgement[][]): Rates {
  const rates: Rates = {};
  for (const measure of Object.keys(MEASURES) as Measure[]) {
    const shares = repetitions
      .map((judgements) => judgements.filter((judgement) => judgement.measure === measure))
      .filter((judgements) => judgements.length > 0)
      .map((judgements) => ({
        right: judgements.filter(({ right }) => right).length,
        of: judgements.length,
      }));
    if (shares.length === 0) continue;
    const each = shares.map(({ right, of }) => right / of);
    rates[measure] = {
      right: shares.reduce((sum, { right }) => sum + right, 0),
      of: shares.reduce((sum, { of }) => sum + of, 0),
      lowest: Math.min(...each),
      highest: Math.max(...each),
    };
  }
  return rates;
}

/** The measures that stay under the threshold, 0 to 1. */
export function findShortfalls(rates: Rates, threshold: number): Measure[] {
  return (Object.keys(MEASURES) as Measure[]).filter((measure) => {
    const rate = rates[measure];
    return rate !== undefined && rateOf(rate) < threshold;
  });
}
