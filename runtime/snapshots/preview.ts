import { BoundedMap } from "../../manifests/memory/boundedMap.ts";
import { DATA_PREVIEW_MS, DATA_PREVIEWS_KEPT } from "../../manifests/bounds/plugins.ts";
import type { Page } from "../documents/content/content.ts";
import { tagOf } from "../documents/content/languages.ts";
import { pageSummary } from "../documents/lists/pageSummary.ts";
import type { Pinned } from "./pinned.ts";
import { type DataNeed, providerKey } from "../rendering/dataNeeds.ts";
import type { PageData, SectionData } from "../rendering/view.ts";
import { type PageDataQuestion, type DataSite, type DataOutcome, askForData, questionText } from "./asker.ts";
import type { GatheringParts } from "./gathering.ts";
import { type DataRow, type SectionDataStore, sectionsOf } from "./store.ts";

interface Kept {
  readonly data: DataOutcome;
  readonly until: number;
}

/**
 * The data of a draft page, computed when a member views it. Providers read published documents, and drafts only if the
 * plugin was granted them.
 */
export class DataPreview {
  readonly #parts: GatheringParts;
  readonly #kept = new BoundedMap<string, Kept>(DATA_PREVIEWS_KEPT);

  constructor(parts: GatheringParts) {
    this.#parts = parts;
  }

  async page(pinned: Pinned, id: string, page: Page): Promise<PageData> {
    const needs = pinned.dataNeeds(page);
    if (needs.length === 0) return new Map();
    const { site, origin } = pinned.site;
    const asked: DataSite = { site, origin, moments: { draft: pinned.change } };
    const language = tagOf(page, pinned.view.settings);
    const summary = pageSummary(id, page, pinned.place, pinned.plugins.renderer);
    const outcomes = await this.#findData(
      pinned,
      asked,
      needs.map((need) => ({ need, page: summary, language })),
    );
    return this.#filled(pinned, id, needs, outcomes);
  }

  async #findData(pinned: Pinned, site: DataSite, questions: readonly PageDataQuestion[]): Promise<DataOutcome[]> {
    const keys = await Promise.all(questions.map((question) => this.#keyOf(pinned, site, question)));
    const now = this.#parts.powers.now();
    const known = keys
      .map((key) => this.#kept.get(key))
      .map((kept) => (kept && now < kept.until ? kept.data : undefined));
    const open = questions.filter((_, index) => !known[index]);
    const fresh = open.length > 0 ? await askForData(this.#parts.pluginCalls, site, open, true) : [];
    return questions.flatMap((_, index) => this.#keep(keys[index] ?? "", known[index] ?? fresh.shift()));
  }

  #keyOf({ change, plugins }: Pinned, site: DataSite, question: PageDataQuestion): Promise<string> {
    const { plugin } = question.need;
    return this.#parts.powers.digest(
      JSON.stringify([site.site, plugins.digests[plugin.id], plugin.grant, change, questionText(question, site)]),
    );
  }

  /** Caches an answer or a failure, so that reloading the page need not call the provider again. */
  #keep(key: string, outcome: DataOutcome | undefined): DataOutcome[] {
    if (!outcome) return [];
    if (!this.#kept.has(key) || this.#kept.get(key)?.data !== outcome) {
      this.#kept.set(key, { data: outcome, until: this.#parts.powers.now() + DATA_PREVIEW_MS });
    }
    return [outcome];
  }

  #filled(pinned: Pinned, page: string, needs: readonly DataNeed[], outcomes: readonly DataOutcome[]): PageData {
    const outcomeOf = new Map(needs.map((need, index) => [need, outcomes[index]] as const));
    const stored = storedIn(this.#parts.sectionData.latest(pinned.site.site, page));
    const data = sectionsOf(needs, (need) => {
      const answer = outcomeOf.get(need);
      return answer?.ok ? answer.value.data : stored(need);
    });
    const problems = needs.flatMap((need): [string, string][] => {
      const answer = outcomeOf.get(need);
      return answer?.ok === false ? need.sections.map(({ id }) => [id, answer.error.message]) : [];
    });
    return withProblems(data, new Map(problems));
  }
}

/** The data of the published release for a page's sections, without calling plugins. */
export function dataVisitorsSee(store: SectionDataStore, pinned: Pinned, id: string, page: Page): PageData {
  const needs = pinned.dataNeeds(page);
  return needs.length === 0
    ? new Map()
    : sectionsOf(needs, storedIn(store.upTo(pinned.site.site, id, pinned.site.release)));
}

/** Uses a stored answer only if the currently active plugin version gave it. */
const storedIn =
  (rows: ReadonlyMap<string, DataRow>) =>
  (need: DataNeed): string | null => {
    const row = rows.get(providerKey(need));
    return row?.plugin === need.plugin.plugin.digest ? row.data : null;
  };

function withProblems(data: PageData, problems: ReadonlyMap<string, string>): PageData {
  const marked = [...data].map(([id, given]): [string, SectionData] => {
    const problem = problems.get(id);
    return [id, problem === undefined ? given : { ...given, problem }];
  });
  return new Map(marked);
}
