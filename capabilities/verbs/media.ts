/** Verbs to read a site's files. */
import * as z from "zod/mini";
import { MEDIA_BATCH_MAX } from "../../manifests/bounds/bridge.ts";
import { MEDIA_NAME_MAX_CHARS } from "../../manifests/bounds/media.ts";
import type { Capabilities } from "../../manifests/capabilities/capabilities.ts";
import { uploadedMediaShape } from "../../manifests/hooks/inputs.ts";
import { always, text, upToType, type CapabilityText, type VerbRow } from "./verb.ts";

type Asked = NonNullable<Capabilities["media"]>;

export const mediaFileShape = z
  .object({
    ...uploadedMediaShape.shape,
    alt: z.string(),
    focal: z.nullable(z.object({ x: z.number(), y: z.number() })),
  })
  .check(z.meta({ title: "MediaFile" }));

export const MEDIA = {
  "media.list": {
    input: z.strictObject({ after: z.optional(text(MEDIA_NAME_MAX_CHARS)), limit: upToType(MEDIA_BATCH_MAX) }),
    answer: z.object({ files: z.array(mediaFileShape) }),
    methods: {
      list: {
        says: [
          "Newest first. `after` is the id of the last file of the page before; the last page is shorter than `limit`.",
        ],
        type: always("(options?: { after?: string; limit?: number }): Promise<{ files: MediaFile[] }>"),
        code: "(options = {}) => ask(options)",
      },
    },
  },
  "media.read": {
    input: z.strictObject({ name: text(MEDIA_NAME_MAX_CHARS) }),
    answer: z.object({ file: z.nullable(mediaFileShape), body: z.optional(z.string()) }),
    methods: {
      read: {
        says: ["A file by its id, up to half a megabyte; null if the site has no such file."],
        type: always("(id: string): Promise<(MediaFile & { body: Uint8Array }) | null>"),
        code: 'async (name) => { const { file, body = "" } = await ask({ name }); return file && { ...file, body: bytesOf(body) }; }',
      },
    },
  },
} as const satisfies Readonly<Record<string, VerbRow<Asked>>>;

export const MEDIA_TEXT: CapabilityText<Asked> = {
  name: "Media",
  declare: (_asked, members) => `
/** Pictures and files of the site. A site that lends none refuses with \`not_granted\`. */
export interface Media {
${members}}
`,
  shapes: [mediaFileShape],
};
