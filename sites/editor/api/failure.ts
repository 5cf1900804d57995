import { explain } from "../../words/explain.ts";
import type { ScriptWords } from "../../words/en/script.ts";
import type { RequestFailure } from "../../requests/requestFailure.ts";

/** Describes a failure to the member in one or two sentences. */
export function failureText(words: ScriptWords, failure: RequestFailure): string {
  if (failure.kind === "unreached") return words.lost;
  const { code, detail } = failure;
  return [words.refused[code] ?? detail.title ?? words.broken, ...explain(words, detail)].join(" ");
}
