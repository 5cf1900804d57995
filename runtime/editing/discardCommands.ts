/** Commands that reset a document to its published version. */
import type * as z from "zod/mini";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import type { Command } from "../area/command.ts";
import type { DocumentKind, Page } from "../documents/content/content.ts";
import { bodyBefore } from "../documents/content/beginnings.ts";
import { LATEST_CHANGE } from "../documents/content/forever.ts";
import { ONLY } from "../documents/documents.ts";
import type { Releases } from "../publishing/releases/releases.ts";
import { publishedChange } from "./comparing/changes.ts";
import { type Edited, editCommand, requireTheme } from "./edit.ts";
import { discardDocument, discardPage } from "./inputs.ts";
import type { WriteOutput, WriteParts } from "./writeCommand.ts";

export interface DiscardParts extends WriteParts {
  readonly releases: Releases;
}

/**
 * Writes the published version as the next one. History keeps the discarded version, so that a member can restore it.
 */
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
export const typesDiscard = discard("types");

function discarded(
  parts: DiscardParts,
  site: string,
  seen: { readonly kind: DocumentKind; readonly id: string; readonly expected: number },
): Edited<object> {
  const { kind, id, expected } = seen;
  const before = parts.documents.published(site, kind, id, publishedChange(parts, site));
  if (!before && !parts.documents.get(site, kind, id)) throw new Refusal("NOT_FOUND", { kind, id });
  parts.documents.require(site, seen);
  if (before?.version === expected)
    throw new Refusal("CONFLICT", {
      conflict: "draft_unchanged",
      reason: "The draft of this document is the same as its published version.",
    });
  const page = kind === "page" && before ? (before.body as Page) : undefined;
  // A source can have other values in the draft, which no page that is reset takes back.
  const earlier = page && parts.documents.shared.shown(site, page, LATEST_CHANGE);
  const body = earlier ?? before?.body ?? bodyBefore(kind) ?? null;
  return { writes: [{ kind, id, expected, body, keepsReplaced: true }], more: {}, earlier };
}
