import { expect, test } from "vitest";
import { FRAME_FIELDS_MAX_CHARS } from "../../../../manifests/bounds/packages.ts";
import { type FrameEntry, framedHtml } from "../../../../runtime/rendering/frames/frame.ts";

test.each([
  [-1, true],
  [0, true],
  [1, false],
])("fields of as much text as a frame takes and %i characters are framed: %s", (more, isFramed) => {
  const entry = { qualified: "acme.tool/frame", item: { title: "Frame" } } as unknown as FrameEntry;
  const fields = { text: "x".repeat(FRAME_FIELDS_MAX_CHARS + more - '{"text":""}'.length) };
  expect(framedHtml("<p>None</p>", entry, fields) !== undefined).toBe(isFramed);
});
