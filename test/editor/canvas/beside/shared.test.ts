/** Telling a member which languages have a value. */
import { expect, test, vi } from "vitest";
import { ENTRY } from "../../../../runtime/documents/content/entry.ts";
import { tellingOnce } from "../../../../sites/editor/canvas/beside/shared.ts";
import type { Studio } from "../../../../sites/editor/canvas/studio/studio.ts";

const fields = {
  type: "object",
  properties: { price: { shared: true }, berth: { shared: true }, about: {} },
  additionalProperties: false,
};

test("each value that all languages share is asked about once, however often its field gets the focus", async () => {
  const read = vi.fn<() => Promise<{ ok: boolean }>>(async () => ({ ok: false }));
  const editor = { id: "gull", body: { peek: () => ({}) }, section: () => undefined, typeOf: () => ({ fields }) };
  const tell = tellingOnce({ client: { read }, editor } as unknown as Studio, ENTRY);
  for (const name of ["price", "about", "price", "berth", "price", "berth"]) tell(name);
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(2));
  await new Promise((done) => setTimeout(done));
  expect(read).toHaveBeenCalledTimes(2);
});
