import type { TokenBudget } from "../content/tokenBudget.ts";
import type { SiteContent } from "../content/siteContent.ts";
import type { QuestionParameters } from "./parameters.ts";

/** Answers one operation. Throws a Refusal if the parameters are not valid. */
export type Answering = (
  content: SiteContent,
  parameters: QuestionParameters,
  budget: TokenBudget,
) => Promise<Record<string, unknown>>;
