/**
 * Merges forms that two members have open at once. Each form contains the values that its fields had, so that only
 * changed fields are written. A field is a clash only if both members changed it.
 */
import * as z from "zod/mini";
import { parseStrictJson } from "../../../../manifests/json/strictJson.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";

type Fields = ReadonlyMap<string, string>;

/** The name of the hidden field. */
export const WAS = "was";

/** The content of each part of a form as text, by the part's name. */
export type States = Readonly<Record<string, string>>;

const MISSING = { pointer: `/${WAS}`, found: "something else", allowed: "what the form's fields held" };

export function wasIn(fields: Fields): States {
  const was = wasSaid(fields);
  if (!was) throw new Refusal("INVALID_REQUEST", { issues: [MISSING] });
  return was;
}

/** The earlier content that a form sent; undefined if it sent none. */
export function wasSaid(fields: Fields): States | undefined {
  const read = parseStrictJson(fields.get(WAS) ?? "");
  return read.ok ? states.safeParse(read.value).data : undefined;
}

const states = z.record(z.string(), z.string());

export interface Merge {
  /** Parts that the sender changed and that are not stored with that content already. */
  readonly mine: ReadonlySet<string>;
  /** The parts in `mine` that another member changed, too. */
  readonly clashes: ReadonlySet<string>;
}

/** Compares texts without their line ends, which browsers send as CRLF. */
export const sameText = (one: string, other: string): boolean => plainLines(one).trim() === plainLines(other).trim();
const plainLines = (text: string): string => text.replaceAll("\r\n", "\n");

export function merge(was: States, sent: States, now: States): Merge {
  const before = (name: string): string => (Object.hasOwn(was, name) ? (was[name] ?? "") : "");
  const mine = Object.entries(sent).flatMap(([name, state]) =>
    sameText(state, before(name)) || sameText(state, now[name] ?? "") ? [] : [name],
  );
  return {
    mine: new Set(mine),
    clashes: new Set(mine.filter((name) => !sameText(before(name), now[name] ?? ""))),
  };
}
