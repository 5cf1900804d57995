import { callFailure } from "../../manifests/faults/callFailure.ts";
import {
  ACTION_PICTURE_MAX_BYTES,
  ACTION_SNAPSHOT_MAX_CHARS,
  PROPOSAL_KEPT_MS,
} from "../../manifests/bounds/editor.ts";
import { CHANGE_VALUES_LISTED } from "../../manifests/bounds/documents.ts";
import { toBase64 } from "../../manifests/bytes/base64.ts";
import type { ActionTarget } from "../../manifests/capabilities/capabilities.ts";
import { validateForDefaults, withDefaults } from "../../manifests/fields/fields.ts";
import { issuesFromZod } from "../../manifests/refusals/issues.ts";
import { encodePointer } from "../../manifests/refusals/pointer.ts";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import type { JsonSchema } from "../../manifests/shapes/shape.ts";
import { type Role, can } from "../commands/permissions.ts";
import type { Page } from "../documents/content/content.ts";
import type { StoredDocument } from "../documents/documents.ts";
import { requireVersion } from "../documents/writeChecks.ts";
import { checkedWrite } from "../editing/edit.ts";
import { applyPageOperations } from "../editing/operations/pageOperations.ts";
import type { PageOperation, FieldValues } from "../editing/operations/pageOperation.ts";
import { conflictsSince } from "../editing/operations/preconditions.ts";
import { findSection } from "../editing/operations/sectionTree.ts";
import { documentValues, pageValues, type ValueChange } from "../editing/operations/values.ts";
import { type OwnSigns, type ProposedValue, pictureValues, makeProof, writtenBy } from "../editing/provenAction.ts";
import type { DocumentCheckParts } from "../editing/checking/documentChecks.ts";
import { type PreviewParts, preview } from "../editing/showing/preview.ts";
import type { MediaFiles } from "../media/files.ts";
import { type MediaView, updateMedia } from "../media/views.ts";
import type { PluginCalls, PluginOutcome } from "../plugins/calls/calls.ts";
import { unlessAborted } from "../plugins/calls/unlessAborted.ts";
import type { Powers } from "../powers/powers.ts";
import type { RateLimits } from "../tenancy/rateLimits.ts";
import type { Tenant } from "../tenancy/tenant.ts";
import { actionView, findAction, offeredActions, type OfferedAction } from "./offered.ts";
import { type PageBounds, pageOperations, pictureChanges, readAnswer, unfit } from "./proposed.ts";
import { JudgedAnswer } from "./judged.ts";
import { RunningActions } from "./running.ts";
import { type TypeOf, handedPage, handedPicture, handedSection, isForType } from "./snapshot.ts";
import type { ActionView, ProposalView, RunAction, RunTarget } from "./views.ts";

/** The member who runs the action, with their current role. */
export interface ActionCaller {
  readonly id: string;
  readonly role: Role;
}

export interface ActionParts extends DocumentCheckParts, PreviewParts {
  readonly powers: Powers;
  readonly tenant: Tenant;
  readonly rateLimits: RateLimits;
  readonly mediaFiles: MediaFiles;
  readonly pluginCalls: PluginCalls;
  readonly ownSecret: OwnSigns;
  readMedia(tenant: string, path: string): Promise<Uint8Array | undefined>;
}

export interface ActionRun {
  readonly plugin: string;
  readonly action: string;
  readonly wanted: RunAction;
}

/** One run of an action by a member. */
interface Run {
  readonly site: string;
  readonly caller: ActionCaller;
  readonly offered: OfferedAction;
  readonly wanted: RunAction;
  readonly signal: AbortSignal;
}

type PageTarget = Extract<RunTarget, { readonly page: string }>;

type Proposed = Pick<ProposalView, "operations" | "picture" | "changes" | "shown">;

const CANCELLED: PluginOutcome = callFailure("cancelled");

/**
 * Calls plugins for proposals and stores none. Only the member applies a proposal, with the command that every edit
 * uses. So a plugin writes nothing here, and a member cannot write anything that they could not write by hand.
 */
export class Actions {
  readonly #parts: ActionParts;
  readonly #running = new RunningActions();

  constructor(parts: ActionParts) {
    this.#parts = parts;
  }

