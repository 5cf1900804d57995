/** The commands that put a document back to what visitors see of it. */
import type * as z from "zod/mini";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import type { Command } from "../area/command.ts";
import type { DocumentKind, Page } from "../documents/content.ts";
import { ONLY } from "../documents/documents.ts";
import type { Releases } from "../publishing/releases.ts";
import { publishedChange } from "./comparing/changes.ts";
import type { Edited } from "./edit.ts";
import { editCommand, requireTheme } from "./edit.ts";
import { discardDocument, discardPage } from "./inputs.ts";
import type { WriteOutput, WriteParts } from "./writeCommand.ts";

/** The documents and releases between which a change is taken back. */
export interface DiscardParts extends WriteParts {
  readonly releases: Releases;
}

/** The published version becomes the next one, so that history keeps what was discarded and can bring it back. */
export function pageDiscard(parts: DiscardParts): Command<z.infer<typeof discardPage>, WriteOutput> {
  return editCommand(parts, {
    input: discardPage,
    edit(site, { page, expected, expectedTheme }) {
      requireTheme(parts, site, expectedTheme);
      return discarded(parts, site, { kind: "page", id: page, expected });
    },
  });
}

const discard =
  (kind: Exclude<DocumentKind, "page">) =>
  (parts: DiscardParts): Command<z.infer<typeof discardDocument>, WriteOutput> =>
    editCommand(parts, {
      input: discardDocument,
      edit: (site, { expected }) => discarded(parts, site, { kind, id: ONLY, expected }),
    });

export const navigationDiscard = discard("navigation");
export const redirectsDiscard = discard("redirects");
export const themeDiscard = discard("theme");
export const settingsDiscard = discard("settings");

function discarded(
  parts: DiscardParts,
  site: string,
  seen: { readonly kind: DocumentKind; readonly id: string; readonly expected: number },
): Edited<object> {
  const { kind, id, expected } = seen;
  const before = parts.documents.get(site, kind, id, publishedChange(parts, site));
  if (!before && !parts.documents.get(site, kind, id)) throw new Refusal("NOT_FOUND", { kind, id });
  parts.documents.require(site, seen);
  if (before?.version === expected) throw new Refusal("CONFLICT", { reason: "Visitors see it as it is." });
  const earlier = kind === "page" ? (before?.body as Page | undefined) : undefined;
  return { writes: [{ kind, id, expected, body: before?.body ?? null, keepsReplaced: true }], more: {}, earlier };
}
