import { execFileSync } from "node:child_process";
import type { Reporter, TestModule } from "vitest/node";
import { HOSTS } from "./hosts.ts";

/** Ends a run with the pi hosts that the tests ran on and one line that counts the tests. */
export default class HostsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const cases = modules.flatMap((module) => [...module.children.allTests()]);
    const passed = cases.filter((test) => test.result().state === "passed").length;
    const broken = modules.filter((module) => module.errors().length > 0).length;
    const failed = cases.filter((test) => test.result().state === "failed").length + broken + errors.length;
    if (modules.some((module) => module.project.name === "e2e"))
      for (const host of HOSTS) console.log(describe(host));
    console.log(`${passed} passed, ${failed} failed`);
  }
}

function describe({ name, version, command: [node] }: (typeof HOSTS)[number]): string {
  return `pi host: ${name} ${version} on Node ${execFileSync(node, ["--version"], { encoding: "utf8" }).trim()}`;
}