  list(site: string, caller: ActionCaller): ActionView[] {
    this.#parts.sites.get(site);
    return offeredActions(this.#parts.plugins, site)
      .map(actionView)
      .map((view) => ({
        ...view,
        section: can(caller.role, "content.edit") ? view.section : null,
        page: view.page && can(caller.role, "content.edit"),
        picture: view.picture && can(caller.role, "media.write"),
      }))
      .filter(({ section, page, picture }) => section !== null || page || picture);
  }

  /** Cancels this member's run of an action, even if the action has been disabled since. False if no run exists. */
  cancel(site: string, caller: ActionCaller, plugin: string, action: string): boolean {
    if (this.#running.cancel(runKey(site, caller, plugin, action))) return true;
    findAction(this.#parts.plugins, site, plugin, action);
    return false;
  }

  async run(site: string, caller: ActionCaller, { plugin, action, wanted }: ActionRun): Promise<ProposalView> {
    const { tenant, rateLimits, plugins, sites } = this.#parts;
    sites.get(site);
    tenant.requireActive();
    const offered = findAction(plugins, site, plugin, action);
    requireMay(caller, targetOf(wanted.target));
    rateLimits.require("actions", JSON.stringify([site, caller.id]));
    return this.#running.alone(runKey(site, caller, plugin, action), (signal) => {
      const run = { site, caller, offered, wanted, signal };
      const { target } = wanted;
      return "media" in target ? this.#onPicture(run, target.media) : this.#onPage(run, target);
    });
  }

  async #onPage(run: Run, { page: id, section }: PageTarget): Promise<ProposalView> {
    const { site, offered, wanted } = run;
    const page = this.#page(site, id, wanted.version);
    const bounds = this.#bounds(run, page, section);
    const { operations, answer } = await this.#answered(run, this.#handed(run, page, section), {}, (value) => {
      const answered = readAnswer(offered.plugin.id, value, page.version);
      const proposed = pageOperations(bounds, answered);
      this.#requireFit(site, offered.plugin.id, page, applyPageOperations(page.body, proposed).body);
      return { answer: answered, operations: proposed };
    });
    const shown = await this.#checked(run, page, operations);
    return this.#proposal(run, `page:${id}`, writtenBy(operations), answer.summary, {
      operations: operations as unknown as FieldValues[],
      picture: null,
      ...shown,
    });
  }

  #page(site: string, id: string, version: number): StoredDocument<"page"> {
    const page = this.#parts.documents.get(site, "page", id);
    if (!page) throw new Refusal("NOT_FOUND", { page: id });
    requireVersion(page, version);
    return page;
  }

  #typeOf(site: string): TypeOf {
    const { renderer } = this.#parts.plugins.forSite(site);
    return (type) => renderer.sectionType(type);
  }

  /**
   * The limits of a proposal. Throws if the action is not offered at the page or section that the member asks about.
   */
  #bounds(
    { site, offered: { plugin, item } }: Run,
    { body }: StoredDocument<"page">,
    section: string | undefined,
  ): PageBounds {
    const common = { plugin: plugin.id, page: body, typeOf: this.#typeOf(site) };
    if (section === undefined) {
      if (!item.on.page) throw notOffered(item.name, "page");
      return { ...common, members: item.on.page.proposes, sections: item.on.page.sections, only: undefined };
    }
    if (!item.on.section) throw notOffered(item.name, "section");
    return { ...common, members: [], sections: item.on.section, only: section };
  }

  #handed(
    { site, offered: { item } }: Run,
    { id, version, body }: StoredDocument<"page">,
    named: string | undefined,
  ): object {
    const typeOf = this.#typeOf(site);
    if (named === undefined && item.on.page)
      return { target: "page", version, page: { id, ...handedPage(item.on.page, body, typeOf) } };
    const section = findSection(body.sections, named ?? "");
    if (!section) throw new Refusal("NOT_FOUND", { page: id, section: named });
    const type = typeOf(section.type);
    if (!type || !item.on.section || !isForType(item.on.section, section.type))
      throw notOffered(item.name, section.type);
    return { target: "section", version, section: handedSection(item.on.section, section, type) };
  }

  /**
   * The page with the proposal applied, for display. Throws if another member has changed the same values meanwhile.
   */
  async #checked(
    { site }: Run,
    page: StoredDocument<"page">,
    operations: readonly PageOperation[],
  ): Promise<Pick<Proposed, "changes" | "shown">> {
    const now = this.#parts.documents.get(site, "page", page.id);
    const conflicts = now ? conflictsSince(page.body, now.body, operations) : [];
    if (!now || conflicts.length > 0)
      throw new Refusal("STALE_VERSION", { kind: "page", id: page.id, current: now?.version ?? 0, conflicts });
    const { body, changed } = applyPageOperations(page.body, operations);
    return {
      changes: listed(pageValues(page.body, body)),
      shown: changed.length === 0 ? null : await this.#shown(site, page, body, changed),
    };
  }

  #requireFit(site: string, plugin: string, { id, version }: StoredDocument<"page">, body: Page): void {
    try {
      checkedWrite(this.#parts, site, { kind: "page", id, expected: version, body }, (inBody) => inBody);
    } catch (error) {
      if (error instanceof Refusal && error.code === "INVALID_REQUEST") throw unfit(plugin, error.detail.issues ?? []);
      throw error;
    }
  }

  async #shown(site: string, page: StoredDocument<"page">, after: Page, changed: readonly string[]) {
    const sectionsOf = (body: Page) => changed.flatMap((id) => findSection(body.sections, id) ?? []);
    const look = (body: Page) => preview(this.#parts, site, { page: page.id, wanted: { sections: sectionsOf(body) } });
    const [before, then] = [await look(page.body), await look(after)];
    const html = new Map(then.sections.map((section) => [section.id, section.html]));
    return {
      root: before.root,
      stylesheet: before.stylesheet,
      sections: before.sections.map(({ id, html: was }) => ({ id, before: was, after: html.get(id) ?? null })),
    };
  }

  async #onPicture(run: Run, media: string): Promise<ProposalView> {
    const { site, offered, wanted } = run;
    const { plugin, item } = offered;
    const target = item.on.picture;
    const file = this.#parts.mediaFiles.require(site, media, wanted.version);
    if (!target || !file.type.startsWith("image/")) throw notOffered(item.name, file.type);
    const facts = { id: media, ...handedPicture(target, file) };
    const bytes = target.reads.includes("bytes") ? { body: await this.#bytes(site, offered, file) } : {};
    const handed = { target: "picture", version: file.version };
    const pictured = { picture: { ...facts, ...bytes } };
    const { answer, changes, was } = await this.#answered(run, { ...handed, picture: facts }, pictured, (value) => {
      const answered = readAnswer(plugin.id, value, file.version);
      const proposed = pictureChanges(plugin.id, file as unknown as FieldValues, target.proposes, answered);
      const checked = updateMedia.shape.changes.safeParse(proposed.changes);
      if (Object.keys(proposed.changes).length > 0 && !checked.success)
        throw unfit(plugin.id, issuesFromZod(checked.error, proposed.changes));
      return { answer: answered, ...proposed };
    });
    this.#parts.mediaFiles.require(site, media, wanted.version);
    return this.#proposal(run, `media:${media}`, pictureValues(changes), answer.summary, {
      operations: [],
      picture: changes,
      changes: listed(documentValues(was, { ...was, ...changes })),
      shown: null,
    });
  }

  async #bytes(site: string, { plugin }: OfferedAction, file: MediaView): Promise<string> {
    if (plugin.grant?.capabilities.actions?.bytes !== true)
      throw new Refusal("PLUGIN_UNAVAILABLE", { plugin: plugin.id });
    if (file.bytes > ACTION_PICTURE_MAX_BYTES) throw new Refusal("TOO_LARGE", { maxBytes: ACTION_PICTURE_MAX_BYTES });
    const bytes = await this.#parts.readMedia(this.#parts.sites.get(site).tenant, file.path);
    if (!bytes) throw new Refusal("NOT_FOUND", { media: file.id });
    return toBase64(bytes);
  }

  /** Calls the plugin and parses its answer with `read` while the call's record is open. */
  async #answered<T>(
    { site, offered: { plugin, item }, wanted, signal }: Run,
    handed: object,
    picture: object,
    read: (value: unknown) => T,
  ): Promise<T> {
    if (JSON.stringify(handed).length > ACTION_SNAPSHOT_MAX_CHARS)
      throw new Refusal("TOO_LARGE", { maxChars: ACTION_SNAPSHOT_MAX_CHARS });
    const { language } = this.#parts.documents.only(site, "settings").body;
    const input = { ...handed, ...picture, language, input: readForm(item.input, wanted.input ?? {}) };
    // `willRetry` keeps a thrown error from counting against the plugin: a member could write a draft that makes the
    // plugin throw.
    const judged = new JudgedAnswer(read);
    const named = { site, plugin, point: "actions", name: item.name } as const;
    const call = { ...named, input, signal, willRetry: true, after: judged.after };
    const calls = this.#parts.pluginCalls.all([call]);
    const [outcome] = await unlessAborted(signal, calls, [CANCELLED]);
    if (signal.aborted) throw new Refusal("ACTION_CANCELLED");
    // The plugin may have been disabled, changed or quarantined during the call.
    if (!this.#parts.plugins.holds(site, plugin)) throw new Refusal("PLUGIN_UNAVAILABLE", { plugin: plugin.id });
    return (judged.take() ?? refuse(outcome, plugin.id)).value;
  }

  async #proposal(
    { site, caller, offered: { plugin, item }, wanted }: Run,
    document: string,
    values: readonly ProposedValue[],
    summary: string | undefined,
    proposed: Proposed,
  ): Promise<ProposalView> {
    const { powers, ownSecret } = this.#parts;
    const expiresAt = powers.now() + PROPOSAL_KEPT_MS;
    const named = `${plugin.id}/${item.name} ${plugin.version}`;
    const about = { site, member: caller.id, document };
    return {
      plugin: { id: plugin.id, version: plugin.version },
      action: item.name,
      title: item.title,
      summary: summary?.trim() || null,
      page: "page" in wanted.target ? wanted.target.page : null,
      section: ("page" in wanted.target ? wanted.target.section : undefined) ?? null,
      media: "media" in wanted.target ? wanted.target.media : null,
      version: wanted.version,
      ...proposed,
      proof: await makeProof(ownSecret, about, named, values, expiresAt),
      expiresAt,
    };
  }
}

