/** Verbs to read a site's files. */
import * as z from "zod/mini";
import { MEDIA_BATCH_MAX } from "../../manifests/bounds/bridge.ts";
import { MEDIA_NAME_MAX_CHARS } from "../../manifests/bounds/media.ts";
import type { Capabilities } from "../../manifests/capabilities/capabilities.ts";
import { uploadedMediaShape } from "../../manifests/hooks/inputs.ts";
import { always, text, typed, upToType, type CapabilityText, type VerbRow } from "./verb.ts";

type Asked = NonNullable<Capabilities["media"]>;

export const mediaFileShape = z
  .object({
    ...uploadedMediaShape.shape,
    alt: z.string(),
    focal: z.nullable(z.object({ x: z.number(), y: z.number() })),
  })
  .check(z.meta({ title: "MediaFile" }));

const part = z.strictObject({ after: z.optional(text(MEDIA_NAME_MAX_CHARS)), limit: upToType(MEDIA_BATCH_MAX) });
const listed = z.object({ files: z.array(mediaFileShape) });

export const MEDIA = {
  "media.list": {
    input: part,
    answer: listed,
    methods: {
      list: {
        says: [
          "Newest first. `after` is the id of the last file of the page before; the last page is shorter than `limit`.",
        ],
        takes: always({ options: z.optional(part) }),
        gives: listed,
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
        takes: always({ id: text(MEDIA_NAME_MAX_CHARS) }),
        gives: z.nullable(z.intersection(mediaFileShape, z.object({ body: typed("Uint8Array") }))),
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
