import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { CanvasPalette } from "../bar/CanvasPalette.tsx";
import { InsertDialog } from "../insert/InsertDialog.tsx";
import { MoveDialog } from "../outline/MoveDialog.tsx";
import { showsAny } from "../placed/placing.ts";
import { readShared } from "../placed/sharedOffers.ts";
import { RemarkPanel } from "../remarks/RemarkPanel.tsx";
import type { Studio } from "../studio/studio.ts";

export function AllDialogs({ studio }: { readonly studio: Studio }): JSX.Element {
  const { editor } = studio;
  useEffect(() => {
    if (editor.body.peek().sections.some((section) => showsAny(editor, section))) void readShared(studio);
  }, []);
  return (
    <>
      <InsertDialog studio={studio} />
      <MoveDialog studio={studio} />
      <CanvasPalette studio={studio} />
      <RemarkPanel studio={studio} />
    </>
  );
}
