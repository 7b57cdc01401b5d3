/** Imports a module, as `import()` does. */
export type Import = <T>(load: () => Promise<T>) => Promise<T>;

/** Makes imports wait for each other: what is still loading for one stands empty before another, as pi loads modules. */
export function importInTurn(): Import {
  let last: Promise<unknown> = Promise.resolve();
  return (load) => {
    const next = last.then(load, load);
    last = next;
    return next;
  };
}
