import { CALLS_PER_BATCH } from "../../manifests/bounds/calls.ts";
import {
  DATA_BATCH_MAX_CHARS,
  DATA_BATCH_PAGES,
  DATA_PAGE_MAX_CHARS,
  DATA_SECTION_MAX_CHARS,
} from "../../manifests/bounds/plugins.ts";
import { validateFields } from "../../manifests/fields/fields.ts";
import { parseStrictJson } from "../../manifests/json/strictJson.ts";
import { type Result, accepted, refused } from "../../manifests/result.ts";
import type { PageSummary } from "../documents/content/content.ts";
import { type DataAnswer, dataShape } from "../plugins/calls/answers.ts";
import type { ContentMoments, PluginCall, PluginCalls, PluginOutcome } from "../plugins/calls/calls.ts";
import { type DataNeed, type DataSection, providerKey } from "../rendering/dataNeeds.ts";

/** One page, with the sections for which one provider must compute data. */
export interface PageDataQuestion {
  readonly need: DataNeed;
  readonly page: PageSummary;
  /** The language of the page. */
  readonly language: string;
}

/** JSON of the data by section id, and what the provider read to compute it. */
export interface PageAnswer {
  readonly data: string;
  readonly reads: readonly string[] | undefined;
}

/**
 * The reason why there is no data. `broken` is true if the provider itself failed, and not only its answer for one
 * page.
 */
export interface DataFault {
  readonly message: string;
  readonly broken: boolean;
}

export type DataOutcome = Result<PageAnswer, DataFault>;

/** Facts of the site that are the same in all inputs. */
export interface DataSite {
  readonly site: string;
  readonly origin: string;
  readonly moments: ContentMoments;
}

interface DataInput {
  readonly site: { readonly origin: string; readonly language: string };
  readonly pages: readonly { readonly page: PageSummary; readonly sections: readonly DataSection[] }[];
}

const entryOf = ({ need, page }: PageDataQuestion): DataInput["pages"][number] => ({ page, sections: need.sections });

/** A provider's input for one page as text. The answer for that page depends on nothing else in the input. */
export const questionText = (question: PageDataQuestion, { origin }: DataSite): string =>
  JSON.stringify([providerKey(question.need), origin, question.language, entryOf(question)]);

/**
 * Calls data providers, for several pages in one call, and validates all answers. Outcomes are in the order of the
 * questions. With `isPreview`, an error does not count against the plugin, because a publication calls it again.
 * Otherwise a member who may only write drafts could write one that gets a plugin quarantined.
 */
export async function askForData(
  calls: PluginCalls,
  site: DataSite,
  questions: readonly PageDataQuestion[],
  isPreview = false,
): Promise<DataOutcome[]> {
  const batches = batchesOf(questions);
  const answered = new Map<PageDataQuestion, DataOutcome>();
  for (let from = 0; from < batches.length; from += CALLS_PER_BATCH) {
    const some = batches.slice(from, from + CALLS_PER_BATCH);
    const outcomes = await calls.all(
      some.map((batch) => ({ ...callFor(site, batch), ...(isPreview && { willRetry: true }) })),
    );
    for (const [index, batch] of some.entries()) {
      for (const [question, answer] of answersIn(outcomes[index], batch)) answered.set(question, answer);
    }
  }
  return questions.map((question) => answered.get(question) ?? NO_ANSWER);
}

/** Groups questions for one provider about pages of one language, as many as fit in one call. */
function batchesOf(questions: readonly PageDataQuestion[]): PageDataQuestion[][] {
  return [...Map.groupBy(questions, ({ need, language }) => `${language} ${providerKey(need)}`).values()].flatMap(
    (ofOne) => {
      const batches: { questions: PageDataQuestion[]; chars: number }[] = [];
      for (const question of ofOne) {
        const chars = JSON.stringify(entryOf(question)).length;
        const last = batches.at(-1);
        const fits = last && last.questions.length < DATA_BATCH_PAGES && last.chars + chars <= DATA_BATCH_MAX_CHARS;
        if (!fits) batches.push({ questions: [question], chars });
        else Object.assign(last, { questions: [...last.questions, question], chars: last.chars + chars });
      }
      return batches.map((batch) => batch.questions);
    },
  );
}

function callFor({ site, origin, moments }: DataSite, batch: readonly PageDataQuestion[]): PluginCall {
  const [first] = batch;
  if (!first) throw new Error("a batch has at least one question");
  const input: DataInput = { site: { origin, language: first.language }, pages: batch.map(entryOf) };
  return { site, plugin: first.need.plugin, point: "data", name: first.need.provider, input, moments };
}

const failed = (message: string, broken = true): DataOutcome => refused({ message, broken });
const NO_ANSWER = failed("the plugin was not called");
const MISSHAPEN = failed("the plugin's answer is not data by page and section");
const TOO_LONG = failed("the plugin's answer for a section is too large", false);
const UNFIT = failed("the plugin's data do not match the schema that its manifest declares", false);

function answersIn(
  outcome: PluginOutcome | undefined,
  batch: readonly PageDataQuestion[],
): [PageDataQuestion, DataOutcome][] {
  if (!outcome?.ok) return batch.map((question) => [question, outcome ? failed(outcome.message) : NO_ANSWER]);
  const answer = understood(outcome.value);
  return batch.map((question) => [question, answer ? pageAnswer(answer, question, outcome.reads) : MISSHAPEN]);
}

/**
 * Parses an answer from its JSON text. The value comes from another isolate, and only its text is known to be harmless.
 */
function understood(value: unknown): DataAnswer | undefined {
  const parsed = parseStrictJson(jsonOf(value));
  if (!parsed.ok) return undefined;
  const shaped = dataShape.safeParse(parsed.value);
  return shaped.success ? shaped.data : undefined;
}

/** A value as JSON. Empty, which is invalid JSON, for a value that cannot be serialised. */
function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "";
  } catch {
    return "";
  }
}

/** The part of an answer for one page. Sections that were not in the input are dropped. */
function pageAnswer(
  answer: DataAnswer,
  { need, page }: PageDataQuestion,
  reads: readonly string[] | undefined,
): DataOutcome {
  const ofPage = Object.hasOwn(answer, page.id) ? (answer[page.id] ?? {}) : {};
  const wanted = need.sections.flatMap(({ id }) =>
    Object.hasOwn(ofPage, id) && ofPage[id] ? [[id, ofPage[id]] as const] : [],
  );
  if (wanted.some(([, data]) => JSON.stringify(data).length > DATA_SECTION_MAX_CHARS)) return TOO_LONG;
  const isFit = ([id, data]: (typeof wanted)[number]): boolean => {
    const output = need.outputs.get(id);
    return !output || validateFields(output, data).length === 0;
  };
  if (!wanted.every(isFit)) return UNFIT;
  const data = JSON.stringify(Object.fromEntries(wanted));
  return data.length > DATA_PAGE_MAX_CHARS ? TOO_LONG : accepted({ data, reads });
}
