import { LATEST_CHANGE } from "../documents/content/forever.ts";
import type * as z from "zod/mini";
import { WRITES_PER_COMMAND } from "../../manifests/bounds/commands.ts";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import type { Command } from "../area/command.ts";
import { type DocumentWrite, ONLY } from "../documents/documents.ts";
import type { PageIndex } from "../documents/pageIndex.ts";
import { editCommand, pageToEdit, requireTheme } from "./edit.ts";
import { movePage } from "./inputs.ts";
import { type FormerSettings, gatherLanguage, gatheredPages } from "./languages/gathering.ts";
import { type PathMove, redirectsAfterMoves } from "./operations/pageMoved.ts";
import type { WriteOutput, WriteParts } from "./writeCommand.ts";

export interface MoveParts extends WriteParts {
  readonly pageIndex: PageIndex;
}

/**
 * Moves a page and all pages below it to another path. One command writes all of them or none, so visitors and members
 * never see half a move.
 */
export function pageMove(parts: MoveParts): Command<z.infer<typeof movePage>, WriteOutput & { moved: PathMove[] }> {
  return editCommand(parts, {
    input: movePage,
    edit(site, { path, redirect, alone, ...input }) {
      requireTheme(parts, site, input.expectedTheme);
      const { id, body } = pageToEdit(parts, site, input);
      const lower = alone === true ? [] : pagesBelow(parts, site, body.path);
      const moved = [{ id, from: body.path, expected: input.expected }, ...lower].map((one) => ({
        ...one,
        to: path + one.from.slice(body.path.length),
      }));
      const writes = moved.map(({ id: page, expected, to }) => pageWrite(parts, site, page, expected, to));
      return {
        writes: redirect === true && path !== body.path ? [...writes, redirectsWrite(parts, site, moved)] : writes,
        more: { moved: moved.map(({ from, to }) => ({ from, to })) },
        pointer: () => "/path",
      };
    },
  });
}

/** Pages below a page. None for the home page, because all paths begin with `/`. */
function pagesBelow(
  { pageIndex, documents }: MoveParts,
  site: string,
  path: string,
): { id: string; from: string; expected: number }[] {
  if (path === "/") return [];
  // The command also writes the page itself and the redirects.
  const most = WRITES_PER_COMMAND - 2;
  const found = pageIndex.below(site, path, most + 1);
  if (found.length > most) throw new Refusal("TOO_LARGE", { pages: most });
  return found.map(({ id, path: from }) => ({
    id,
    from,
    expected: documents.versionAt(site, { kind: "page", id }, LATEST_CHANGE),
  }));
}

function pageWrite(
  { documents }: Pick<MoveParts, "documents">,
  site: string,
  id: string,
  expected: number,
  path: string,
): DocumentWrite {
  const found = documents.get(site, "page", id);
  if (!found) throw new Refusal("NOT_FOUND", { page: id });
  return { kind: "page", id, expected, body: { ...found.body, path } };
}

/** Builds on the current redirects and not on those that the caller saw, so no redirect is lost. */
function redirectsWrite(
  { documents }: Pick<MoveParts, "documents">,
  site: string,
  moved: readonly PathMove[],
): DocumentWrite {
  const { version, body } = documents.only(site, "redirects");
  return { kind: "redirects", id: ONLY, expected: version, body: redirectsAfterMoves(body, moved), replaces: body };
}

/** Moves the pages of a language below its prefix, as many as one command may write. */
export function languageGather(
  parts: WriteParts & FormerSettings,
): Command<z.infer<typeof gatherLanguage>, WriteOutput & { moved: PathMove[]; left: number }> {
  return editCommand(parts, {
    input: gatherLanguage,
    edit(site, { language, redirect }) {
      const all = gatheredPages(parts, site, language);
      const moved = all.slice(0, WRITES_PER_COMMAND - 1);
      const writes = moved.map(({ id, to, expected }) => pageWrite(parts, site, id, expected, to));
      return {
        writes: redirect === true && moved.length > 0 ? [...writes, redirectsWrite(parts, site, moved)] : writes,
        more: { moved: moved.map(({ from, to }) => ({ from, to })), left: all.length - moved.length },
      };
    },
  });
}
