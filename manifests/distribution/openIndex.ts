/** Verifies an index against a set of keys. Comparing it with an earlier version is `judgeIndex`'s work. */
import type * as z from "zod/mini";
import { INDEX_MAX_BYTES } from "../bounds/packages.ts";
import { parseStrictJson } from "../json/strictJson.ts";
import { issuesFromZod } from "../refusals/issues.ts";
import type { Issue } from "../refusals/refusal.ts";
import { accepted, refused, type Result } from "../result.ts";
import { exactText, strictText } from "../trust/exactText.ts";
import { INDEX_TYPE } from "../trust/header.ts";
import { openSignatures, findSigners } from "../trust/signers.ts";
import { readTrustKey, type TrustKey } from "../trust/trustKey.ts";
import { distrust, type Untrusted } from "../trust/untrusted.ts";
import { type Index, type IndexDocument, indexDocumentShape, indexShape } from "./indexShape.ts";
import { type IndexReason, type RefusedIndex, refusedIndex } from "./refusedIndex.ts";

export interface OpenedIndex {
  readonly text: string;
  readonly index: Index;
}

const issueText = ({ pointer, found, allowed }: Issue): string =>
  `${pointer || "/"}: found ${found}; allowed: ${allowed}`;
const malformed = (issues: readonly Issue[]) =>
  refused(refusedIndex("malformed", issues.slice(0, 1).map(issueText).join("")));
const notText = (what: string) => refused(refusedIndex("malformed", `${what} is not in canonical form`));

/** Maps refusals of a package's signature to those of an index. */
const REASONS: Readonly<Partial<Record<Untrusted["why"], IndexReason>>> = {
  too_large: "too_large",
  malformed: "malformed",
  wrong_signature: "wrong_signature",
  wrong_algorithm: "wrong_signature",
};

const inIndexWords = (untrusted: Untrusted): RefusedIndex =>
  untrusted.why === "malformed"
    ? malformed(untrusted.issues).error
    : refusedIndex(REASONS[untrusted.why] ?? "wrong_key", distrust(untrusted).detail);

function shaped<T>(text: string, shape: z.ZodMiniType<T>): Result<T, RefusedIndex> {
  const parsed = parseStrictJson(text);
  if (!parsed.ok) return malformed([parsed.error.issue]);
  const read = shape.safeParse(parsed.value);
  return read.success ? accepted(read.data) : malformed(issuesFromZod(read.error, parsed.value));
}

/** Parses a document with an index, whether it is signed or not yet. */
export function readIndexDocument(bytes: Uint8Array): Result<IndexDocument, RefusedIndex> {
  if (bytes.length > INDEX_MAX_BYTES)
    return refused(refusedIndex("too_large", `${bytes.length} bytes, of at most ${INDEX_MAX_BYTES}`));
  const text = exactText(bytes);
  return text === undefined ? notText("it") : shaped(text, indexDocumentShape);
}

export const readIndexText = (text: string): Result<Index, RefusedIndex> => shaped(text, indexShape);

/** The valid keys by thumbprint. Invalid ones are left out. */
export async function indexKeys(keys: readonly unknown[]): Promise<ReadonlyMap<string, TrustKey>> {
  const read = await Promise.all(keys.map((key) => readTrustKey(key)));
  return new Map(read.flatMap((key) => (key.ok ? [[key.value.kid, key.value] as const] : [])));
}

/** The index in a document, if one of the keys has signed it. `now` is in milliseconds since the epoch. */
export async function openIndex(
  bytes: Uint8Array,
  keys: ReadonlyMap<string, TrustKey>,
  now: number,
): Promise<Result<OpenedIndex, RefusedIndex>> {
  const document = readIndexDocument(bytes);
  if (!document.ok) return document;
  const { jws } = document.value;
  const signatures = openSignatures(jws, INDEX_TYPE);
  if (!signatures.ok) return refused(inIndexWords(signatures.error));
  const signers = await findSigners(signatures.value, { keys }, now);
  if (!signers.ok) return refused(inIndexWords(signers.error));
  const text = strictText(jws.payload);
  if (text === undefined) return notText("its payload");
  const index = readIndexText(text);
  return index.ok ? accepted({ text, index: index.value }) : index;
}
