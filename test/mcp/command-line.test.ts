import { expect, it } from "vitest";
import { parseCommand, USAGE } from "../../mcp/command-line.ts";

it("serves without arguments", () => {
  expect(parseCommand([], "1.2.3")).toEqual({ action: "serve" });
});

it.each([[["--help"]], [["-h"]], [["--version", "--help"]]])("prints the usage for %j", (args) => {
  expect(parseCommand(args, "1.2.3")).toEqual({
    action: "print",
    stream: "stdout",
    text: USAGE,
    exitCode: 0,
  });
});

it.each([[["--version"]], [["-v"]]])("prints the version for %j", (args) => {
  expect(parseCommand(args, "1.2.3")).toEqual({
    action: "print",
    stream: "stdout",
    text: "1.2.3\n",
    exitCode: 0,
  });
});

it.each([
  [["--port", "80"], "Unknown option '--port'"],
  [["-x"], "Unknown option '-x'"],
  [["--help=yes"], "Option '-h, --help' does not take an argument"],
  [["start"], "Unexpected argument 'start'"],
])("refuses %j with the usage and exit code 2", (args, problem) => {
  expect(parseCommand(args, "1.2.3")).toEqual({
    action: "print",
    stream: "stderr",
    text: `search-web-mcp: ${problem}\n\n${USAGE}`,
    exitCode: 2,
  });
});
