import type { HookSources } from "../plugins/hooks/hookRunner.ts";
import type { Powers } from "../powers/powers.ts";
import type { Releases } from "../publishing/releases/releases.ts";
import type { Submissions, SubmissionRecord } from "./submissions.ts";
import type { HookInput } from "../../manifests/hooks/lookup.ts";
import type { Grant } from "../contributions/grant.ts";

interface SourceParts {
  readonly powers: Powers;
  readonly releases: Releases;
  readonly submissions: Submissions;
}

/** Supplies hook input from this area and lower ones. */
export const hookSources = (parts: SourceParts): HookSources => ({
  madeAt: (site, release) => parts.releases.requireReady(site, release).createdAt,
  submitted(site, number, grant) {
    const submission = parts.submissions.find(site, number);
    return submission && formInput(submission, grant, parts.powers.timestamp(submission.at));
  },
});

type SubmittedForm = HookInput<"formSubmitted">;

/**
 * The input of plugins' hooks for a submission. Personal answers are included only if an owner granted them for this
 * form.
 */
function formInput(
  { id, form, type, fields, personal }: SubmissionRecord,
  grant: Grant | null,
  at: string,
): SubmittedForm {
  const allowed = grant?.capabilities.forms?.personal ?? [];
  const withheld = allowed.includes("*") || allowed.includes(type) ? [] : personal;
  const shown = Object.entries(fields).filter(([name]) => !withheld.includes(name));
  return { id, form, type, at, fields: Object.fromEntries(shown) as SubmittedForm["fields"], withheld };
}
