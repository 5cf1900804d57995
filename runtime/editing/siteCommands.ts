import type * as z from "zod/mini";
import type { Command } from "../area/command.ts";
import type { DocumentBody, Redirects, SiteKind } from "../documents/content/content.ts";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import { ONLY } from "../documents/documents.ts";
import type { WriteOutput, WriteParts } from "./writeCommand.ts";
import { editCommand } from "./edit.ts";
import { areUntouched, editedRedirects, editRedirects } from "./redirects/edited.ts";
import { putNavigation, putRedirects, putSettings, putTheme, putTypes, restoreDocument } from "./inputs.ts";
import type { PageParts } from "./pageCommands.ts";

type Put<K extends SiteKind> = { expected: number; body: DocumentBody<K> };

const REDIRECTS = { kind: "redirects", id: ONLY } as const;

/** Replaces a document of which a site has one. */
function put<K extends SiteKind>(
  parts: WriteParts,
  kind: K,
  input: z.ZodMiniType<Put<K>>,
): Command<Put<K>, WriteOutput> {
  return editCommand(parts, {
    input,
    edit(site, { expected, body }) {
      parts.documents.require(site, { kind, id: ONLY, expected });
      return { writes: [{ kind, id: ONLY, expected, body }], more: {}, pointer: (at) => `/body${at}` };
    },
  });
}

export const navigationPut = (parts: WriteParts) => put(parts, "navigation", putNavigation);
export const redirectsPut = (parts: WriteParts) => put(parts, "redirects", putRedirects);
/** An edit of an earlier version holds if its own redirects are the same since. */
export const redirectsEdit = (parts: PageParts) =>
  editCommand(parts, {
    input: editRedirects,
    edit(site, { expected, ...wanted }) {
      const { version, body } = parts.documents.only(site, "redirects");
      const seen = version === expected ? body : parts.history.stored(site, REDIRECTS, expected)?.body;
      if (!seen || (seen !== body && !areUntouched(seen as Redirects, body, wanted)))
        parts.documents.require(site, { ...REDIRECTS, expected });
      const table = parts.documents.redirects.table(site, undefined, body);
      const { body: edited, inverse, places } = editedRedirects(body, wanted, (from) => table.find(from));
      const putAt = new Map(places.map((place, index) => [String(place), index]));
      return {
        writes: [{ ...REDIRECTS, expected: version, body: edited, replaces: body }],
        more: { inverse },
        pointer: (at) => at.replace(/^\/entries\/(\d+)/, (all, place: string) => putPointer(putAt.get(place)) ?? all),
      };
    },
  });

const putPointer = (index: number | undefined): string | undefined =>
  index === undefined ? undefined : `/put/${index}/redirect`;

export const themePut = (parts: WriteParts) => put(parts, "theme", putTheme);
export const settingsPut = (parts: WriteParts) => put(parts, "settings", putSettings);
export const typesPut = (parts: WriteParts) => put(parts, "types", putTypes);

/** Writes an earlier version as the next one. All versions in between stay in the history. */
const restore =
  (kind: SiteKind) =>
  (parts: PageParts): Command<z.infer<typeof restoreDocument>, WriteOutput> =>
    editCommand(parts, {
      input: restoreDocument,
      edit(site, { expected, version }) {
        const body = parts.history.stored(site, { kind, id: ONLY }, version)?.body;
        if (!body) throw new Refusal("NOT_FOUND", { kind, version });
        parts.documents.require(site, { kind, id: ONLY, expected });
        return { writes: [{ kind, id: ONLY, expected, body, keepsReplaced: true }], more: {} };
      },
    });

export const navigationRestore = restore("navigation");
export const redirectsRestore = restore("redirects");
export const themeRestore = restore("theme");
export const settingsRestore = restore("settings");
export const typesRestore = restore("types");
