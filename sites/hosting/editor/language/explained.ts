import type { RefusalDetail } from "../../../../manifests/refusals/refusal.ts";
import { explain } from "../../../shared/editor/explain.ts";
import { WORDS } from "../../../shared/editor/words/words.ts";
import { spoken } from "./spoken.ts";

/** Explains a refusal's details to the reader, a sentence each. */
export const explained = (detail: RefusalDetail): string[] => explain(WORDS.script, spoken(detail));
