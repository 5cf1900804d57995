import type { Grant } from "../plugins/grant.ts";
import type { SubmissionRecord } from "./submissions.ts";
import type { FileAnswer } from "./values.ts";

/** What an answer may be: the schema of its form has been held against it before it was kept. */
type Answer = string | number | boolean | readonly string[] | FileAnswer | readonly FileAnswer[];

/** What a plugin is told of a submission. */
export interface SubmittedForm {
  readonly id: number;
  /** `<page id>.<section id>`. */
  readonly form: string;
  /** `<plugin id>/<name>`. */
  readonly type: string;
  readonly at: string;
  readonly fields: Readonly<Record<string, Answer>>;
  /** Names of answers that are there, and not for this plugin. */
  readonly withheld: readonly string[];
}

/** Answers that say something about somebody are for plugins that an owner has granted those of this form. */
export function toldOf({ id, form, type, fields, personal }: SubmissionRecord, grant: Grant | null, at: string): SubmittedForm {
  const allowed = grant?.capabilities.forms?.personal ?? [];
  const withheld = allowed.includes("*") || allowed.includes(type) ? [] : personal;
  const shown = Object.entries(fields).filter(([name]) => !withheld.includes(name));
  return { id, form, type, at, fields: Object.fromEntries(shown) as SubmittedForm["fields"], withheld };
}
