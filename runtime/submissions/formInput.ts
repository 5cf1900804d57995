import type { HookInput } from "../../manifests/hooks/lookup.ts";
import type { Grant } from "../contributions/grant.ts";
import type { SubmissionRecord } from "./submissions.ts";

type SubmittedForm = HookInput<"formSubmitted">;

/**
 * The input of plugins' hooks for a submission. Personal answers are included only if an owner granted them for this
 * form.
 */
export function formInput(
  { id, form, type, fields, personal }: SubmissionRecord,
  grant: Grant | null,
  at: string,
): SubmittedForm {
  const allowed = grant?.capabilities.forms?.personal ?? [];
  const withheld = allowed.includes("*") || allowed.includes(type) ? [] : personal;
  const shown = Object.entries(fields).filter(([name]) => !withheld.includes(name));
  return { id, form, type, at, fields: Object.fromEntries(shown) as SubmittedForm["fields"], withheld };
}
