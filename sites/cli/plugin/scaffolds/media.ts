import type { ScaffoldFiles, NewPlugin } from "./wish.ts";
import { head } from "./wish.ts";

const manifest = (wish: NewPlugin): string => `${head(wish, "declarative")}
  "contributes": {
    // Files that members may upload. The kernel detects the type from the bytes, not from the file name.
    "media": [
      {
        "name": "drawing",
        "title": "Drawing",
        "description": "Pictures with few colours.",
        "types": ["image/png", "image/gif"],
        "maxBytes": 1048576,
      },
    ],
  },
}
`;

const TEST = `import { expect, test } from "vitest";
import { startPlugin } from "drawbridge/test";

const bytes = (base64) => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
const GIF = bytes("R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==");

test("accepts the declared types, and nothing else", async () => {
  const site = await startPlugin();
  expect(await site.pictures.add("dot.gif", GIF)).toMatch(/^[0-9a-f]{64}$/);
  const text = new TextEncoder().encode("No picture at all.");
  await expect(site.pictures.add("dot.gif", text)).rejects.toMatchObject({ code: "UNSUPPORTED_MEDIA_TYPE" });
});
`;

export const mediaScaffold = (wish: NewPlugin): ScaffoldFiles => ({
  "plugin.jsonc": manifest(wish),
  "media.test.js": TEST,
});
