/**
 * Reads a site's documents, and writes drafts. Without a grant for drafts of a kind, a plugin reads the moment that
 * visitors see: the change counter's value of the current release. Writes use the members' command, so they change
 * drafts only; no plugin changes what visitors see.
 */
import { CONTENT_QUERY_MAX_RESULTS, PLUGIN_CALL_DOCUMENTS } from "../manifests/bounds/bridge.ts";
import type { IndexedField } from "../manifests/fields/indexed.ts";
import { isListOrder, LIST_ORDERS, orderedField } from "../manifests/shapes/listOrder.ts";
import { conditionsOf } from "../runtime/rendering/queries.ts";
import type { DocumentKind, PageQuery } from "../runtime/documents/content/content.ts";
import { ONLY, type Documents, type StoredDocument } from "../runtime/documents/documents.ts";
import { publicPlace } from "../runtime/documents/content/languageHosts.ts";
import { teased, withUrls } from "../runtime/documents/lists/pageSummary.ts";
import { FOREVER } from "../runtime/documents/content/forever.ts";
import { documentDependency, queryDependency } from "../runtime/snapshots/pinned.ts";
import type { Powers } from "../runtime/powers/powers.ts";
import type { ContentMoments } from "../runtime/plugins/calls/calls.ts";
import type { Releases } from "../runtime/publishing/releases/releases.ts";
import type { Sites } from "../runtime/tenancy/sites.ts";
import type { Issue, RefusalCode, RefusalDetail } from "../manifests/refusals/refusal.ts";
import type { Answer } from "../runtime/commands/answer.ts";
import type { GrantedVerbs, EndSignal } from "./capability.ts";
import type { VerbAnswer, VerbInput } from "./contract.ts";
import type { Requested } from "../runtime/contributions/grant.ts";
import { denied, given, type Denied, type VerbOutcome } from "./outcome.ts";

/** The documents that a call may read, the moment it reads them at, and the drafts it may write. */
export interface ContentSources {
  readonly documents: Documents;
  readonly sites: Sites;
  readonly releases: Releases;
  /** The moments of the published and the draft state, if the call is about particular ones. */
  readonly moments?: ContentMoments | undefined;
  /** Document kinds that this call may write, among the granted ones. None if absent. */
  readonly writable?: readonly DocumentKind[] | undefined;
  /** Writes drafts while the call lasts. If absent, the call cannot write. */
  write?(writes: readonly DraftWrite[], mayStill: () => boolean): Promise<Answer<unknown>>;
  readonly powers: Pick<Powers, "now">;
  /** Reports each read, as `documentDependency` and `queryDependency` name it. */
  read?(dependency: string): void;
}

type DraftWrite = VerbInput<"content.write">["writes"][number];

type State = "published" | "draft";
type Kinds = NonNullable<Requested["content"]>;

const isForReaders = ({ body }: StoredDocument): boolean => "audience" in body && body.audience !== undefined;

const NONE: ReadonlyMap<string, IndexedField> = new Map();

/** Names a field by which a query cannot filter or order. Undefined if there is none. */
function unindexed(
  known: ReadonlyMap<string, IndexedField>,
  where: object,
  order: string | undefined,
): string | undefined {
  const allowed = known.size === 0 ? "none without a content type" : [...known.keys()].join(", ");
  const field = Object.keys(where).find((name) => !known.has(name));
  if (field !== undefined) return `At /where/${field}: found ${field}; allowed: ${allowed}.`;
  const ordered = order === undefined || isListOrder(order) ? undefined : orderedField(order)?.field;
  return ordered === undefined || known.has(ordered)
    ? undefined
    : `At /order: found ${ordered}; allowed: ${[...LIST_ORDERS, ...known.keys()].join(", ")}.`;
}

/** Names the grant that a document needs. */
const withholding = (kind: DocumentKind, state: State, more = ""): Denied =>
  denied(
    "not_granted",
    `It needs the capability content with ${kind} in ${state === "draft" ? "draft" : "read"}. ${more}`.trimEnd(),
  );

class SiteContent {
  readonly #sources: ContentSources;
  readonly #site: string;
  readonly #kinds: Kinds;
  /** Documents that this call has tried to write, refused ones included. */
  #asked = 0;

  constructor(sources: ContentSources, site: string, kinds: Kinds) {
    this.#sources = sources;
    this.#site = site;
    this.#kinds = kinds;
  }

