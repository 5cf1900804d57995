import type * as z from "zod/mini";
import { fold } from "../search/words.ts";
import { PATH_MAX_CHARS } from "../../manifests/bounds/documents.ts";
import { entryPath, innerAddress } from "../../manifests/shapes/entryAddress.ts";
import { slugOf } from "../../manifests/shapes/pagePath.ts";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import type { Command } from "../area/command.ts";
import type { Page } from "../documents/content/content.ts";
import { languageNamed, withPrefix } from "../documents/content/languages.ts";
import { LATEST_CHANGE } from "../documents/content/forever.ts";
import type { DocumentWrite } from "../documents/documents.ts";
import type { WriteOutput, WriteParts } from "./writeCommand.ts";
import { editCommand, pageToEdit, requireTheme } from "./edit.ts";
import type { History } from "../documents/history.ts";
import { translatedPage } from "./languages/sourceChanges.ts";
import {
  confirmTranslation,
  createPageAnywhere,
  deletePage,
  duplicatePage,
  restoreRevisionAt,
  updatePage,
} from "./inputs.ts";
import type { PageIndex } from "../documents/pageIndex.ts";
import type { PluginShelf } from "../plugins/states/shelf.ts";
import { catalogueOf } from "./catalogue.ts";
import { backLinks } from "./links.ts";
import { freeId, idOf } from "./operations/newId.ts";
import { operated } from "./operations/operated.ts";

export interface PageParts extends WriteParts {
  readonly history: History;
}

export function pageCreate(
  parts: PageParts,
): Command<z.infer<typeof createPageAnywhere>, WriteOutput & { page: string }> {
  return editCommand(parts, {
    input: createPageAnywhere,
    edit(site, { expectedTheme, ...asked }) {
      requireTheme(parts, site, expectedTheme);
      const write = createdPage(parts, site, asked);
      return { writes: [write], more: { page: write.id }, pointer: (at) => `/body${at}` };
    },
  });
}

type Creation = Omit<z.infer<typeof createPageAnywhere>, "expectedTheme">;

/** A new page. `beside` are the pages that the same command writes, whose ids and paths are taken, too. */
export function createdPage(
  parts: PageParts,
  site: string,
  { id, body, anyPath }: Creation,
  beside: TakenBeside = NOTHING_TAKEN,
  pointer = "",
): DocumentWrite & { readonly body: Page } {
  if (id !== undefined && (beside.ids.has(id) || parts.documents.get(site, "page", id))) throw pageIdTaken(id, pointer);
  const wanted = body.path ?? pathOfEntry(parts, site, body, pointer);
  const path = anyPath === true || body.path === undefined ? freePath(parts, site, wanted, beside) : wanted;
  const page = id ?? newPageId(parts, site, path, beside);
  return { kind: "page", id: page, expected: 0, body: { ...body, path, sections: body.sections ?? [] } };
}

/** The path of a new entry by the address of its type, as the editor makes it. Throws for a page, and for a missing date. */
function pathOfEntry(
  { plugins, documents }: PageParts,
  site: string,
  { type, title, date, language, values = {} }: Creation["body"],
  pointer: string,
): string {
  const found = type === undefined ? undefined : plugins.forSite(site).renderer.contentType(type);
  const dateOf = (field: string | undefined): string => String((field === undefined ? date : values[field]) ?? "");
  const path = type && found && entryPath(found.address ?? innerAddress(type), slugOf(title), dateOf);
  const named =
    path && language !== undefined ? languageNamed(documents.only(site, "settings").body, language) : undefined;
  if (path) return withPrefix(path, named ?? {}).slice(0, PATH_MAX_CHARS);
  const allowed = found
    ? `a path, or the dates that the address ${found.address} takes`
    : "a path. Only an entry of a content type of this site may leave it out";
  throw new Refusal("INVALID_REQUEST", { issues: [{ pointer: `${pointer}/body/path`, found: "no path", allowed }] });
}

interface TakenBeside {
  readonly ids: ReadonlySet<string>;
  readonly paths: ReadonlySet<string>;
}
const NOTHING_TAKEN: TakenBeside = { ids: new Set(), paths: new Set() };

export function pageUpdate(parts: PageParts): Command<z.infer<typeof updatePage>, WriteOutput> {
  return editCommand(parts, {
    input: updatePage,
    edit(site, input) {
      const { changes, redirect } = input;
      const page = pageToEdit(parts, site, input);
      const { writes } = operated(parts.documents, site, page, [{ op: "page", changes, redirect }]);
      return { writes, more: {}, pointer: (at) => `/changes${at}`, isWhole: changes.values !== undefined };
    },
  });
}

