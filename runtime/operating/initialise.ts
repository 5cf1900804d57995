import { ISSUES_LISTED } from "../../manifests/bounds/publishing.ts";
import { type Issue, Refusal } from "../../manifests/refusals/refusal.ts";
import { type SiteBeginning, type StatedBeginning, begin, beginLater, beginningDigest } from "./beginning.ts";
import { type Actor, actorName } from "../area/actor.ts";
import type { Erasures } from "../backups/erasures.ts";
import { type SiteRowsParts, deleteSite } from "../backups/siteRows.ts";
import { pathIssues, sourceIssues } from "../editing/checking/documentChecks.ts";
import { groupIssues, ownLanguageIssues, prefixAllowed } from "../editing/languages/checks.ts";
import type { Page, SiteDocument, Theme } from "../documents/content/content.ts";
import { LATEST_CHANGE } from "../documents/content/forever.ts";
import { pageWith } from "../documents/content/sharedValues.ts";
import type { Settings } from "../documents/content/settings.ts";
import { type DocumentWrite, type Documents, ONLY } from "../documents/documents.ts";
import type { EntryIndex } from "../documents/lists/entryIndex.ts";
import { type PublicPlace, publicPlace } from "../documents/content/languageHosts.ts";
import { loopsBetweenHosts } from "../documents/hostRedirects.ts";
import type { Renderer } from "../rendering/renderer.ts";
import type { Powers } from "../powers/powers.ts";
import type { Publisher } from "../publishing/publisher.ts";
import type { Releases } from "../publishing/releases/releases.ts";
import { type AddressParts, setAddress } from "../tenancy/siteAddress.ts";
import type { PluginShelf } from "../plugins/states/shelf.ts";
import type { SiteRow, Sites } from "../tenancy/sites.ts";
import { inRollback } from "../database/inRollback.ts";
import type { Tenant } from "../tenancy/tenant.ts";
import type { SiteRemovals } from "./siteRemovals.ts";

/** A new site: its names, its documents, its theme, and the operator's request. */
export interface InitialiseInput {
  readonly tenant: string;
  readonly site: string;
  /** Origin of the canonical hostname, e.g. `https://www.example.com`; no trailing slash. */
  readonly origin: string;
  /** All verified hostnames, the canonical one first; none before the first is verified. */
  readonly hostnames: readonly string[];
  /** Ids of the first-party plugins to install. Default: all. */
  readonly plugins?: readonly string[] | undefined;
  /** The facts that are stated once. A request without them says nothing about them. */
  readonly beginning?: SiteBeginning | undefined;
  readonly document: SiteDocument;
  readonly theme: Theme;
  readonly actor: Actor;
  readonly requestId: string;
}

export interface InitialiseResult {
  /** False when the site existed with equal input. */
  readonly created: boolean;
  readonly release: number;
  readonly sequence: number;
  /** Faults of the content that did not prevent the publication. */
  readonly issues: readonly Issue[];
  /** Section types of no active plugin. The documents keep such sections, but visitors do not see them. */
  readonly unavailable: readonly { readonly type: string; readonly pages: readonly string[] }[];
}

export interface InitialiseParts extends AddressParts, SiteRowsParts {
  readonly powers: Powers;
  readonly documents: Documents;
  readonly entries: EntryIndex;
  readonly sites: Sites;
  readonly releases: Releases;
  readonly plugins: PluginShelf;
  readonly publisher: Publisher;
  readonly tenant: Tenant;
  readonly erasures: Erasures;
  readonly siteRemovals: SiteRemovals;
}

/**
 * Creates a site with its documents, and publishes them. Repeating the same input completes a creation that a crash
 * interrupted, and otherwise changes nothing. Other input for the same site is refused.
 */
export class Initialiser {
  readonly #parts: InitialiseParts;

  constructor(parts: InitialiseParts) {
    this.#parts = parts;
  }

