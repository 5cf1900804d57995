import { describe, expect, test } from "vitest";
import { EDITOR_UPLOAD_MAX_BYTES } from "../../../manifests/bounds/editor.ts";
import { sentParts } from "../../../sites/editor/pages/desk/sent.ts";

const PIECE_BYTES = 1024 * 1024;
const utf8 = new TextEncoder();
const HEAD = utf8.encode('--x\r\ncontent-disposition: form-data; name="file"; filename="a.bin"\r\n\r\n');
const END = utf8.encode("\r\n--x--\r\n");

/** A form with one file and exactly this many bytes, generated while it is read. */
function formOf(bytes: number): Request {
  const pieces = (function* () {
    yield HEAD;
    for (let left = bytes - HEAD.length - END.length; left > 0; left -= PIECE_BYTES)
      yield new Uint8Array(Math.min(left, PIECE_BYTES));
    yield END;
  })();
  const body = new ReadableStream({
    type: "bytes",
    pull(controller) {
      const { value, done } = pieces.next();
      if (done) controller.close();
      else controller.enqueue(value.slice());
    },
  });
  const headers = { "content-type": "multipart/form-data; boundary=x" };
  return new Request("https://a.example", { method: "POST", headers, body, duplex: "half" } as RequestInit);
}

async function lengthOf(body: ReadableStream<Uint8Array> | null): Promise<number> {
  let length = 0;
  for await (const piece of body ?? []) length += piece.length;
  return length;
}

async function read(bytes: number): Promise<number | string> {
  let length = 0;
  try {
    for await (const part of sentParts(formOf(bytes))) if ("file" in part) length += await lengthOf(part.file.body);
    return length;
  } catch (error) {
    return (error as { readonly code: string }).code;
  }
}

describe("a form with files", () => {
  test.each([
    [EDITOR_UPLOAD_MAX_BYTES - 1, EDITOR_UPLOAD_MAX_BYTES - 1 - HEAD.length - END.length],
    [EDITOR_UPLOAD_MAX_BYTES, EDITOR_UPLOAD_MAX_BYTES - HEAD.length - END.length],
    [EDITOR_UPLOAD_MAX_BYTES + 1, "TOO_LARGE"],
  ])("of %i bytes is accepted up to the bound: %s", async (bytes, outcome) => {
    expect(await read(bytes)).toBe(outcome);
  });
});
