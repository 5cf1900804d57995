import {
  CALLS_PER_BATCH, DATA_BATCH_MAX_CHARS, DATA_BATCH_PAGES, DATA_PAGE_MAX_CHARS, DATA_SECTION_MAX_CHARS,
} from "../../manifests/bounds.ts";
import { parseStrictJson } from "../../manifests/strictJson.ts";
import type { PageSummary } from "../content.ts";
import type { DataAnswer } from "../plugins/answers.ts";
import { dataShape } from "../plugins/answers.ts";
import type { ContentMoments, PluginCall, PluginCalls, PluginOutcome } from "../plugins/calls.ts";
import type { DataNeed, DataSection } from "../rendering/dataNeeds.ts";
import { providerKey } from "../rendering/dataNeeds.ts";

/** One page with the sections one provider is asked for. */
export interface DataQuestion {
  readonly need: DataNeed;
  readonly page: PageSummary;
}

/** JSON of the data by section id, or why there is none. */
export type DataTold =
  | { readonly ok: true; readonly data: string; readonly reads: readonly string[] | undefined }
  /** `broken` when the provider failed, and not its answer for one page. */
  | { readonly ok: false; readonly message: string; readonly broken: boolean };

/** What the questions are about, beside their pages. */
export interface DataSite {
  readonly site: string;
  readonly origin: string;
  readonly language: string;
  readonly moments: ContentMoments;
}

/** What a provider gets. */
interface DataInput {
  readonly site: { readonly origin: string; readonly language: string };
  readonly pages: readonly { readonly page: PageSummary; readonly sections: readonly DataSection[] }[];
}

const entryOf = ({ need, page }: DataQuestion): DataInput["pages"][number] => ({ page, sections: need.sections });

/** All a provider is told about one page: the part of its input the answer for that page may depend on. */
export const questionText = (question: DataQuestion, { origin, language }: DataSite): string =>
  JSON.stringify([providerKey(question.need), origin, language, entryOf(question)]);

/**
 * Asks data providers, several pages a call, and believes no answer before it was looked at. Answers in the order of the
 * questions. `isPreview`: asked again when it is published, so what it throws is not held against it. Whoever may write
 * drafts, and nothing else, must not be able to write what makes a plugin fail until it is taken out.
 */
export async function askForData(calls: PluginCalls, site: DataSite, questions: readonly DataQuestion[], isPreview = false): Promise<DataTold[]> {
  const batches = batchesOf(questions);
  const told = new Map<DataQuestion, DataTold>();
  for (let from = 0; from < batches.length; from += CALLS_PER_BATCH) {
    const some = batches.slice(from, from + CALLS_PER_BATCH);
    const outcomes = await calls.all(some.map((batch) => ({ ...callFor(site, batch), ...(isPreview && { willRetry: true }) })));
    for (const [index, batch] of some.entries()) {
      for (const [question, answer] of answersIn(outcomes[index], batch)) told.set(question, answer);
    }
  }
  return questions.map((question) => told.get(question) ?? NO_ANSWER);
}

/** Questions to one provider together, as many as one call takes. */
function batchesOf(questions: readonly DataQuestion[]): DataQuestion[][] {
  return [...Map.groupBy(questions, ({ need }) => providerKey(need)).values()].flatMap((ofOne) => {
    const batches: { questions: DataQuestion[]; chars: number }[] = [];
    for (const question of ofOne) {
      const chars = JSON.stringify(entryOf(question)).length;
      const last = batches.at(-1);
      const fits = last && last.questions.length < DATA_BATCH_PAGES && last.chars + chars <= DATA_BATCH_MAX_CHARS;
      if (!fits) batches.push({ questions: [question], chars });
      else Object.assign(last, { questions: [...last.questions, question], chars: last.chars + chars });
    }
    return batches.map((batch) => batch.questions);
  });
}

function callFor({ site, origin, language, moments }: DataSite, batch: readonly DataQuestion[]): PluginCall {
  const [first] = batch;
  if (!first) throw new Error("a batch has at least one question");
  const input: DataInput = { site: { origin, language }, pages: batch.map(entryOf) };
  return { site, plugin: first.need.plugin, point: "data", name: first.need.provider, input, moments };
}

const failed = (message: string, broken = true): DataTold => ({ ok: false, message, broken });
const NO_ANSWER = failed("it was not asked");
const MISSHAPEN = failed("it answered something else than data by page and section");
const TOO_LONG = failed("it answered more than a section may hold", false);

function answersIn(outcome: PluginOutcome | undefined, batch: readonly DataQuestion[]): [DataQuestion, DataTold][] {
  if (!outcome?.ok) return batch.map((question) => [question, outcome ? failed(outcome.message) : NO_ANSWER]);
  const answer = understood(outcome.value);
  return batch.map((question) => [question, answer ? pageAnswer(answer, question, outcome.reads) : MISSHAPEN]);
}

/** Read through its text once more: what came over the wall is a value, and only its text is known to be harmless. */
function understood(value: unknown): DataAnswer | undefined {
  const parsed = parseStrictJson(jsonOf(value));
  if (!parsed.ok) return undefined;
  const shaped = dataShape.safeParse(parsed.value);
  return shaped.success ? shaped.data : undefined;
}

/** Empty, and so no JSON, for what has no text: a value too deep to be written, or one that refuses. */
function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "";
  } catch {
    return "";
  }
}

/** Only what was asked for is looked at; the rest of the answer goes. */
function pageAnswer(answer: DataAnswer, { need, page }: DataQuestion, reads: readonly string[] | undefined): DataTold {
  const ofPage = Object.hasOwn(answer, page.id) ? (answer[page.id] ?? {}) : {};
  const wanted = need.sections.flatMap(({ id }) => (Object.hasOwn(ofPage, id) && ofPage[id] ? [[id, ofPage[id]] as const] : []));
  if (wanted.some(([, data]) => JSON.stringify(data).length > DATA_SECTION_MAX_CHARS)) return TOO_LONG;
  const data = JSON.stringify(Object.fromEntries(wanted));
  return data.length > DATA_PAGE_MAX_CHARS ? TOO_LONG : { ok: true, data, reads };
}
