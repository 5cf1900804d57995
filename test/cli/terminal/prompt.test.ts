import { afterEach, expect, test } from "vitest";
import { canAsk } from "../../../sites/cli/terminal/prompt.ts";

/** Gives or takes the terminal of a stream. */
function terminal(stream: NodeJS.ReadStream | NodeJS.WriteStream, isTTY: boolean): void {
  Object.defineProperty(stream, "isTTY", { value: isTTY, configurable: true });
}

const before = [process.stdin.isTTY, process.stderr.isTTY];
afterEach(() => {
  for (const [at, stream] of [process.stdin, process.stderr].entries())
    Object.defineProperty(stream, "isTTY", { value: before[at], configurable: true });
});

test.each([
  [true, true, {}, true],
  [true, true, { CI: "" }, true],
  [true, true, { CI: "false" }, true],
  [true, true, { CI: "0" }, true],
  [true, true, { CI: "true" }, false],
  [true, true, { CI: "1" }, false],
  [true, true, { CI: "woodpecker" }, false],
  [false, true, {}, false],
  [true, false, {}, false],
])(
  "with a terminal for input (%s) and for messages (%s) and %j, a question is asked: %s",
  (input, output, env, asked) => {
    terminal(process.stdin, input);
    terminal(process.stderr, output);
    expect(canAsk(env)).toBe(asked);
  },
);
