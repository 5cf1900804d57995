import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { CANVAS } from "../../../shared/editor/words/canvas.ts";
import { say } from "../../../shared/editor/words/say.ts";
import { draftAddress } from "../page/address.ts";
import type { Studio } from "../page/studio.ts";
import { select, WIDTHS } from "../page/studio.ts";
import { SectionTools } from "./SectionTools.tsx";
import { following } from "./following.ts";
import { viewEvents } from "./events.ts";
import { FrameView } from "./view.ts";

/** The draft in its true width. */
export function Frame({ studio }: { readonly studio: Studio }): JSX.Element {
  const element = useRef<HTMLIFrameElement>(null);
  const { editor, frame, width } = studio;
  const address = useRef(draftAddress(editor.body.peek().path));
  useEffect(() => {
    editor.onFollow((follow) => following(studio, follow));
    return () => editor.onFollow(() => undefined);
  }, []);

  const loaded = (): void => {
    const document = element.current?.contentDocument;
    if (!document?.body) return;
    frame.value = new FrameView(document, viewEvents(studio));
    select(studio, editor.selected.peek(), false);
  };
  const wide = WIDTHS[width.value];
  return (
    <main class="stage" data-region aria-label={CANVAS.regions.stage} data-tab="stage" tabIndex={-1}>
      <div class="paper" data-width={width.value} style={wide === null ? {} : { "--paper": `${wide}px` }}>
        <iframe
          ref={element}
          src={address.current}
          title={say(CANVAS.frameTitle, { page: editor.body.value.title })}
          onLoad={loaded}
        />
        <SectionTools studio={studio} />
      </div>
    </main>
  );
}
