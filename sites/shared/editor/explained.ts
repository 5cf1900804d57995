import type { RefusalDetail } from "../../../manifests/refusals/refusal.ts";
import { explain } from "./explain.ts";
import { WORDS } from "./words/words.ts";
import { spoken } from "./spoken.ts";
import { withTimes } from "./timeText.ts";

/** Explains a refusal's details in the reader's language, one sentence each. */
export const explained = (detail: RefusalDetail): string[] => explain(WORDS.script, spoken(detail)).map(withTimes);
