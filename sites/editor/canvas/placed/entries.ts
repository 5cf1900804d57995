import { LISTS } from "../../document/listWords.ts";
import { leaveFor } from "../keeping/leaving.ts";
import { pageAddress } from "../studio/address.ts";
import type { Studio } from "../studio/studio.ts";
import { entryShown, placingHere, showsAny } from "./placing.ts";
import { askToShare } from "./ShareDialog.tsx";
import { detach } from "./share.ts";

interface SharingEntry {
  readonly word: string;
  readonly run: () => void;
}

/** The ways to share a section, and to change or copy a shared one. */
export function sharingEntries(studio: Studio, id: string): SharingEntry[] {
  const { editor } = studio;
  const section = editor.section(id);
  const entry = entryShown(editor, section);
  if (entry !== undefined)
    return [
      { word: LISTS.placed.change, run: () => void leaveFor(studio, pageAddress(entry)) },
      { word: LISTS.placed.detach, run: () => void detach(studio, id) },
    ];
  if (!section || !placingHere(editor) || !editor.types.has(section.type) || showsAny(editor, section)) return [];
  return [{ word: LISTS.placed.share, run: () => askToShare(studio, id) }];
}
