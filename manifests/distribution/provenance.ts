/**
 * The origin of a package: an in-toto statement with SLSA's predicate, signed as a package is, in a file beside it.
 * The statement grants nothing: a package is trusted by its own signatures alone.
 */
import * as z from "zod/mini";
import { PROVENANCE_MAX_BYTES } from "../bounds/packages.ts";
import { parseStrictJson } from "../json/strictJson.ts";
import { accepted, refused, type Result } from "../result.ts";
import { pluginId } from "../shapes/id.ts";
import { exactly } from "../shapes/shape.ts";
import { exactText, strictText } from "../trust/exactText.ts";
import { PROVENANCE_TYPE } from "../trust/header.ts";
import type { Keyring } from "../trust/keyring.ts";
import { jwsShape } from "../trust/packageShape.ts";
import { findSigners, openSignatures } from "../trust/signers.ts";
import { maySign } from "../trust/trustKey.ts";

export const PROVENANCE_FORMAT = "drawbridge-provenance/1";
export const STATEMENT_TYPE = "https://in-toto.io/Statement/v1";
export const PREDICATE_TYPE = "https://slsa.dev/provenance/v1";

/** The address or name of the statement beside a package. */
export const provenanceBeside = (address: string): string => `${address.replace(/\.json$/, "")}.provenance.json`;

const LIST_MAX = 100;
const WORDS_MAX_CHARS = 2_000;

const words = z.string().check(z.maxLength(WORDS_MAX_CHARS));
const digests = z.record(words, words);

const documentShape = exactly({ format: z.literal(PROVENANCE_FORMAT), jws: jwsShape });

/** The standards let readers skip members that they do not know. */
const statementShape = z.object({
  _type: z.literal(STATEMENT_TYPE),
  subject: z.array(z.object({ digest: digests })).check(z.minLength(1), z.maxLength(LIST_MAX)),
  predicateType: z.literal(PREDICATE_TYPE),
  predicate: z.object({
    buildDefinition: z.object({
      resolvedDependencies: z
        .array(z.object({ uri: words, digest: digests }))
        .check(z.minLength(1), z.maxLength(LIST_MAX)),
    }),
    runDetails: z.object({ builder: z.object({ id: words }) }),
  }),
});

/** The facts of a statement that a trusted key has signed. */
export interface Provenance {
  /** The program or service that made the package. */
  readonly builder: string;
  /** The repository that it was made from. */
  readonly source: string;
  /** The commit; null if the statement names none. */
  readonly commit: string | null;
  /** Thumbprints of the trusted keys that signed the statement. */
  readonly signedBy: readonly string[];
}

export const PROVENANCE_REFUSALS = {
  too_large: "the statement is too large",
  malformed: "the file is no signed in-toto statement with SLSA's provenance",
  wrong_key: "no trusted key that may sign the plugin has signed the statement",
  other_package: "the statement is about another package",
} as const;
export type ProvenanceReason = keyof typeof PROVENANCE_REFUSALS;
export const PROVENANCE_REASONS = Object.keys(PROVENANCE_REFUSALS) as ProvenanceReason[];

function shaped<T>(text: string | undefined, shape: z.ZodMiniType<T>): T | undefined {
  const parsed = text === undefined ? undefined : parseStrictJson(text);
  const read = parsed?.ok ? shape.safeParse(parsed.value) : undefined;
  return read?.success ? read.data : undefined;
}

/** A package that a statement is about. `sha256` is the digest of its manifest in hex. */
export interface StatedPackage {
  readonly id: string;
  readonly sha256: string;
}

/** Reads the statement about a package. A key that may not sign the plugin states nothing about it. */
export async function readProvenance(
  bytes: Uint8Array,
  { id, sha256 }: StatedPackage,
  keyring: Pick<Keyring, "keys">,
  now: number,
): Promise<Result<Provenance, ProvenanceReason>> {
  if (bytes.length > PROVENANCE_MAX_BYTES) return refused("too_large");
  const document = shaped(exactText(bytes), documentShape);
  const signatures = document && openSignatures(document.jws, PROVENANCE_TYPE);
  if (!document || !signatures?.ok) return refused("malformed");
  const signers = await findSigners(signatures.value, keyring, now);
  const kids = signers.ok ? signers.value.filter((key) => maySign(key, pluginId(id))).map(({ kid }) => kid) : [];
  if (kids.length === 0) return refused("wrong_key");
  const statement = shaped(strictText(document.jws.payload), statementShape);
  if (!statement) return refused("malformed");
  const isAbout = statement.subject.some(
    ({ digest }) => Object.hasOwn(digest, "sha256") && digest["sha256"] === sha256,
  );
  if (!isAbout) return refused("other_package");
  return accepted(statedIn(statement, kids));
}

function statedIn({ predicate }: z.infer<typeof statementShape>, signedBy: readonly string[]): Provenance {
  const [source] = predicate.buildDefinition.resolvedDependencies;
  const commit = source?.digest["gitCommit"] ?? null;
  return { builder: predicate.runDetails.builder.id, source: source?.uri ?? "", commit, signedBy };
}