/** Copies a page of the draft. Sections of inactive plugins are copied unchanged. The copy is no translation, unless a language is given. */
export function pageDuplicate(
  parts: PageParts,
): Command<z.infer<typeof duplicatePage>, WriteOutput & { page: string }> {
  return editCommand(parts, {
    input: duplicatePage,
    edit(site, { path, title, language, ...input }) {
      // The copy is a page of its own, which no further import may take for the original.
      const { id, version, body: copied } = pageToEdit(parts, site, input);
      const { source: _source, imported: _imported, translationOf, translatedFrom: _from, ...body } = copied;
      const page = newPageId(parts, site, path);
      const translation = language !== undefined && {
        language,
        translationOf: translationOf ?? id,
        translatedFrom: { page: id, version },
      };
      const copy: Page = { ...body, ...translation, path, title: title ?? body.title };
      return {
        writes: [{ kind: "page", id: page, expected: 0, body: copy }],
        more: { page },
        earlier: body,
        pointer: (at) => at,
      };
    },
  });
}

/**
 * Notes that a translation is still right for a version of its source. The caller names the version that they saw, so a
 * later change of the source still makes the translation outdated.
 */
export function translationConfirm(parts: PageParts): Command<z.infer<typeof confirmTranslation>, WriteOutput> {
  return editCommand(parts, {
    input: confirmTranslation,
    edit(site, { source, ...input }) {
      const page = pageToEdit(parts, site, input);
      const from = translatedPage(parts, site, page);
      if (from === undefined) throw notRight("/page", page.id, "a page that is a translation");
      if (!parts.history.revision(site, from, source))
        throw notRight("/source", String(source), `a version of ${from}`);
      const body = { ...page.body, translatedFrom: { page: from, version: source } };
      return { writes: [{ kind: "page", id: page.id, expected: page.version, body }], more: {} };
    },
  });
}

const notRight = (pointer: string, found: string, allowed: string): Refusal =>
  new Refusal("INVALID_REQUEST", { issues: [{ pointer, found, allowed }] });

/** The first of `/path`, `/path-2`, `/path-3` … that no page of the draft has. The home page's path has no others. */
function freePath({ documents }: PageParts, site: string, path: string, { paths }: TakenBeside): string {
  const change = documents.change(site);
  const isTaken = (one: string): boolean => paths.has(one) || documents.pageAtPath(site, one, change) !== undefined;
  return path === "/" ? path : freeId(path, isTaken, PATH_MAX_CHARS);
}

/** An unused page id. Ids of deleted pages are not reused, because old links would lead to the new page. */
const newPageId = ({ history }: PageParts, site: string, path: string, { ids } = NOTHING_TAKEN): string =>
  freeId(
    idOf(fold(path), path === "/" ? "home" : "page"),
    (taken) => ids.has(taken) || history.latestVersion(site, "page", taken) > 0,
  );

interface DeletionParts extends PageParts {
  readonly pageIndex: PageIndex;
  readonly plugins: PluginShelf;
}

export function pageDelete(parts: DeletionParts): Command<z.infer<typeof deletePage>, WriteOutput> {
  return editCommand(parts, {
    input: deletePage,
    edit(site, input) {
      const { id, body } = pageToEdit(parts, site, input);
      if (input.unused === true) requireUnused(parts, site, { id, path: body.path });
      return { writes: [{ kind: "page", id, expected: input.expected, body: null }], more: {} };
    },
  });
}

function requireUnused(
  { pageIndex, plugins }: DeletionParts,
  site: string,
  page: { readonly id: string; readonly path: string },
): void {
  const { items, more } = backLinks(pageIndex, site, page, catalogueOf(plugins.forSite(site)));
  if (items.length > 0) throw new Refusal("CONFLICT", { conflict: "page_used", uses: items, more });
}

/** Writes an earlier version as the next one. All versions in between stay in the history. */
export function revisionRestore(parts: PageParts): Command<z.infer<typeof restoreRevisionAt>, WriteOutput> {
  return editCommand(parts, {
    input: restoreRevisionAt,
    edit(site, { page, expected, expectedTheme, version, path }) {
      const stored = parts.history.revision(site, page, version)?.body;
      if (!stored) throw new Refusal("NOT_FOUND", { page, version });
      const body = parts.documents.shared.shown(site, { ...stored, path: path ?? stored.path }, LATEST_CHANGE);
      parts.documents.require(site, { kind: "page", id: page, expected });
      requireTheme(parts, site, expectedTheme);
      return { writes: [{ kind: "page", id: page, expected, body, keepsReplaced: true }], more: {}, earlier: body };
    },
  });
}

const pageIdTaken = (id: string, pointer: string): Refusal =>
  new Refusal("CONFLICT", {
    conflict: "page_id_taken",
    issues: [{ pointer: `${pointer}/id`, found: id, allowed: "an id that no other page has" }],
  });
