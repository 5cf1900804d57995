/**
 * The keys that a deployment trusts: the JSON array of public JWKs in `PLUGIN_TRUST_KEYS`. An invalid key is left out
 * with its reason and the others stay valid, because leaving a key out only reduces trust. So a text that is no array
 * trusts no key. A valid key that an invalid entry also names is left out, because that entry may be its revocation.
 */
import { TRUST_KEYS_MAX, TRUST_KEYS_MAX_BYTES } from "../bounds/packages.ts";
import type { Issue } from "../refusals/refusal.ts";
import { parseStrictJson } from "../json/strictJson.ts";
import { utf8Length } from "../json/utf8.ts";
import { type Sha256, textDigest } from "./digest.ts";
import { accepted, refused, type Result } from "../result.ts";
import { readTrustKey, type TrustKey } from "./trustKey.ts";

export interface Keyring {
  /** Keys by thumbprint. A Map, because untrusted names are looked up in it. */
  readonly keys: ReadonlyMap<string, TrustKey>;
  /** Keys that were left out, with reasons. A pointer begins with the key's index in the array. */
  readonly refused: readonly Issue[];
  /** Digest of the keyring's text, so that cached decisions of one keyring never count for another. */
  readonly digest: string;
}

interface Found {
  readonly pointer: string;
  readonly key: TrustKey;
  readonly marks: readonly string[];
}

const issue = (pointer: string, found: string, allowed: string): Issue => ({ pointer, found, allowed });

function readArray(text: string): Result<readonly unknown[], Issue> {
  const bytes = utf8Length(text);
  if (bytes > TRUST_KEYS_MAX_BYTES)
    return refused(issue("", `${bytes} bytes`, `at most ${TRUST_KEYS_MAX_BYTES} bytes`));
  const parsed = parseStrictJson(text);
  if (!parsed.ok) return refused(parsed.error.issue);
  if (!Array.isArray(parsed.value)) return refused(issue("", "a value that is not a list", "a list of public JWKs"));
  const { length } = parsed.value;
  if (length > TRUST_KEYS_MAX) return refused(issue("", `${length} keys`, `at most ${TRUST_KEYS_MAX} keys`));
  return accepted(parsed.value as unknown[]);
}

/**
 * Finds keys with several entries. They would have several validities and scopes, and revoking one entry would leave
 * the other.
 */
function repeated(found: readonly Found[]): Found[] {
  const byKid = Map.groupBy(found, ({ key }) => key.kid);
  return [...byKid.values()].filter(({ length }) => length > 1).flat();
}

/** Characters of a coordinate without spare bits: 252 of 256 bits in base64. */
const COORDINATE_CHARS = 42;

const textIn = (value: unknown, name: string): string => {
  const member: unknown =
    typeof value === "object" && value !== null && Object.hasOwn(value, name)
      ? (value as Record<string, unknown>)[name]
      : "";
  return typeof member === "string" ? member : "";
};

/** Names by which an entry may identify a key, even if the entry is invalid. */
function marksOf(value: unknown, kid = textIn(value, "kid")): string[] {
  const x = textIn(value, "x")
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll(/[^A-Za-z0-9_-]/g, "")
    .slice(0, COORDINATE_CHARS);
  return [...(kid.trim() === "" ? [] : [`kid ${kid.trim()}`]), ...(x.length < COORDINATE_CHARS ? [] : [`x ${x}`])];
}

/** Changes by an operator since the deployment: added keys, and times of revocation by thumbprint. */
export interface RingChanges {
  readonly added: readonly unknown[];
  /** In milliseconds since the epoch. */
  readonly revoked: Readonly<Record<string, number>>;
}

const NO_CHANGES: RingChanges = { added: [], revoked: {} };

function revokedIn(key: TrustKey, { revoked }: RingChanges): TrustKey {
  const at = Object.hasOwn(revoked, key.kid) ? revoked[key.kid] : undefined;
  return at === undefined ? key : { ...key, revokedAt: Math.min(at, key.revokedAt ?? at) };
}

/** Adds the operator's keys. A key that is already listed keeps the listed entry. */
async function withAdded(listed: readonly unknown[], added: readonly unknown[]): Promise<unknown[]> {
  const [listedKeys, more] = await Promise.all([listed, added].map((values) => Promise.all(values.map(readTrustKey))));
  const known = new Set((listedKeys ?? []).flatMap((read) => (read.ok ? [read.value.kid] : [])));
  return [...listed, ...added.filter((_, index) => !(more?.[index]?.ok && known.has(more[index].value.kid)))];
}

/** Reads the deployment's keys and the operator's changes since. A revocation applies to every entry of its key. */
export async function readKeyring(text: string, sha256: Sha256, changes = NO_CHANGES): Promise<Keyring> {
  const digest = await textDigest(changes === NO_CHANGES ? text : JSON.stringify([text, changes]), sha256);
  const array = readArray(text);
  if (!array.ok) return { keys: new Map(), refused: [array.error], digest };
  const found: Found[] = [];
  const issues: Issue[] = [];
  const faulty = new Set<string>();
  const values = changes.added.length === 0 ? array.value : await withAdded(array.value, changes.added);
  for (const [index, value] of values.entries()) {
    const pointer = `/${index}`;
    const read = await readTrustKey(value);
    if (read.ok) found.push({ pointer, key: read.value, marks: marksOf(value, read.value.kid) });
    else {
      issues.push(...read.error.map((fault) => ({ ...fault, pointer: pointer + fault.pointer })));
      for (const mark of marksOf(value)) faulty.add(mark);
    }
  }
  const twice = new Set(repeated(found));
  issues.push(
    ...[...twice].map(({ pointer, key }) => issue(pointer, `the key ${key.kid} more than once`, "each key once")),
  );
  const doubted = new Set(found.filter(({ marks }) => marks.some((mark) => faulty.has(mark))));
  issues.push(
    ...[...doubted].map(({ pointer, key }) =>
      issue(pointer, `the key ${key.kid}, which is also in an invalid entry`, "each key in one valid entry"),
    ),
  );
  const keys = new Map(
    found
      .filter((entry) => !twice.has(entry) && !doubted.has(entry))
      .map(({ key }) => [key.kid, revokedIn(key, changes)]),
  );
  return { keys, refused: issues, digest };
}

/**
 * The period around `now` in which no key becomes valid, expires or is revoked. A cached decision is valid for that
 * period.
 */
export function steadyAround({ keys }: Keyring, now: number): { readonly from: number; readonly until: number } {
  const dates = [...keys.values()].flatMap(({ notBefore, expires, revokedAt }) => [notBefore, expires, revokedAt]);
  const moments = dates.filter((moment) => moment !== undefined);
  return {
    from: Math.max(-Infinity, ...moments.filter((moment) => moment <= now)),
    until: Math.min(Infinity, ...moments.filter((moment) => moment > now)),
  };
}
