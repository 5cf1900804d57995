import type { PageSummary } from "../documents/content/content.ts";
import { tagOf } from "../documents/content/languages.ts";
import type { StoredDocument } from "../documents/documents.ts";
import { pageSummary } from "../documents/lists/pageSummary.ts";
import type { Pinned } from "./pinned.ts";
import type { PluginCalls } from "../plugins/calls/calls.ts";
import type { Powers } from "../powers/powers.ts";
import type { PublishNotice } from "../plugins/calls/notices.ts";
import { type DataNeed, providerKey } from "../rendering/dataNeeds.ts";
import type { PageData } from "../rendering/view.ts";
import {
  type PageDataQuestion,
  type DataSite,
  type DataOutcome,
  type PageAnswer,
  askForData,
  questionText,
} from "./asker.ts";
import { ReadStates, readsToKeep } from "./reads.ts";
import { type DataRow, type SectionDataStore, sectionsOf } from "./store.ts";

/** The dependency of pages whose provider failed, so that later publications call it again. */
export const DATA_OWED = "data:owed";

export interface GatheringParts {
  readonly powers: Powers;
  readonly pluginCalls: PluginCalls;
  readonly sectionData: SectionDataStore;
}

/** The data of one page's sections, with the rows and dependencies to store. */
export interface GatheredPage {
  readonly data: PageData;
  readonly rows: readonly DataRow[];
  readonly dependencies: readonly string[];
}

const NONE: GatheredPage = { data: new Map(), rows: [], dependencies: [] };

/** One page and one provider, with the stored answer if there is one. */
interface Case extends PageDataQuestion {
  readonly held: DataRow | undefined;
}

interface Settled {
  readonly row: DataRow;
  readonly problem?: string;
}

/**
 * Collects the data for one publication. An answer of the previous release is reused if everything that it depends on
 * is unchanged. A failed provider is not called again in the same publication. Otherwise each group of pages would wait
 * for its timeout, and one cause would count as many failures.
 */
export class DataGathering {
  readonly #parts: GatheringParts;
  readonly #pinned: Pinned;
  readonly #site: DataSite;
  readonly #states: ReadStates;
  readonly #failed = new Map<string, string>();
  readonly #lacking = new Map<string, { readonly plugin: string; readonly message: string; pages: number }>();
  /** Time spent waiting for answers, in milliseconds. */
  waitedMs = 0;

  constructor(parts: GatheringParts, pinned: Pinned) {
    this.#parts = parts;
    this.#pinned = pinned;
    const { site, origin } = pinned.site;
    // Providers read this release's own documents as the published ones, because visitors will see both together.
    const moments = { published: pinned.change, draft: pinned.change };
    this.#site = { site, origin, moments };
    this.#states = new ReadStates(parts.powers, pinned);
  }

  /**
   * Returns and clears the notices of failed providers. Each counts the pages without its data, or with the previous
   * release's data.
   */
  takeNotices(): PublishNotice[] {
    const notices = [...this.#lacking.values()].map(({ plugin, message, pages }): PublishNotice => ({
      plugin,
      code: "data_unavailable",
      detail: message,
      pages,
    }));
    this.#lacking.clear();
    return notices;
  }

  async lot(documents: readonly StoredDocument<"page">[]): Promise<ReadonlyMap<string, GatheredPage>> {
    const cases = documents.flatMap((document) => this.#casesOf(document));
    if (cases.length === 0) return new Map();
    const settled = await this.#settle(cases);
    return new Map(
      [...Map.groupBy(cases, ({ page }) => page.id)].map(([page, ofPage]) => [page, gathered(ofPage, settled)]),
    );
  }

  #casesOf({ id, body }: StoredDocument<"page">): Case[] {
    const needs = this.#pinned.dataNeeds(body);
    if (needs.length === 0) return [];
    const held = this.#parts.sectionData.latest(this.#site.site, id);
    const { place, plugins } = this.#pinned;
    const page: PageSummary = pageSummary(id, body, place, plugins.renderer);
    const language = tagOf(body, this.#pinned.view.settings);
    return needs.map((need) => ({ need, page, language, held: held.get(providerKey(need)) }));
  }

  async #settle(cases: readonly Case[]): Promise<ReadonlyMap<Case, Settled>> {
    const settled = new Map<Case, Settled>();
    for (const one of cases) {
      if (one.held && (await this.#stillHolds(one, one.held))) settled.set(one, { row: one.held });
    }
    const open = cases.filter((one) => !settled.has(one));
    const askable = open.filter(({ need }) => !this.#failed.has(providerKey(need)));
    const outcomes = await this.#ask(askable);
    for (const one of open) settled.set(one, await this.#row(one, outcomes.get(one)));
    return settled;
  }

  async #stillHolds(one: Case, held: DataRow): Promise<boolean> {
    return held.digest !== "" && held.digest === (await this.#digest(one, held.reads));
  }

  async #digest(one: Case, reads: readonly string[]): Promise<string> {
    const { plugin } = one.need;
    const states = await this.#states.of(reads);
    return this.#parts.powers.digest(
      JSON.stringify([
        this.#pinned.plugins.digests[plugin.id],
        plugin.grant,
        questionText(one, this.#site),
        reads,
        states,
      ]),
    );
  }

  async #ask(cases: readonly Case[]): Promise<ReadonlyMap<Case, DataOutcome>> {
    if (cases.length === 0) return new Map();
    const start = this.#parts.powers.now();
    const outcomes = await askForData(this.#parts.pluginCalls, this.#site, cases);
    this.waitedMs += Math.max(0, this.#parts.powers.now() - start);
    return new Map(cases.flatMap((one, index) => (outcomes[index] ? [[one, outcomes[index]]] : [])));
  }

  async #row(one: Case, outcome: DataOutcome | undefined): Promise<Settled> {
    if (outcome?.ok) return { row: await this.#answered(one, outcome.value) };
    const { need, held } = one;
    const key = providerKey(need);
    const message = outcome?.error.message ?? this.#failed.get(key) ?? "";
    if (outcome?.error.broken) this.#failed.set(key, message);
    const lacking = this.#lacking.get(key) ?? { plugin: need.plugin.id, message, pages: 0 };
    lacking.pages += 1;
    this.#lacking.set(key, lacking);
    const usable = held?.plugin === need.plugin.plugin.digest;
    return { row: usable ? held : { provider: key, plugin: "", digest: "", reads: [], data: null }, problem: message };
  }

  async #answered(one: Case, { data, reads }: PageAnswer): Promise<DataRow> {
    const { plugin } = one.need;
    const kept = readsToKeep(plugin, reads);
    const digest = await this.#digest(one, kept);
    return { provider: providerKey(one.need), plugin: plugin.plugin.digest, digest, reads: kept, data };
  }
}

function gathered(cases: readonly Case[], settled: ReadonlyMap<Case, Settled>): GatheredPage {
  const known = cases.flatMap((one) => {
    const found = settled.get(one);
    return found ? [{ need: one.need, ...found }] : [];
  });
  const textOf = new Map<DataNeed, string | null>(known.map(({ need, row }) => [need, row.data]));
  const reads = known.flatMap(({ row }) => row.reads);
  const owed = known.some(({ problem }) => problem !== undefined) ? [DATA_OWED] : [];
  return {
    data: sectionsOf(
      known.map(({ need }) => need),
      (need) => textOf.get(need) ?? null,
    ),
    rows: known.map(({ row }) => row),
    dependencies: [...reads, ...owed],
  };
}

export const gatheredFor = (pages: ReadonlyMap<string, GatheredPage>, id: string): GatheredPage =>
  pages.get(id) ?? NONE;
