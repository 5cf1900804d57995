/** Verbs to read and write a site's documents. */
import * as z from "zod/mini";
import { CONTENT_BATCH_MAX, CONTENT_QUERY_MAX_RESULTS } from "../../manifests/bounds/bridge.ts";
import { DOCUMENT_ID_MAX_CHARS, PATH_MAX_CHARS } from "../../manifests/bounds/documents.ts";
import { NAME_MAX_CHARS, QUERY_MAX_OFFSET } from "../../manifests/bounds/manifest.ts";
import { COMPARISONS } from "../../manifests/shapes/comparison.ts";
import { fixedWhereShape } from "../../manifests/shapes/query.ts";
import { typeNameShape } from "../../manifests/shapes/shape.ts";
import { DOCUMENT_KINDS, type Capabilities } from "../../manifests/capabilities/capabilities.ts";
import { always, formType, some, text, typed, upToType, type CapabilityText, type VerbRow } from "./verb.ts";

type Asked = NonNullable<Capabilities["content"]>;

/** The kind of a document. Authors get the kinds that their manifest asks for, by the name `DocumentKind`. */
const kind = z.enum(DOCUMENT_KINDS).check(z.meta({ typescript: "DocumentKind" }));
const STATES = ["published", "draft"] as const;
const state = z.optional(z.enum(STATES));
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
  caption: z.optional(z.string()),
  credit: z.optional(z.string()),
});

/** A page as query results list it. */
export const pageSummaryShape = z
  .object({
    id: z.string(),
    path: z.nullable(z.string()),
    url: z.nullable(z.string()),
    title: z.string(),
    description: z.nullable(z.string()),
    opening: z.optional(z.string()),
    collection: z.nullable(z.string()),
    date: z.nullable(z.string()),
    updated: z.nullable(z.string()),
    author: z.nullable(z.string()),
    image: z.nullable(image),
    type: z.optional(z.string()),
    teaser: z.optional(z.boolean()),
    values: z.optional(z.record(z.string(), z.unknown())),
  })
  .check(z.meta({ title: "PageSummary" }));

const body = z
  .unknown()
  .check(z.meta({ typescript: "Record<string, unknown>", description: "The body's shape depends on the kind." }));
const document = z.object({ kind, id: z.string(), version: z.int(), body }).check(z.meta({ title: "Document" }));

/** The states that a plugin may read. */
const reads = ({ draft = [] }: Asked) => ({
  state: draft.length > 0 ? state : z.optional(z.enum(["published"])),
});

const ref = z.strictObject({ kind, id: z.optional(documentId) });
const found = z.object({ documents: z.array(z.nullable(document)) });

// `body` is unknown here: the command that writes checks it, as it does for members.
const write = z.strictObject({
  ...ref.shape,
  expected: z.int().check(z.minimum(0)),
  body: typed("object | null"),
});
const written = z.object({ versions: z.array(z.object({ kind, id: z.string(), version: z.int() })) });

const LITERAL = "string | number | boolean";
/** The filter of a query as authors write it. */
const WHERE = `Record<string, Partial<Record<${COMPARISONS.filter((one) => one !== "in")
  .map((one) => JSON.stringify(one))
  .join(" | ")}, ${LITERAL}>> & { in?: (${LITERAL})[] }>`;

const query = z.strictObject({
  collection: z.optional(text(DOCUMENT_ID_MAX_CHARS)),
  under: z.optional(text(PATH_MAX_CHARS)),
  order: z.optional(
    text(NAME_MAX_CHARS + 1).check(
      formType(/^-?[a-z][A-Za-z0-9_]*$/, "newest, oldest, title, path, or an indexed field"),
    ),
  ),
  limit: upToType(CONTENT_QUERY_MAX_RESULTS),
  type: z.optional(typeNameShape),
  where: z.optional(fixedWhereShape.check(z.meta({ typescript: WHERE }))),
  offset: z.optional(z.int().check(z.minimum(0), z.maximum(QUERY_MAX_OFFSET))),
  state,
});
const pages = z.object({ pages: z.array(pageSummaryShape) });

export const CONTENT = {
  "content.get": {
    input: z.strictObject({
      documents: some(ref, CONTENT_BATCH_MAX),
      state,
    }),
    answer: found,
    methods: {
      get: {
        takes: (asked) => ({ ...ref.shape, options: z.optional(z.object(reads(asked))) }),
        gives: z.nullable(document),
        code: "async (kind, id, options = {}) => (await ask({ documents: [id === undefined ? { kind } : { kind, id }], ...options })).documents[0] ?? null",
      },
      getMany: {
        takes: (asked) => ({ documents: z.array(ref), options: z.optional(z.object(reads(asked))) }),
        gives: found,
        code: "(documents, options = {}) => ask({ documents, ...options })",
      },
    },
  },
  "content.write": {
    input: z.strictObject({ writes: some(write, CONTENT_BATCH_MAX) }),
    answer: written,
    methods: {
      write: {
        says: [
          "Writes drafts, all of them or none, each with the version it builds on (0 for a new page); null deletes a page.",
          "Not in `beforePublish` and data providers. Visitors see the change only after a member publishes.",
        ],
        takes: always({ writes: z.array(write) }),
        gives: written,
        code: "(writes) => ask({ writes })",
        isOfferedWith: ({ draft = [] }) => draft.length > 0,
      },
    },
  },
  "content.query": {
    input: query,
    answer: pages,
    methods: {
      query: {
        takes: (asked) => ({ query: z.optional(z.extend(query, reads(asked))) }),
        gives: pages,
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

/** The site's documents. Published ones may be read of ${asked.read?.join(", ") || "nothing"}, drafts of ${asked.draft?.join(", ") || "nothing"}. */
export interface Content {
${members}}
`,
  shapes: [document],
};