/** Throws the refusal that the member gets when the plugin gave no usable answer. */
function refuse(failed: PluginOutcome | undefined, plugin: string): never {
  const outcome = failed?.ok ? undefined : failed;
  if (outcome?.code === "plugin_answer") throw unfit(plugin, outcome.fault?.issues ?? []);
  throw new Refusal("PLUGIN_UNAVAILABLE", {
    plugin,
    ...(outcome ? { reason: outcome.message, cause: outcome.code } : {}),
  });
}

const runKey = (site: string, { id }: ActionCaller, plugin: string, action: string): string =>
  JSON.stringify([site, id, plugin, action]);

const targetOf = (target: RunTarget): ActionTarget =>
  "media" in target ? "picture" : target.section === undefined ? "page" : "section";

/** Refuses a member who could not apply a proposal, before a plugin gets any data. */
function requireMay({ role }: ActionCaller, target: ActionTarget): void {
  const permission = target === "picture" ? "media.write" : "content.edit";
  if (!can(role, permission)) throw new Refusal("FORBIDDEN", { permission });
}

const notOffered = (action: string, place: string): Refusal =>
  new Refusal("NOT_FOUND", { action, reason: `The plugin does not offer this action here: ${place}.` });

function readForm(schema: JsonSchema | undefined, given: JsonSchema): JsonSchema {
  const issues = schema
    ? validateForDefaults(schema, given)
    : Object.keys(given).map((name) => ({
        pointer: encodePointer([name]),
        found: "a value",
        allowed: "nothing: the action has no form",
      }));
  if (issues.length > 0)
    throw new Refusal("INVALID_REQUEST", {
      issues: issues.map((issue) => ({ ...issue, pointer: `/input${issue.pointer}` })),
    });
  return schema ? withDefaults(schema, given) : {};
}

const listed = (values: Iterable<ValueChange>): ProposalView["changes"] => [...values].slice(0, CHANGE_VALUES_LISTED);
