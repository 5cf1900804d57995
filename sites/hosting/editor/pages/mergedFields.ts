/** Draws a form that two members may have open at once, after it was refused. */
import { html } from "hono/html";
import { say } from "../../../shared/editor/words/say.ts";
import { WORDS } from "../../../shared/editor/words/words.ts";
import type { FormFailure } from "../desk/failure.ts";
import type { States } from "../desk/merging.ts";
import { merge, wasSaid } from "../desk/merging.ts";
import type { Fields } from "../desk/sent.ts";
import { oneWay } from "../library/untrustedText.ts";
import { DrawnFields } from "../drawing/fields.ts";
import type { Html } from "../drawing/html.ts";

/** The help of a field, and what another member wrote there while its sender did as well. */
export type Theirs = (name: string, help?: string) => Html | string;

export interface MergedFields {
  readonly fields: DrawnFields;
  readonly theirs: Theirs;
}

export interface MergedForm {
  readonly name: string;
  readonly pointers: Readonly<Record<string, string>>;
  /** Reads from a request what its parts hold. */
  readonly statesIn: (fields: Fields, was: States) => States;
  /** The part that a field belongs to, where it has another name. */
  readonly partOf?: (field: string) => string;
  /** Parts that are ticked or not. */
  readonly ticks: readonly string[];
  /** Parts whose text says nothing to people. */
  readonly wordless: readonly string[];
}

/** A refused form shows what its sender changed; what they left alone is shown as it is now. */
export function mergedFields(form: MergedForm, failure: FormFailure | undefined, now: States): MergedFields {
  const { name: called, pointers, statesIn, partOf = (field) => field, ticks } = form;
  if (failure?.form !== called)
    return { fields: new DrawnFields(called, failure, pointers), theirs: (_, help = "") => help };
  const was = wasSaid(failure.typed) ?? {};
  const { mine, clashes } = merge(was, statesIn(failure.typed, was), now);
  const typed = new Map([...failure.typed].filter(([field]) => mine.has(partOf(field))));
  // A box that is not ticked is not sent: it would be drawn as if its sender had cleared it.
  for (const name of ticks) if (!mine.has(name)) typed.set(name, now[name] ?? "");
  return {
    fields: new DrawnFields(called, { ...failure, typed }, pointers),
    theirs: (name, help = "") =>
      clashes.has(name) ? html`${help} <strong>${theirWords(form, name, now[name] ?? "")}</strong>` : help,
  };
}

const { merged: words } = WORDS.frame;

function theirWords({ wordless, ticks }: MergedForm, name: string, text: string): string {
  if (ticks.includes(name) || wordless.includes(name)) return words.theirChoice;
  return text === "" ? words.theirsEmpty : say(words.theirs, { text: oneWay(text) });
}
