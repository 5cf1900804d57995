import { expect, test } from "vitest";
import { Multipart } from "../../../sites/web/api/request/multipart.ts";

const BOUNDARY = "b".repeat(70);
const LENGTH = 8 * 1024 * 1024;
const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(new TextEncoder().encode(text));

/** A form with one file that repeats this text. */
function bodyOf(unit: string) {
  const chunk = bytesOf(unit.repeat(Math.ceil(65_536 / unit.length)).slice(0, 65_536));
  const [head, tail] = [
    bytesOf(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="a"; filename="b"\r\n\r\n`),
    bytesOf(`\r\n--${BOUNDARY}--`),
  ];
  const chunks = [head, ...Array.from({ length: LENGTH / chunk.length }, () => chunk), tail].values();
  return new ReadableStream({
    type: "bytes",
    pull(controller) {
      const { value } = chunks.next();
      controller.enqueue((value ?? tail).slice());
      if (value === tail) controller.close();
    },
  });
}

async function timeOf(unit: string): Promise<number> {
  const parts = new Multipart(bodyOf(unit), BOUNDARY, { maxBytes: 2 * LENGTH, maxMs: 60_000 });
  const before = performance.now();
  let length = 0;
  await parts.next();
  for (let chunk = await parts.chunk(); chunk; chunk = await parts.chunk()) length += chunk.length;
  expect(length).toBe(LENGTH);
  return performance.now() - before;
}

const best = async (unit: string): Promise<number> =>
  Math.min(await timeOf(unit), await timeOf(unit), await timeOf(unit));

test.each(["\r", "\rx", "\r\n", "\r\n--", `\r\n--${"b".repeat(69)}x`, "b"])(
  "a file of nothing but %j is read once, as any other file",
  async (unit) => {
    const usual = await best("\0");
    // A search for the boundary from each byte again would take a hundred times as long.
    expect(await best(unit)).toBeLessThan(20 * usual);
  },
);
