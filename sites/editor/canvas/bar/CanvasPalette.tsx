import { useLayoutEffect } from "preact/hooks";
import { openPalette } from "../../palette/palette.ts";
import type { PaletteChoice } from "../../palette/choice.ts";
import { siteChoices } from "../../palette/siteChoices.ts";
import { CANVAS, SCRIPT } from "../../document/words.ts";
import { leaveFor } from "../keeping/leaving.ts";
import { draftAddress, pageAddress, publishAddress } from "../studio/address.ts";
import { type Studio, step } from "../studio/studio.ts";
import { showPageSettings } from "./pageSettings.ts";

interface Props {
  readonly studio: Studio;
}

/** The actions that this page offers, and the areas of the editor. */
function fixedChoices(studio: Studio): readonly PaletteChoice[] {
  const { editor, areas, mayPublish } = studio;
  const { done, undone } = editor.history.peek();
  const act = (title: string, run: () => void, isOffered = true): readonly PaletteChoice[] =>
    isOffered ? [{ kind: "act", title, run }] : [];
  const go = (address: string) => () => void leaveFor(studio, address);
  return [
    ...act(CANVAS.insert.title, () => (studio.inserting.value = { after: editor.selected.peek() })),
    ...act(CANVAS.pageSettings, () => showPageSettings(studio)),
    ...act(CANVAS.undo, () => step(studio, "undo"), done.length > 0),
    ...act(CANVAS.redo, () => step(studio, "redo"), undone.length > 0),
    ...act(mayPublish ? CANVAS.publish : CANVAS.ask, go(publishAddress(editor.id))),
    ...act(CANVAS.seeDraft, go(draftAddress(editor.body.peek().path))),
    ...areas.map(({ title, path }): PaletteChoice => ({ kind: "place", title, run: go(path) })),
  ];
}

/** Opens the palette over the canvas while it is wanted. */
export function CanvasPalette({ studio }: Props): null {
  const { finding, client } = studio;
  const isOpen = finding.value;
  useLayoutEffect(() => {
    if (!isOpen) return;
    openPalette({
      words: SCRIPT.palette,
      lost: SCRIPT.lost,
      fixed: fixedChoices(studio),
      find: siteChoices({
        client,
        addressOf: ({ id }) => pageAddress(id),
        go: (address) => void leaveFor(studio, address),
      }),
      onClose: () => (finding.value = false),
    });
  }, [isOpen]);
  return null;
}