  get({ documents, state = "published" }: VerbInput<"content.get">): VerbOutcome<VerbAnswer<"content.get">> {
    const withheld = documents.find(({ kind }) => !this.#may(kind, state));
    if (withheld) return withholding(withheld.kind, state);
    const moment = this.#moment(state);
    for (const { kind, id = ONLY } of documents) this.#sources.read?.(documentDependency({ kind, id }));
    if (moment === undefined) return given({ documents: documents.map(() => null) });
    return given({ documents: documents.map(({ kind, id }) => this.#document(kind, id ?? ONLY, moment, state)) });
  }

  query({
    state = "published",
    limit = CONTENT_QUERY_MAX_RESULTS,
    where = {},
    ...query
  }: VerbInput<"content.query">): VerbOutcome<VerbAnswer<"content.query">> {
    if (!this.#may("page", state)) return withholding("page", state);
    const known = this.#fieldsOf(query.type);
    const wrong = unindexed(known, where, query.order);
    if (wrong) return denied("invalid", wrong);
    const moment = this.#moment(state);
    const conditions = conditionsOf(where, known, { fields: {} });
    const asked: PageQuery = { ...query, limit, ...(conditions.length > 0 && { where: conditions }) };
    this.#sources.read?.(queryDependency(asked));
    if (moment === undefined) return given({ pages: [] });
    const { documents, powers, sites } = this.#sources;
    const row = sites.get(this.#site);
    const place = publicPlace(documents.only(this.#site, "settings", moment).body, row);
    const found = documents.lists.query(this.#site, row.origin, asked, moment, powers.now());
    return given({ pages: withUrls(found.map(teased), place) });
  }

  async write({ writes }: VerbInput<"content.write">, endSignal: EndSignal): Promise<VerbOutcome<unknown>> {
    const { writable } = this.#sources;
    const withheld = writes.find(({ kind }) => !(this.#may(kind, "draft") && writable?.includes(kind) === true));
    if (withheld) return withholding(withheld.kind, "draft", "A member who may change it must have caused the call.");
    this.#asked += writes.length;
    if (this.#asked > PLUGIN_CALL_DOCUMENTS)
      return denied("spent", `One call can write at most ${PLUGIN_CALL_DOCUMENTS} documents.`);
    const over = endSignal();
    const answer = await this.#sources.write?.(
      writes.map((write) => ({ ...write, id: write.id ?? ONLY })),
      () => !over.aborted,
    );
    if (!answer) return denied("unavailable");
    return answer.ok ? given(answer.value) : refusedWrite(answer.refusal);
  }

  /** The indexed fields of a content type. None if no plugin of the site has it. */
  #fieldsOf(type: string | undefined): ReadonlyMap<string, IndexedField> {
    return (type === undefined ? undefined : this.#sources.documents.lists.entryType(this.#site, type)?.fields) ?? NONE;
  }

  #may(kind: DocumentKind, state: State): boolean {
    return (state === "draft" ? this.#kinds.draft : this.#kinds.read)?.includes(kind) === true;
  }

  /** Undefined for the published state before the first release. */
  #moment(state: State): number | undefined {
    const moment = this.#sources.moments?.[state];
    if (moment !== undefined) return moment;
    if (state === "draft") return FOREVER - 1;
    const { release } = this.#sources.sites.get(this.#site);
    return this.#sources.releases.find(this.#site, release)?.change;
  }

  #document(
    kind: DocumentKind,
    id: string,
    moment: number,
    state: State,
  ): VerbAnswer<"content.get">["documents"][number] {
    const found = this.#sources.documents.get(this.#site, kind, id, moment);
    // A plugin reads of the published pages those that all visitors see.
    const isHidden = state === "published" && found !== undefined && isForReaders(found);
    return found && !isHidden ? { kind, id, version: found.version, body: found.body } : null;
  }
}

/** The detail of a refusal that a plugin may read. It names no other author. */
const WRITE_DENIALS = new Map<RefusalCode, (detail: RefusalDetail) => Denied>([
  [
    "STALE_VERSION",
    ({ kind, id, current }) => denied("stale", `${String(kind)} ${String(id)} is at version ${String(current)}.`),
  ],
  ["CONFLICT", ({ issues }) => denied("conflict", firstOf(issues))],
  ["INVALID_REQUEST", ({ issues }) => denied("invalid", firstOf(issues))],
  ["TOO_LARGE", () => denied("too_large")],
  ["WORKSPACE_FULL", () => denied("quota", "The workspace is full.")],
  ["RATE_LIMITED", () => denied("spent", "The plugin has written too often. Try again in a minute.")],
  ["TENANT_READ_ONLY", () => denied("unavailable")],
  ["TENANT_SUSPENDED", () => denied("unavailable")],
  ["PLUGIN_UNAVAILABLE", () => denied("over")],
]);

const firstOf = (issues: readonly Issue[] = []): string =>
  issues
    .slice(0, 1)
    .map(({ pointer, found, allowed }) => `At ${pointer || "its top"}: found ${found}; allowed: ${allowed}.`)
    .join("");

function refusedWrite({ code, detail }: { readonly code: RefusalCode; readonly detail: RefusalDetail }): Denied {
  const denial = WRITE_DENIALS.get(code);
  if (!denial) throw new Error(`a draft was refused with ${code}`);
  return denial(detail);
}

export function lendContent(sources: ContentSources, site: string, kinds: Kinds): GrantedVerbs {
  const content = new SiteContent(sources, site, kinds);
  return {
    "content.get": (input) => content.get(input),
    "content.query": (input) => content.query(input),
    ...(sources.write &&
      kinds.draft?.length && { "content.write": (input, endSignal) => content.write(input, endSignal) }),
  };
}
