/** The exact difference between the source of a translation now and the version from which it was made. */
import { CHANGE_VALUES_LISTED } from "../../../manifests/bounds/documents.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import type { Page } from "../../documents/content/content.ts";
import type { Settings } from "../../documents/content/settings.ts";
import { groupOf, tagOf } from "../../documents/content/languages.ts";
import type { Documents, StoredDocument } from "../../documents/documents.ts";
import type { History } from "../../documents/history.ts";
import { withoutOwnMembers } from "../../documents/content/ownMembers.ts";
import { isDifferent, pageDifference } from "../operations/difference.ts";
import { type ValueChange, pageValues } from "../operations/values.ts";
import { sourcePage } from "./sourcePage.ts";
import type { SourceChangesView } from "./views.ts";

interface Parts {
  readonly documents: Documents;
  readonly history: History;
}

/** The page that a translation was made from: the noted one, or the source of its group. */
export function translatedPage(
  { documents }: Pick<Parts, "documents">,
  site: string,
  page: StoredDocument<"page">,
): string | undefined {
  const { translatedFrom, translationOf } = page.body;
  if (translatedFrom) return translatedFrom.page;
  const settings = documents.only(site, "settings").body;
  const group = groupOf(page.id, { translationOf });
  const pages = documents.translations.draftGroup(site, group);
  const source = sourcePage(pages, settings)?.id;
  return source === page.id ? undefined : source;
}

export function sourceChanges(parts: Parts, site: string, id: string): SourceChangesView {
  const { documents } = parts;
  const page = documents.get(site, "page", id);
  if (!page) throw new Refusal("NOT_FOUND", { page: id });
  const from = translatedPage(parts, site, page);
  const settings = documents.only(site, "settings").body;
  const version = page.body.translatedFrom?.version ?? null;
  const now = from === undefined ? undefined : documents.get(site, "page", from);
  const was = from === undefined || version === null ? undefined : parts.history.revision(site, from, version)?.body;
  return {
    source: from === undefined ? null : sourceView({ documents, settings }, site, from, now),
    from: version,
    known: version === null || was !== undefined,
    ...changesBetween(
      now && documents.shared.unshared(site, now.body),
      was && documents.shared.unshared(site, was),
      version !== null,
    ),
  };
}

type Source = SourceChangesView["source"];

function sourceView(
  { documents, settings }: { documents: Documents; settings: Settings },
  site: string,
  id: string,
  now: StoredDocument<"page"> | undefined,
): Source {
  if (now) {
    const { path, title } = now.body;
    return { id, path, title, language: tagOf(now.body, settings), version: now.version };
  }
  const { path, title } = documents.deletedPage(site, id) ?? { path: "", title: "" };
  return { id, path, title, language: "", version: 0 };
}

type Changes = Omit<SourceChangesView, "source" | "from" | "known">;

const UNCHANGED: Changes = { outdated: false, sections: { added: [], removed: [], moved: [] }, values: [], total: 0 };

/** Nothing differs from a source that is deleted, because nobody can translate it any more. */
function changesBetween(now: Page | undefined, was: Page | undefined, isNoted: boolean): Changes {
  if (!now || !isNoted) return UNCHANGED;
  if (!was) return { ...UNCHANGED, outdated: true };
  const [before, after] = [translatable(was), translatable(now)];
  const difference = pageDifference(before, after);
  const { added, removed, moved } = difference.sections;
  const values: ValueChange[] = [...pageValues(before, after)];
  return {
    outdated: isDifferent(difference),
    sections: { added, removed, moved },
    values: values.slice(0, CHANGE_VALUES_LISTED),
    total: values.length,
  };
}

const translatable = (page: Page): Page => ({ ...withoutOwnMembers(page), path: "" });
