import { expect, test } from "vitest";
import { startPlugin } from "drawbridge/test";

const bytes = (base64) => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
const GIF = bytes("R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==");

test("accepts the declared types, and nothing else", async () => {
  const site = await startPlugin();
  expect(await site.pictures.add("dot.gif", GIF)).toMatch(/^[0-9a-f]{64}$/);
  const text = new TextEncoder().encode("No picture at all.");
  await expect(site.pictures.add("dot.gif", text)).rejects.toMatchObject({ code: "UNSUPPORTED_MEDIA_TYPE" });
});
