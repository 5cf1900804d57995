/** Redraws a refused form that two members had open at once. */
import { html } from "hono/html";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import type { FormFailure } from "../desk/failure.ts";
import { type States, merge, wasSaid } from "../desk/merging.ts";
import type { Fields } from "../desk/sent.ts";
import { oneWay } from "../library/untrustedText.ts";
import { DrawnFields } from "../drawing/fields.ts";
import type { Html } from "../drawing/html.ts";

/** The help text of a field, with the other member's value if both changed the field. */
export type Theirs = (name: string, help?: Html | string) => Html | string;

export interface MergedFields {
  readonly fields: DrawnFields;
  readonly theirs: Theirs;
}

export interface MergedForm {
  readonly name: string;
  readonly pointers: Readonly<Record<string, string>>;
  /** Reads the parts of the form from a request's fields. */
  readonly statesIn: (fields: Fields, was: States) => States;
  /** The part that a field belongs to, if their names differ. */
  readonly partOf?: (field: string) => string;
  /** Parts that are checkboxes. */
  readonly ticks: readonly string[];
  /** Parts whose stored text means nothing to a reader, such as ids. */
  readonly wordless: readonly string[];
}

/**
 * The fields of a refused form: the sender's changes, and the present values everywhere else. `isOwn` is true if the
 * sender also made the other change, in another tab.
 */
export function mergedFields(
  form: MergedForm,
  failure: FormFailure | undefined,
  now: States,
  isOwn: boolean,
): MergedFields {
  const { name: called, pointers, statesIn, partOf = (field) => field, ticks } = form;
  if (failure?.form !== called)
    return { fields: new DrawnFields(called, failure, pointers), theirs: (_, help = "") => help };
  const was = wasSaid(failure.typed) ?? {};
  const { mine, clashes } = merge(was, statesIn(failure.typed, was), now);
  const typed = new Map([...failure.typed].filter(([field]) => mine.has(partOf(field))));
  // An unticked box is not sent, so without this it would look as if the sender had cleared it.
  for (const name of ticks) if (!mine.has(name)) typed.set(name, now[name] ?? "");
  return {
    fields: new DrawnFields(called, { ...failure, typed }, pointers),
    theirs: (name, help = "") =>
      clashes.has(name) ? html`${help} <strong>${theirWords(form, name, now[name] ?? "", isOwn)}</strong>` : help,
  };
}

function theirWords({ wordless, ticks }: MergedForm, name: string, text: string, isOwn: boolean): string {
  const words = WORDS.everyPage.merged[isOwn ? "byYou" : "byOthers"];
  if (ticks.includes(name) || wordless.includes(name)) return words.choice;
  return text === "" ? words.empty : say(words.text, { text: oneWay(text) });
}
