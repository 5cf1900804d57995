/** Verbs to read and write a site's documents. */
import * as z from "zod/mini";
import { CONTENT_BATCH_MAX, CONTENT_QUERY_MAX_RESULTS } from "../../manifests/bounds/bridge.ts";
import { DOCUMENT_ID_MAX_CHARS, PATH_MAX_CHARS } from "../../manifests/bounds/documents.ts";
import { DOCUMENT_KINDS, type Capabilities } from "../../manifests/capabilities/capabilities.ts";
import { formType, some, text, upToType, type CapabilityText, type VerbRow } from "./verb.ts";

type Asked = NonNullable<Capabilities["content"]>;

const kind = z.enum(DOCUMENT_KINDS);
const state = z.optional(z.enum(["published", "draft"]));
const documentId = text(DOCUMENT_ID_MAX_CHARS).check(
  formType(/^[a-z0-9][a-z0-9-]*$/, "lower-case letters, digits and hyphens"),
);

const focal = z.object({ x: z.number(), y: z.number() });
const image = z.object({
  src: z.string(),
  alt: z.string(),
  decorative: z.optional(z.boolean()),
  width: z.int(),
  height: z.int(),
  focal: z.optional(focal),
});

/** A page as query results list it. */
export const pageSummaryShape = z
  .object({
    id: z.string(),
    path: z.string(),
    url: z.string(),
    title: z.string(),
    description: z.nullable(z.string()),
    collection: z.nullable(z.string()),
    date: z.nullable(z.string()),
    updated: z.nullable(z.string()),
    author: z.nullable(z.string()),
    image: z.nullable(image),
  })
  .check(z.meta({ title: "PageSummary" }));

const document = z
  .object({ kind, id: z.string(), version: z.int(), body: z.unknown() })
  .check(z.meta({ title: "Document" }));

const reads = ({ draft = [] }: Asked): string =>
  draft.length > 0 ? `{ state?: "published" | "draft" }` : `{ state?: "published" }`;

export const CONTENT = {
  "content.get": {
    input: z.strictObject({
      documents: some(z.strictObject({ kind, id: z.optional(documentId) }), CONTENT_BATCH_MAX),
      state,
    }),
    answer: z.object({ documents: z.array(z.nullable(document)) }),
    methods: {
      get: {
        type: (asked) => `(kind: DocumentKind, id?: string, options?: ${reads(asked)}): Promise<Document | null>`,
        code: "async (kind, id, options = {}) => (await ask({ documents: [id === undefined ? { kind } : { kind, id }], ...options })).documents[0] ?? null",
      },
      getMany: {
        type: (asked) =>
          `(documents: readonly { kind: DocumentKind; id?: string }[], options?: ${reads(asked)}): Promise<{ documents: (Document | null)[] }>`,
        code: "(documents, options = {}) => ask({ documents, ...options })",
      },
    },
  },
  "content.write": {
    // `body` is unknown here: the command that writes checks it, as it does for members.
    input: z.strictObject({
      writes: some(
        z.strictObject({ kind, id: z.optional(documentId), expected: z.int().check(z.minimum(0)), body: z.unknown() }),
        CONTENT_BATCH_MAX,
      ),
    }),
    answer: z.object({ versions: z.array(z.object({ kind, id: z.string(), version: z.int() })) }),
    methods: {
      write: {
        says: [
          "Writes drafts, all of them or none, each with the version it builds on (0 for a new page); null deletes a page.",
          "Not in `beforePublish` and data providers. Visitors see the change only after a member publishes.",
        ],
        type: () =>
          "(writes: readonly { kind: DocumentKind; id?: string; expected: number; body: object | null }[]): Promise<{ versions: { kind: DocumentKind; id: string; version: number }[] }>",
        code: "(writes) => ask({ writes })",
        isOfferedWith: ({ draft = [] }) => draft.length > 0,
      },
    },
  },
  "content.query": {
    input: z.strictObject({
      collection: z.optional(text(DOCUMENT_ID_MAX_CHARS)),
      under: z.optional(text(PATH_MAX_CHARS)),
      order: z.optional(z.enum(["newest", "oldest", "title", "path"])),
      limit: upToType(CONTENT_QUERY_MAX_RESULTS),
      state,
    }),
    answer: z.object({ pages: z.array(pageSummaryShape) }),
    methods: {
      query: {
        type: (asked) =>
          `(query?: { collection?: string; under?: string; order?: "newest" | "oldest" | "title" | "path"; limit?: number } & ${reads(asked)}): Promise<{ pages: PageSummary[] }>`,
        code: "(query = {}) => ask(query)",
      },
    },
  },
} as const satisfies Readonly<Record<string, VerbRow<Asked>>>;

const kindsOf = ({ read = [], draft = [] }: Asked): string =>
  [...new Set([...read, ...draft])].map((name) => JSON.stringify(name)).join(" | ") || "never";

export const CONTENT_TEXT: CapabilityText<Asked> = {
  name: "Content",
  declare: (asked, members) => `
type DocumentKind = ${kindsOf(asked)};

export interface Document {
  kind: DocumentKind;
  id: string;
  version: number;
  /** The body's shape depends on the kind. */
  body: Record<string, unknown>;
}

/** The site's documents. Published ones may be read of ${asked.read?.join(", ") || "nothing"}, drafts of ${asked.draft?.join(", ") || "nothing"}. */
export interface Content {
${members}}
`,
};
