/**
 * Forms that two members may have open at once. Each says what its fields held, so that only those its sender changed
 * are written. A field is asked about only if both changed it.
 */
import * as z from "zod/mini";
import { parseStrictJson } from "../../../../manifests/json/strictJson.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";

type Fields = ReadonlyMap<string, string>;

/** The name of the hidden field. */
export const WAS = "was";

/** Texts that say what a part of a form holds, by the name of the part. */
export type States = Readonly<Record<string, string>>;

const MISSING = { pointer: `/${WAS}`, found: "something else", allowed: "what the form's fields held" };

export function wasIn(fields: Fields): States {
  const was = wasSaid(fields);
  if (!was) throw new Refusal("INVALID_REQUEST", { issues: [MISSING] });
  return was;
}

/** Undefined where the form did not say it. */
export function wasSaid(fields: Fields): States | undefined {
  const read = parseStrictJson(fields.get(WAS) ?? "");
  return read.ok ? states.safeParse(read.value).data : undefined;
}

const states = z.record(z.string(), z.string());

export interface Merge {
  /** Parts that the sender changed and that are not there yet. */
  readonly mine: ReadonlySet<string>;
  /** Parts among them that another member changed as well. */
  readonly clashes: ReadonlySet<string>;
}

/** Browsers send every end of a line as two signs. */
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
