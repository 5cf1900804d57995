import type { HookSources } from "../plugins/hooks/hookRunner.ts";
import type { Powers } from "../powers/powers.ts";
import type { Releases } from "../publishing/releases.ts";
import type { Submissions } from "./submissions.ts";
import { formInput } from "./formInput.ts";

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
