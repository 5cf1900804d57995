/**
 * What can be asked over a lease: every verb with the shape of its input. A verb that is not here does not exist.
 * Batch verbs on purpose: a crossing costs about 160 µs and does not get faster in parallel.
 */
import * as z from "zod/mini";
import {
  CONSOLE_LINE_MAX_CHARS,
  CONSOLE_MAX_LINES,
  CONTENT_BATCH_MAX,
  CONTENT_QUERY_MAX_RESULTS,
  DOCUMENT_ID_MAX_CHARS,
  HTTP_HEADER_MAX_CHARS,
  HTTP_HEADERS_MAX,
  HTTP_REQUEST_MAX_BYTES,
  LINK_MAX_CHARS,
  MEDIA_BATCH_MAX,
  MEDIA_NAME_MAX_CHARS,
  PATH_MAX_CHARS,
  STORAGE_BATCH_MAX,
  STORAGE_KEY_MAX_CHARS,
} from "../manifests/bounds.ts";

const text = (most: number) => z.string().check(z.maxLength(most));
const upTo = (most: number) => z.optional(z.int().check(z.minimum(1), z.maximum(most)));
const some = <T extends z.ZodMiniType>(shape: T, most: number) => z.array(shape).check(z.minLength(1), z.maxLength(most));

/** A form with the words for what it allows, which the caller reads when something has another. */
const form = (pattern: RegExp, allowed: string) => z.regex(pattern, allowed);

/** Printable ASCII without slashes and spaces: every key has one spelling, and byte order is its order. */
const key = text(STORAGE_KEY_MAX_CHARS).check(form(/^[A-Za-z0-9][A-Za-z0-9._:~-]*$/, "letters, digits and . _ : ~ -, a letter or digit first"));
const prefix = z.optional(text(STORAGE_KEY_MAX_CHARS).check(form(/^[A-Za-z0-9._:~-]*$/, "letters, digits and . _ : ~ -")));

const kind = z.enum(["page", "navigation", "redirects", "theme", "settings"]);
const state = z.optional(z.enum(["published", "draft"]));
const documentId = text(DOCUMENT_ID_MAX_CHARS).check(form(/^[a-z0-9][a-z0-9-]*$/, "small letters, digits and hyphens"));

const decodedBytes = (encoded: string): number => (encoded.length / 4) * 3 - (/=*$/.exec(encoded)?.[0].length ?? 0);

/** Bytes as base64, which is four characters for three of them. */
const base64 = (mostBytes: number) =>
  text(Math.ceil(mostBytes / 3) * 4).check(
    form(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/, "base64"),
    z.refine((encoded) => decodedBytes(encoded) <= mostBytes),
  );

export const CONTRACT = {
  "storage.get": z.strictObject({ keys: some(key, STORAGE_BATCH_MAX) }),
  "storage.put": z.strictObject({ entries: some(z.strictObject({ key, value: z.unknown() }), STORAGE_BATCH_MAX) }),
  "storage.delete": z.strictObject({ keys: some(key, STORAGE_BATCH_MAX) }),
  "storage.list": z.strictObject({ prefix, after: z.optional(key), limit: upTo(STORAGE_BATCH_MAX) }),
  "content.get": z.strictObject({
    documents: some(z.strictObject({ kind, id: z.optional(documentId) }), CONTENT_BATCH_MAX),
    state,
  }),
  "content.query": z.strictObject({
    collection: z.optional(text(DOCUMENT_ID_MAX_CHARS)),
    under: z.optional(text(PATH_MAX_CHARS)),
    order: z.optional(z.enum(["newest", "oldest", "title", "path"])),
    limit: upTo(CONTENT_QUERY_MAX_RESULTS),
    state,
  }),
  /** What a document is, is checked where it is written, as what members send is. */
  "content.write": z.strictObject({
    writes: some(
      z.strictObject({ kind, id: z.optional(documentId), expected: z.int().check(z.minimum(0)), body: z.unknown() }),
      CONTENT_BATCH_MAX,
    ),
  }),
  "media.list": z.strictObject({ after: z.optional(text(MEDIA_NAME_MAX_CHARS)), limit: upTo(MEDIA_BATCH_MAX) }),
  "media.read": z.strictObject({ name: text(MEDIA_NAME_MAX_CHARS) }),
  "http.fetch": z.strictObject({
    url: text(LINK_MAX_CHARS),
    method: z.optional(text(16)),
    headers: z.optional(
      z.array(z.tuple([text(HTTP_HEADER_MAX_CHARS), text(HTTP_HEADER_MAX_CHARS)])).check(z.maxLength(HTTP_HEADERS_MAX)),
    ),
    body: z.optional(base64(HTTP_REQUEST_MAX_BYTES)),
  }),
  "console.write": z.strictObject({
    lines: some(
      z.strictObject({ level: z.enum(["debug", "info", "warn", "error"]), text: text(CONSOLE_LINE_MAX_CHARS) }),
      CONSOLE_MAX_LINES,
    ),
  }),
} as const;

export type Verb = keyof typeof CONTRACT;
export type VerbInput<V extends Verb> = z.infer<(typeof CONTRACT)[V]>;

export const isVerb = (name: string): name is Verb => Object.hasOwn(CONTRACT, name);