  async run(input: InitialiseInput): Promise<InitialiseResult> {
    const created = this.#create(input, await this.#digests(input));
    setAddress(this.#parts, input.site, input.origin, input.hostnames);
    const row = await this.#published(input);
    return { created, release: row.release, sequence: row.sequence, issues: [], unavailable: this.#unavailable(input) };
  }

  /** Makes the checks of `run` and changes nothing. */
  async rehearse(input: InitialiseInput): Promise<null> {
    const digests = await this.#digests(input);
    inRollback(this.#parts.powers.sql, () => this.#create(input, digests));
    return null;
  }

  /** Deletes a site that was never published, so that another request can create it. A missing site is no error. */
  abandon(site: string): null {
    const { sites } = this.#parts;
    const found = sites.find(site);
    if (!found) return null;
    if (found.release > 0)
      throw new Refusal("CONFLICT", {
        conflict: "already_published",
        reason: "The workspace has already published this site. Send the same provisioning request again to open it.",
      });
    deleteSite(this.#parts, site);
    return null;
  }

  async #digests(input: InitialiseInput): Promise<Digests> {
    const { powers } = this.#parts;
    const { beginning } = input;
    const inputDigest = await powers.digest(JSON.stringify(identity(input)));
    if (!beginning) return { inputDigest };
    return {
      inputDigest,
      earlierDigest: await powers.digest(JSON.stringify(earlierIdentity(input, beginning))),
      stated: { beginning, digest: await beginningDigest(powers, beginning), inputDigest },
    };
  }

  /** Throws unless the request has the values that the site was created with. Completes what nobody has stated yet. */
  #requireEqual(row: SiteRow, { inputDigest, earlierDigest, stated }: Digests): void {
    const { powers, sites } = this.#parts;
    const isEarlier = row.beginningDigest === null && row.inputDigest === earlierDigest;
    if (row.inputDigest !== inputDigest && !isEarlier) throw conflict(row.site);
    if (!stated || row.beginningDigest === stated.digest) return;
    if (row.beginningDigest !== null) throw conflict(row.site);
    const isWritten = isEarlier && earlierDigest !== inputDigest;
    beginLater(powers.sql, sites, row, { ...stated, isWritten });
  }

  /** Creates the site's rows. False if the same request has created them before. Throws for other input. */
  #create(input: InitialiseInput, digests: Digests): boolean {
    const { powers, sites, documents, plugins, tenant, erasures, siteRemovals } = this.#parts;
    return powers.sql.atomically(() => {
      const other = sites.find(input.site);
      if (other) {
        this.#requireEqual(other, digests);
        return false;
      }
      // A new site needs active writes. An unfinished erasure would remove the new site's public pages.
      tenant.requireActive();
      erasures.requireFinished();
      erasures.forget();
      siteRemovals.requireFinished(input.site);
      siteRemovals.forget(input.site);
      const at = powers.now();
      sites.create(input.site, {
        tenant: input.tenant,
        origin: input.origin,
        hostnames: input.hostnames,
        inputDigest: digests.inputDigest,
        at,
      });
      if (input.plugins) plugins.choose(input.site, input.plugins);
      this.#check(input);
      if (digests.stated) begin(powers.sql, sites, input.site, digests.stated);
      documents.write({ site: input.site, actor: actorName(input.actor), at }, firstWrites(input));
      this.#checkGroups(input);
      return true;
    });
  }

  #check(input: InitialiseInput): void {
    const { renderer } = this.#parts.plugins.forSite(input.site);
    const { settings, redirects } = input.document;
    const pages = new Map(input.document.pages.map(({ id, ...page }) => [id, page]));
    const issues = [...pages.values()].flatMap((page, index): Issue[] => {
      const checked = renderer.checkPage(this.#sharing(input.site, page, pages)).issues;
      return [...pathIssues(page, renderer), ...ownLanguageIssues(page, settings), ...checked].map((issue) => ({
        ...issue,
        pointer: `/document/pages/${index}${issue.pointer}`,
      }));
    });
    issues.push(...prefixIssues(settings));
    issues.push(...themeIssues(renderer, input.theme));
    issues.push(
      ...[...sourceIssues(redirects), ...loopsBetweenHosts(redirects, namesOf(input), placeOf(input))].map((issue) => ({
        ...issue,
        pointer: `/document/redirects${issue.pointer}`,
      })),
    );
    if (issues.length > 0)
      throw new Refusal("INVALID_REQUEST", { issues: issues.slice(0, ISSUES_LISTED), total: issues.length });
  }

  /** A page with the values that another page of the document keeps for all languages. */
  #sharing(site: string, page: Page, pages: ReadonlyMap<string, Page>): Page {
    const source = pages.get(page.translationOf ?? "");
    const fields = this.#parts.entries.sharedFields(site, page.type ?? "", LATEST_CHANGE);
    return fields && source && source.type === page.type ? pageWith(fields.of(source.values ?? {}), page) : page;
  }

