/** The gate that every publication passes: what needs an approval, and who may go past it. */
import { SCHEDULE_REASONS_LISTED } from "../../manifests/bounds/publishing.ts";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import { can, roleNamed } from "../commands/permissions.ts";
import type { Page } from "../documents/content/content.ts";
import { type LanguageSettings, tagOf } from "../documents/content/languages.ts";
import { type DocumentRef, type Documents, ONLY } from "../documents/documents.ts";
import type { History } from "../documents/history.ts";
import type { Timeline } from "../documents/timeline.ts";
import { type Selection, takes } from "../publishing/choice.ts";
import type { Releases } from "../publishing/releases/releases.ts";
import type { GatedCaller, ReviewGate } from "../publishing/reviewGate.ts";
import type { Sites } from "../tenancy/sites.ts";
import type { Approvers } from "./approvers.ts";
import { PLAIN_PAGE, type Reviews, type ReviewRules } from "./rules.ts";

export interface GateParts {
  readonly documents: Documents;
  readonly history: History;
  readonly timeline: Timeline;
  readonly releases: Releases;
  readonly sites: Sites;
  readonly reviews: Reviews;
  readonly approvers: Approvers;
}

/** The states of a document before and after a publication: each reads a body at its moment. */
type BodyAt = (kind: "page" | "settings", id: string) => unknown;

export class Gate implements ReviewGate {
  readonly #parts: GateParts;

  constructor(parts: GateParts) {
    this.#parts = parts;
  }

  requireReviewed(caller: GatedCaller, selection: Selection): boolean {
    const rules = this.#rulesFor(caller);
    return rules ? this.#pass(caller, this.needing(caller.site, rules, selection)) : false;
  }

  requireRestorable(caller: GatedCaller, release: number): boolean {
    const rules = this.#rulesFor(caller);
    if (!rules) return false;
    const { timeline, releases } = this.#parts;
    const target = releases.requireReady(caller.site, release).change;
    const shown = this.#shown(caller.site);
    const refs = timeline.writtenBetween(caller.site, Math.min(shown, target), Math.max(shown, target));
    return this.#pass(
      caller,
      this.#needing(caller.site, rules, refs, [this.#at(caller.site, shown), this.#at(caller.site, target)]),
    );
  }

  reviewing(caller: GatedCaller, selection: Selection, isApproved = (): boolean => false): () => boolean {
    const { site } = caller;
    const wasApproved = isApproved();
    const isPast = wasApproved ? false : this.requireReviewed(caller, selection);
    const rules = this.#rulesNow(site);
    const [shown, moment] = [this.#shown(site), this.#parts.documents.change(site)];
    return () => {
      if (isApproved()) return false;
      if (!wasApproved && this.#rulesNow(site) === rules) return isPast;
      return this.#requireBetween(caller, selection, shown, moment);
    };
  }

  stillApproved(site: string, request: string): Promise<() => boolean> {
    return this.#parts.approvers.sufficing(site, request);
  }

  /** The changes of a selection that need an approval, at most SCHEDULE_REASONS_LISTED. */
  needing(site: string, rules: ReviewRules, selection: Selection): DocumentRef[] {
    const { history, documents } = this.#parts;
    const shown = this.#shown(site);
    const refs = history.changedSince(site, shown, Number.MAX_SAFE_INTEGER).filter(takes(selection));
    const draft: BodyAt = (kind, id) => documents.get(site, kind, id)?.body;
    return this.#needing(site, rules, refs, [draft, this.#at(site, shown)]);
  }

  #rulesFor({ site, role, pastReview }: GatedCaller): ReviewRules | null {
    const known = roleNamed(role);
    if (pastReview && !(known && can(known, "owners.manage")))
      throw new Refusal("FORBIDDEN", { permission: "owners.manage" });
    return this.#parts.reviews.of(site);
  }

  #rulesNow(site: string): string {
    return JSON.stringify(this.#parts.reviews.of(site));
  }

  /** Checks the selected changes between what visitors see and a moment of the draft, which may be over. */
  #requireBetween(caller: GatedCaller, selection: Selection, shown: number, moment: number): boolean {
    const { site } = caller;
    const rules = this.#rulesFor(caller);
    if (!rules) return false;
    const refs = this.#parts.timeline.changedBetween(site, shown, moment).filter(takes(selection));
    return this.#pass(caller, this.#needing(site, rules, refs, [this.#at(site, shown), this.#at(site, moment)]));
  }

  #pass({ pastReview }: GatedCaller, needing: readonly DocumentRef[]): boolean {
    if (needing.length === 0 || pastReview) return needing.length > 0;
    throw new Refusal("CONFLICT", {
      conflict: "review_needed",
      reason: "This site demands an approval of these changes. Ask for publication.",
      needing: needing.map(({ kind, id }) => ({ kind, id })),
    });
  }

  #shown(site: string): number {
    const { releases, sites } = this.#parts;
    return releases.find(site, sites.get(site).release)?.change ?? 0;
  }

  #at(site: string, moment: number): BodyAt {
    return (kind, id) => this.#parts.documents.published(site, kind, id, moment)?.body;
  }

  /**
   * A page needs an approval if it did before or does after. Its language is read with both states of the settings, so
   * that a change of the settings takes no page out of the review.
   */
  #needing(site: string, rules: ReviewRules, refs: readonly DocumentRef[], states: readonly BodyAt[]): DocumentRef[] {
    const settings = [...states, this.#at(site, this.#shown(site))].flatMap(
      (state) => (state("settings", ONLY) as LanguageSettings | undefined) ?? [],
    );
    const needs = ({ kind, id }: DocumentRef): boolean => {
      if (kind !== "page") return true;
      const bodies = states.flatMap((state) => (state("page", id) as Page | undefined) ?? []);
      return bodies.length === 0 || bodies.some((body) => isReviewed(rules, settings, body));
    };
    const found: DocumentRef[] = [];
    for (const ref of refs) {
      if (needs(ref)) found.push(ref);
      if (found.length === SCHEDULE_REASONS_LISTED) break;
    }
    return found;
  }
}

const isReviewed = ({ types, languages }: ReviewRules, settings: readonly LanguageSettings[], body: Page): boolean =>
  (types === null || types.includes(body.type ?? PLAIN_PAGE)) &&
  (languages === null || settings.some((one) => languages.includes(tagOf(body, one))));
