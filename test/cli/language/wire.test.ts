import { describe, expect, test } from "vitest";
import { excess } from "../../support/effort.ts";
import {
  BrokenWire,
  framed,
  HEADER_MAX_BYTES,
  MESSAGE_MAX_BYTES,
  MessageReader,
} from "../../../sites/cli/language/wire.ts";

const bytes = (text: string): Buffer => Buffer.from(text, "utf8");
const textsOf = (pieces: readonly Buffer[]): string[] => {
  const reader = new MessageReader();
  return pieces.flatMap((piece) => reader.take(piece));
};

const ONE = framed({ id: 1, text: "ä€" });
const TWO = framed({ id: 2 });

test("messages are read from any pieces", () => {
  const all = Buffer.concat([ONE, TWO]);
  const wanted = ['{"id":1,"text":"ä€"}', '{"id":2}'];
  expect(textsOf([all])).toEqual(wanted);
  expect(textsOf(Array.from(all, (_, at) => all.subarray(at, at + 1)))).toEqual(wanted);
  for (let at = 0; at <= all.length; at += 1) expect(textsOf([all.subarray(0, at), all.subarray(at)])).toEqual(wanted);
});

test("a header may have other lines, in any case", () =>
  expect(textsOf([bytes("Content-Type: x\r\ncontent-length:  2\r\n\r\n{}")])).toEqual(["{}"]));

describe("bytes that are no messages end the reading", () => {
  test.each(["Content-Type: x\r\n\r\n{}", "Content-Length: -1\r\n\r\n", "Content-Length: many\r\n\r\n"])("%j", (text) =>
    expect(() => textsOf([bytes(text)])).toThrow(BrokenWire),
  );

  test.each([-1, 0, 1])("a header of %i bytes beside the most", (more) => {
    const header = (length: number): Buffer => bytes(`Content-Length: 2\r\nX: ${"x".repeat(length - 22)}`);
    const read = (): string[] => textsOf([header(HEADER_MAX_BYTES + more), bytes("\r\n\r\n{}")]);
    if (more > 0) expect(read).toThrow(BrokenWire);
    else expect(read()).toEqual(["{}"]);
  });

  test.each([-1, 0, 1])("a message of %i bytes beside the most", (more) => {
    const read = (): string[] => textsOf([bytes(`Content-Length: ${MESSAGE_MAX_BYTES + more}\r\n\r\n`)]);
    if (more > 0) expect(read).toThrow(BrokenWire);
    else expect(read()).toEqual([]);
  });
});

test("a message in many pieces costs as many times as much as it is long", async () => {
  const pieces = (share: number): Buffer[] => {
    const whole = framed({ text: "x".repeat(400_000 * share) });
    return Array.from({ length: Math.ceil(whole.length / 4_096) }, (_, n) =>
      whole.subarray(n * 4_096, (n + 1) * 4_096),
    );
  };
  expect(await excess((share) => textsOf(pieces(share)), 10)).toBeUndefined();
});
