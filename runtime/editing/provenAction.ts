/**
 * Proves that a plugin's action proposed the values which a member writes. The site signs the proposal and stores
 * nothing. Audit names the action only if the written values are the signed ones, and the same member writes them.
 * Without a valid proof, the edit counts as the member's own and still succeeds.
 */
import * as z from "zod/mini";
import { parseStrictJson } from "../../manifests/json/strictJson.ts";
import type { Envelope } from "../area/command.ts";
import { fieldAround, isPlace } from "./operations/fieldPlace.ts";
import type { FieldValues, PageOperation } from "./operations/pageOperation.ts";

/** Signs with this workspace's own secret. */
export interface OwnSigns {
  sign(parts: readonly unknown[]): Promise<string>;
}

/** The member and the document of a proposal. */
export interface ProofAbout {
  readonly site: string;
  readonly member: string;
  readonly document: string;
}

/** One proposed value: its section (null for the document itself), its name and the value. */
export interface ProposedValue {
  readonly section: string | null;
  readonly name: string;
  readonly value: unknown;
  /** True if the value is only a part of what has the name. An action proposes whole values. */
  readonly isPart?: boolean;
}

const SIGNATURE_CHARS = 64;

const claimShape = z.tuple([z.string(), z.int(), z.array(z.tuple([z.nullable(z.string()), z.string()]))]);

const signature = (
  signs: OwnSigns,
  { site, member, document }: ProofAbout,
  claim: string,
  values: readonly unknown[],
) => signs.sign(["proposal", site, member, document, claim, values.map(canonical)]);

/** Orders the members of objects, because a client may send them in another order. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== "object" || value === null) return value ?? null;
  const members = Object.entries(value).map(([name, member]) => [name, canonical(member)] as const);
  return Object.fromEntries(members.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

export async function makeProof(
  signs: OwnSigns,
  about: ProofAbout,
  action: string,
  values: readonly ProposedValue[],
  expiresAt: number,
): Promise<string> {
  const claim = JSON.stringify([action, expiresAt, values.map(({ section, name }) => [section, name])]);
  return (
    (await signature(
      signs,
      about,
      claim,
      values.map(({ value }) => value),
    )) + claim
  );
}

interface Proving {
  readonly signs: OwnSigns;
  readonly now: number;
}

/** The action that a proof names, if it signs exactly the written values. Undefined otherwise. */
export async function provenAction(
  { signs, now }: Proving,
  about: ProofAbout,
  proof: string,
  written: readonly ProposedValue[],
): Promise<string | undefined> {
  const claim = proof.slice(SIGNATURE_CHARS);
  const parsed = parseStrictJson(claim);
  const read = parsed.ok ? claimShape.safeParse(parsed.value) : undefined;
  if (!read?.success) return undefined;
  const [action, expiresAt, places] = read.data;
  const values = places.map(([section, name]) =>
    written.findLast((one) => one.section === section && one.name === name),
  );
  if (expiresAt < now || values.length === 0 || values.some((one) => !one || one.isPart === true)) return undefined;
  const signed = await signature(
    signs,
    about,
    claim,
    values.map((one) => one?.value),
  );
  return signed === proof.slice(0, SIGNATURE_CHARS) ? action : undefined;
}

const named = (section: string | null, values: object): ProposedValue[] =>
  Object.entries(values).map(([name, value]) => ({ section, name, value }));

const ofFields = (section: string, fields: FieldValues): ProposedValue[] =>
  Object.entries(fields).map(([key, value]) =>
    isPlace(key) ? { section, name: fieldAround(key), value, isPart: true } : { section, name: key, value },
  );

/** The values that operations on a page write. */
export const writtenBy = (operations: readonly PageOperation[]): ProposedValue[] =>
  operations.flatMap((operation) => {
    if (operation.op === "set") return ofFields(operation.section, operation.fields);
    return operation.op === "page" ? named(null, operation.changes) : [];
  });

export const pictureValues = (changes: object): ProposedValue[] => named(null, changes);

/** The programs that contributed to an edit, for audit: the agent, if any, and the action, if the proof is valid. */
export async function findVia(
  proving: Proving,
  { site, actor, via }: Envelope,
  document: string,
  { proof, written }: { readonly proof: string | undefined; readonly written: readonly ProposedValue[] },
): Promise<string | undefined> {
  if (proof === undefined || actor.kind !== "member") return via;
  const action = await provenAction(proving, { site, member: actor.id, document }, proof, written);
  if (action === undefined) return via;
  return via === undefined ? action : `${via} with ${action}`;
}
