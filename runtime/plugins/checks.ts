import { PLUGIN_MESSAGE_MAX_CHARS, PUBLISH_SUMMARY_PAGES, TEXT_MAX_CHARS, VETOES_LISTED } from "../../manifests/bounds.ts";
import { Refusal } from "../../manifests/refusal.ts";
import type { Actor } from "../actor.ts";
import type { DocumentKind } from "../content.ts";
import type { DocumentRef, Documents } from "../documents.ts";
import type { PublishNotice } from "../publishing/notices.ts";
import type { Pinned } from "../pinned.ts";
import { vetoShape } from "./answers.ts";
import type { PluginCalls, PluginOutcome } from "./calls.ts";
import type { ActivePlugin, SkippedPlugin } from "./installed.ts";
import { plainWords } from "./words.ts";

export interface CheckedPublication {
  readonly pinned: Pinned;
  /** The moment of the draft visitors see now; none before the first release. */
  readonly since: number | undefined;
  /** Number the release will have. */
  readonly release: number;
  readonly actor: Actor;
}

/** What a plugin that declares `beforePublish` is told. Its documents it reads itself, if that was granted. */
export interface PublicationInput {
  readonly site: string;
  readonly release: number;
  readonly change: number;
  /** Who publishes: a kind, never a person. */
  readonly actor: Actor["kind"];
  readonly pages: { readonly total: number; readonly listed: readonly PageChange[] };
  /** Kinds of the other documents that were written. */
  readonly documents: readonly Exclude<DocumentKind, "page">[];
}

interface PageChange {
  readonly id: string;
  readonly change: "added" | "changed" | "removed";
  /** Of the draft; of the release before when the page is removed. */
  readonly path: string;
}

/** A plugin that has an objection, with its reasons, or one that could not be asked. */
type Objection =
  | { readonly plugin: string; readonly reasons: readonly string[] }
  | { readonly plugin: string; readonly unanswered: string };

const HOOK = "beforePublish";

const asksBefore = ({ plugin }: ActivePlugin): boolean =>
  (plugin.manifest.contributes.hooks ?? []).some(({ on }) => on === HOOK);

/**
 * Asks the plugins that want to be asked before a publication. Their word is final, and so is their silence: a
 * publication nobody could check must not look like one that passed. Who may manage plugins ends that by disabling
 * the plugin. Quarantine does not end it, because whoever writes the pages a check stumbles over could bring it about.
 */
export async function askBeforePublishing(
  calls: PluginCalls,
  documents: Documents,
  publication: CheckedPublication,
): Promise<PublishNotice[]> {
  const { active, skipped } = publication.pinned.plugins.resolution;
  const checks = active.filter(asksBefore);
  const away = skipped.filter((plugin) => plugin.checks && !active.some(({ id }) => id === plugin.id));
  const objections = [...away.flatMap(silenced), ...(await ask(calls, documents, publication, checks))];
  if (objections.length > 0) throw refusalOf(objections);
  return away.flatMap(noticeOf);
}

function silenced({ id, reason, detail, silent }: SkippedPlugin): Objection[] {
  return reason === "quarantined" || silent ? [{ plugin: id, unanswered: detail }] : [];
}

/** An owner who switched a check off has said all there is to say. */
function noticeOf({ id, reason, detail }: SkippedPlugin): PublishNotice[] {
  if (reason === "disabled" || reason === "quarantined") return [];
  return [{ plugin: id, code: "check_skipped", detail: `${reason}: ${detail}`, pages: 0 }];
}

async function ask(
  calls: PluginCalls,
  documents: Documents,
  publication: CheckedPublication,
  checks: readonly ActivePlugin[],
): Promise<Objection[]> {
  if (checks.length === 0) return [];
  const { pinned } = publication;
  const input = inputFor(documents, publication);
  const moments = { draft: pinned.change };
  const outcomes = await calls.all(
    checks.map((plugin) => ({ site: pinned.site.site, plugin, point: "hooks", name: HOOK, input, moments })),
  );
  return checks.flatMap(({ id }, index) => objectionIn(id, outcomes[index]));
}

function objectionIn(plugin: string, outcome: PluginOutcome | undefined): Objection[] {
  if (!outcome?.ok) return [unanswered(plugin, outcome?.message ?? "it was not asked")];
  const answer = vetoShape.safeParse(outcome.value ?? null);
  if (!answer.success) return [unanswered(plugin, "it answered neither null nor reasons")];
  const reasons = (answer.data?.veto ?? []).map((reason) => plainWords(reason, TEXT_MAX_CHARS) || "It gives no reason.");
  return reasons.length > 0 ? [{ plugin, reasons }] : [];
}

const unanswered = (plugin: string, message: string): Objection =>
  ({ plugin, unanswered: plainWords(message, PLUGIN_MESSAGE_MAX_CHARS) });

/** A veto is named as such even when other plugins could not be asked: it is what an editor can mend. */
function refusalOf(objections: readonly Objection[]): Refusal {
  const vetoed = objections.some((objection) => "reasons" in objection);
  return new Refusal(vetoed ? "PUBLISH_VETOED" : "PLUGIN_UNAVAILABLE", {
    reason: vetoed ? "Plugins have reasons against it." : "A plugin that has to be asked did not answer. Try again, or have an owner disable it.",
    plugins: objections.slice(0, VETOES_LISTED),
    total: objections.length,
  });
}

function inputFor(documents: Documents, { pinned, since, release, actor }: CheckedPublication): PublicationInput {
  const written = documents.changedBetween(pinned.site.site, since ?? 0, pinned.change);
  const pages = written.filter(({ kind }) => kind === "page");
  const others = written.flatMap(({ kind }) => (kind === "page" ? [] : [kind]));
  return {
    site: pinned.site.site,
    release,
    change: pinned.change,
    actor: actor.kind,
    pages: { total: pages.length, listed: pages.slice(0, PUBLISH_SUMMARY_PAGES).flatMap((page) => changeOf(documents, pinned, since, page)) },
    documents: [...new Set(others)].toSorted(),
  };
}

/** Nothing for a page that came and went between two publications. */
function changeOf(documents: Documents, pinned: Pinned, since: number | undefined, { id }: DocumentRef): PageChange[] {
  const before = since === undefined ? undefined : documents.pathOf(pinned.site.site, id, since);
  const now = pinned.link(id);
  const path = now ?? before;
  if (path === undefined) return [];
  return [{ id, path, change: now === undefined ? "removed" : before === undefined ? "added" : "changed" }];
}
