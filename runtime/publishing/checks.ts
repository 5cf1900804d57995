import { PLUGIN_MESSAGE_MAX_CHARS } from "../../manifests/bounds/calls.ts";
import { TEXT_MAX_CHARS } from "../../manifests/bounds/documents.ts";
import { PUBLISH_SUMMARY_PAGES, VETOES_LISTED } from "../../manifests/bounds/publishing.ts";
import { vetoShape } from "../../manifests/hooks/kind.ts";
import type { HookInput } from "../../manifests/hooks/lookup.ts";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import type { Actor } from "../area/actor.ts";
import type { DocumentRef, Documents } from "../documents/documents.ts";
import { pathOfPage } from "../documents/lists/pagelessTypes.ts";
import type { Timeline } from "../documents/timeline.ts";
import type { PublishNotice } from "../plugins/calls/notices.ts";
import type { Pinned } from "../snapshots/pinned.ts";
import type { PluginCalls, PluginOutcome } from "../plugins/calls/calls.ts";
import type { ActivePlugin, SkippedPlugin } from "../contributions/installed.ts";
import { plainWords } from "../plugins/calls/words.ts";

export interface PublishCheckParts {
  readonly pluginCalls: PluginCalls;
  readonly documents: Documents;
  readonly timeline: Timeline;
}

export interface CheckedPublication {
  readonly pinned: Pinned;
  /** The moment of the published draft. Undefined before the first release. */
  readonly since: number | undefined;
  /** The number that the release will get. */
  readonly release: number;
  readonly actor: Actor;
}

/** The input of plugins' checks: a publication before it happens. */
type PublicationInput = HookInput<"beforePublish">;
type PageChange = PublicationInput["pages"]["listed"][number];

/** A plugin's objection with reasons, or a plugin that did not answer. */
type Objection =
  | { readonly plugin: string; readonly reasons: readonly string[] }
  | { readonly plugin: string; readonly unanswered: string };

const HOOK = "beforePublish";

const asksBefore = ({ plugin }: ActivePlugin): boolean =>
  (plugin.manifest.contributes.hooks ?? []).some(({ on }) => on === HOOK);

/**
 * Calls the plugins that check publications. An objection refuses the publication, and so does a missing answer,
 * because an unchecked publication must not look checked. A member who manages plugins can disable such a plugin.
 * Quarantine does not skip the check: otherwise a member who writes pages could make the check fail, cause the
 * quarantine, and so avoid it.
 */
export async function askBeforePublishing(
  parts: PublishCheckParts,
  publication: CheckedPublication,
): Promise<PublishNotice[]> {
  const { active, skipped } = publication.pinned.plugins.resolution;
  const checks = active.filter(asksBefore);
  const away = skipped.filter((plugin) => plugin.checks && !active.some(({ id }) => id === plugin.id));
  const objections = [...away.flatMap(silenced), ...(await askChecks(parts, publication, checks))];
  if (objections.length > 0) throw refusalOf(objections);
  return away.flatMap(noticeOf);
}

function silenced({ id, reason, detail, silent }: SkippedPlugin): Objection[] {
  return reason === "quarantined" || silent ? [{ plugin: id, unanswered: detail }] : [];
}

/** Makes the notice for a check that did not run. A disabled plugin needs none, because an owner disabled it. */
function noticeOf({ id, reason, detail }: SkippedPlugin): PublishNotice[] {
  if (reason === "disabled" || reason === "quarantined") return [];
  return [{ plugin: id, code: "check_skipped", detail: `${reason}: ${detail}`, pages: 0 }];
}

async function askChecks(
  parts: PublishCheckParts,
  publication: CheckedPublication,
  checks: readonly ActivePlugin[],
): Promise<Objection[]> {
  if (checks.length === 0) return [];
  const { pinned } = publication;
  const input = inputFor(parts, publication);
  const moments = { draft: pinned.change };
  const outcomes = await parts.pluginCalls.all(
    checks.map((plugin) => ({ site: pinned.site.site, plugin, point: "hooks", name: HOOK, input, moments })),
  );
  return checks.flatMap(({ id }, index) => objectionIn(id, outcomes[index]));
}

function objectionIn(plugin: string, outcome: PluginOutcome | undefined): Objection[] {
  if (!outcome?.ok) return [unanswered(plugin, outcome?.message ?? "the plugin was not called")];
  const answer = vetoShape.safeParse(outcome.value ?? null);
  if (!answer.success) return [unanswered(plugin, "the plugin answered neither null nor reasons")];
  const reasons = (answer.data?.veto ?? []).map(
    (reason) => plainWords(reason, TEXT_MAX_CHARS) || "The plugin gives no reason.",
  );
  return reasons.length > 0 ? [{ plugin, reasons }] : [];
}

const unanswered = (plugin: string, message: string): Objection => ({
  plugin,
  unanswered: plainWords(message, PLUGIN_MESSAGE_MAX_CHARS),
});

/** Makes the refusal. Objections come before missing answers, because an editor can fix their cause. */
function refusalOf(objections: readonly Objection[]): Refusal {
  const vetoed = objections.some((objection) => "reasons" in objection);
  return new Refusal(vetoed ? "PUBLISH_VETOED" : "PLUGIN_UNAVAILABLE", {
    reason: vetoed
      ? "Plugins refuse this publication; their reasons are listed."
      : "A plugin that checks publications did not answer. Try again, or ask an owner to disable it.",
    plugins: objections.slice(0, VETOES_LISTED),
    total: objections.length,
  });
}

function inputFor(
  { documents, timeline }: PublishCheckParts,
  { pinned, since, release, actor }: CheckedPublication,
): PublicationInput {
  const changed = timeline.changedBetween(pinned.site.site, since ?? 0, pinned.change);
  const pages = changed.filter(({ kind }) => kind === "page");
  const others = changed.flatMap(({ kind }) => (kind === "page" ? [] : [kind]));
  return {
    site: pinned.site.site,
    release,
    change: pinned.change,
    actor: actor.kind,
    pages: {
      total: pages.length,
      listed: pages.slice(0, PUBLISH_SUMMARY_PAGES).flatMap((page) => changeOf(documents, pinned, since, page)),
    },
    documents: [...new Set(others)].toSorted(),
  };
}

/**
 * Describes one page's change. The path is the draft's, or the last release's if the page was deleted or has another
 * type. It is null for an entry that lives in lists alone.
 */
function changeOf(documents: Documents, pinned: Pinned, since: number | undefined, { id }: DocumentRef): PageChange[] {
  const { site } = pinned.site;
  const before = since === undefined ? undefined : documents.placeOf(site, id, since);
  const now = documents.placeOf(site, id, pinned.change);
  if (!before && !now) return [];
  const left = since === undefined ? undefined : pathOfPage(before, documents.pageless.at(site, since));
  const path = pinned.link(id) ?? left ?? null;
  return [{ id, path, change: path === null ? kindOf(before, now) : kindOf(left, pinned.link(id)) }];
}

const kindOf = (before: unknown, now: unknown): PageChange["change"] =>
  now === undefined ? "removed" : before === undefined ? "added" : "changed";