  /** Checks the pages that translate others, once all are there. */
  #checkGroups({ site, document: { pages, settings } }: InitialiseInput): void {
    const { documents } = this.#parts;
    const issues = pages.flatMap(({ id, ...page }, index): Issue[] =>
      page.translationOf === undefined
        ? []
        : groupIssues({ documents, site }, id, page, settings).map((issue) => ({
            ...issue,
            pointer: `/document/pages/${index}${issue.pointer}`,
          })),
    );
    if (issues.length > 0)
      throw new Refusal("INVALID_REQUEST", { issues: issues.slice(0, ISSUES_LISTED), total: issues.length });
  }

  async #published(input: InitialiseInput): Promise<SiteRow> {
    const { powers, sites, releases, publisher, entries } = this.#parts;
    entries.makeAll(input.site);
    const shown = releases.find(input.site, sites.get(input.site).release);
    if (shown?.origin !== input.origin && !releases.building(input.site)) {
      const commit = await publisher.prepareAgain(input.site, actorName(input.actor));
      powers.sql.atomically(() => void commit());
    }
    while (!(await publisher.step(input.site))) continue;
    return this.#shown(input.site);
  }

  #shown(site: string): SiteRow {
    const row = this.#parts.sites.get(site);
    if (row.release > 0) return row;
    const [failed] = this.#parts.releases.list(site, Number.MAX_SAFE_INTEGER, 1);
    throw new Refusal("CONFLICT", {
      conflict: "first_publication_failed",
      reason: "The first publication failed.",
      problem: failed?.problem ?? null,
    });
  }

  #unavailable(input: InitialiseInput): InitialiseResult["unavailable"] {
    const { renderer } = this.#parts.plugins.forSite(input.site);
    const pages = new Map<string, string[]>();
    for (const { id, ...page } of input.document.pages) {
      for (const { type } of renderer.checkPage(page).unknown) pages.set(type, [...(pages.get(type) ?? []), id]);
    }
    return [...pages].map(([type, ids]) => ({ type, pages: [...new Set(ids)] }));
  }
}

/** Faults of the theme. An unknown theme is accepted, like sections of unknown types. */
const themeIssues = (renderer: Renderer, theme: Theme): Issue[] =>
  renderer
    .checkTheme(theme)
    .filter(({ pointer }) => pointer !== "/theme")
    .map((issue) => ({ ...issue, pointer: `/theme${issue.pointer}` }));

/** Prefixes that visitors could not reach. */
const prefixIssues = ({ languages = [] }: Settings): Issue[] =>
  languages.flatMap(({ prefix }, index) => {
    const allowed = prefix === undefined ? undefined : prefixAllowed(prefix);
    if (prefix === undefined || allowed === undefined) return [];
    return [{ pointer: `/document/settings/languages/${index}/prefix`, found: prefix, allowed }];
  });

interface Digests {
  readonly inputDigest: string;
  /** As releases before 0.2 computed it, with the records among the input. */
  readonly earlierDigest?: string;
  readonly stated?: StatedBeginning;
}

const conflict = (site: string): Refusal => new Refusal("SITE_INITIALIZATION_CONFLICT", { site });

/** All names that redirects of the site may mean, also before one is verified. */
const namesOf = ({ hostnames, beginning }: InitialiseInput): readonly string[] =>
  beginning ? [...hostnames, beginning.hostname] : hostnames;

const placeOf = ({ document: { settings }, origin, hostnames }: InitialiseInput): PublicPlace =>
  publicPlace(settings, { origin, hostnames });

/**
 * Selects the input that must be equal in a repeat. Actor, request and addresses may differ: the control plane decides
 * the addresses. The beginning has a digest of its own.
 */
function identity({
  actor: _actor,
  requestId: _requestId,
  origin: _origin,
  hostnames: _hostnames,
  beginning: _beginning,
  ...rest
}: InitialiseInput): unknown {
  return rest;
}

function earlierIdentity(
  { tenant, site, plugins, document, theme }: InitialiseInput,
  { records }: SiteBeginning,
): unknown {
  return { tenant, site, plugins, records, document, theme };
}

function firstWrites(input: InitialiseInput): DocumentWrite[] {
  const { pages, navigation, redirects, settings } = input.document;
  // The languages decide about the pages for unknown addresses, so the settings are first.
  return [
    { kind: "settings", id: ONLY, expected: 0, body: settings },
    ...pages.map(({ id, ...body }): DocumentWrite => ({ kind: "page", id, expected: 0, body })),
    { kind: "navigation", id: ONLY, expected: 0, body: navigation },
    { kind: "redirects", id: ONLY, expected: 0, body: redirects },
    { kind: "theme", id: ONLY, expected: 0, body: input.theme },
  ];
}
