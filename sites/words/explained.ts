import type { RefusalDetail } from "../../manifests/refusals/refusal.ts";
import { explain } from "./explain.ts";
import { WORDS } from "./words.ts";
import { spoken } from "./spoken.ts";
import { withTimes } from "./timeText.ts";

/** Explains a refusal's details in the reader's language, one sentence each. */
export const explained = (detail: RefusalDetail): string[] => explain(WORDS.script, timed(spoken(detail)));

/** The same details, with the time of a schedule as people write it. */
const timed = ({ issues, ...others }: RefusalDetail): RefusalDetail => ({
  ...others,
  ...(issues && {
    issues: issues.map((issue) =>
      issue.pointer === "/at" ? { ...issue, found: withTimes(issue.found), allowed: withTimes(issue.allowed) } : issue,
    ),
  }),
});
