import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { CANVAS } from "../../document/words.ts";
import { say } from "../../../words/shape/say.ts";
import { useSourceParts } from "../beside/useSourceParts.ts";
import { draftAddress, isBesideAsked } from "../studio/address.ts";
import { type Studio, select, WIDTHS } from "../studio/studio.ts";
import { RichBar } from "./RichBar.tsx";
import { SectionTools } from "./SectionTools.tsx";
import { following } from "./following.ts";
import { viewEvents } from "./events.ts";
import { FrameView } from "../draft/view.ts";

/** The interval between two checks whether the draft has loaded. */
const LOOK_MS = 50;

/** The frame that shows the draft at the chosen width. */
export function Frame({ studio }: { readonly studio: Studio }): JSX.Element {
  const element = useRef<HTMLIFrameElement>(null);
  const { editor, frame, width } = studio;
  const address = useRef(draftAddress(editor.body.peek().path));
  useEffect(() => {
    editor.onFollow((follow) => following(studio, follow));
    return () => editor.onFollow(() => undefined);
  }, []);

  /** Runs as soon as the document can be read. The frame's `load` event would wait for its pictures. */
  const loaded = (): void => {
    const document = element.current?.contentDocument;
    const isDraft = document?.body?.hasAttribute("data-page-id") === true && document.readyState !== "loading";
    if (!document || !isDraft || frame.peek()?.document === document) return;
    frame.value = new FrameView(document, viewEvents(studio));
    select(studio, editor.selected.peek());
  };
  useEffect(() => {
    const timer = setInterval(() => (frame.peek() ? clearInterval(timer) : loaded()), LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  const source = useSourceParts(studio);
  const wide = WIDTHS[width.value];
  // A new width changes the page's height, so the selected section is scrolled into view again.
  useEffect(() => {
    const id = editor.selected.peek();
    if (id !== null) frame.peek()?.select(id, true);
  }, [wide]);
  return (
    <main class="stage" data-region aria-label={CANVAS.regions.stage} data-tab="stage" tabIndex={-1}>
      <div
        class="paper"
        aria-busy={frame.value === null}
        data-width={width.value}
        style={wide === null ? {} : { "--paper": `${wide}px` }}
      >
        <iframe
          ref={element}
          src={address.current}
          title={say(CANVAS.frameTitle, { page: editor.body.value.title })}
          inert={frame.value === null}
          onLoad={loaded}
        />
        <SectionTools studio={studio} />
        <RichBar studio={studio} />
      </div>
      {source && isBesideAsked(location.search) && <source.Source studio={studio} />}
    </main>
  );
}
