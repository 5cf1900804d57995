import type { ReadonlySignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { NewSection } from "../../../../runtime/documents/content/section.ts";
import type { FrameView } from "../draft/view.ts";
import { drawLook, PICTURE_WIDTH } from "./draw.ts";
import type { SectionPreview, SectionPreviews } from "./looks.ts";

/** The previews of sections, and the frame whose draft gives them their theme. */
interface Shown {
  readonly looks: SectionPreviews;
  readonly frame: ReadonlySignal<FrameView | null>;
}

interface Props {
  readonly studio: Shown;
  readonly section: NewSection;
}

/** A picture is drawn when it is this close to the visible area, in CSS pixels. */
const AHEAD = "160px";

function Drawn({ studio, look }: { readonly studio: Shown; readonly look: SectionPreview }): JSX.Element {
  const frame = useRef<HTMLIFrameElement>(null);
  const draft = studio.frame.value?.document;
  const draw = (): void => {
    const document = frame.current?.contentDocument;
    if (document && draft) drawLook(document, draft, look);
  };
  useEffect(() => {
    const box = frame.current?.parentElement;
    if (!box) return undefined;
    const observer = new ResizeObserver(() =>
      frame.current?.style.setProperty("--shrunk", String(box.clientWidth / PICTURE_WIDTH)),
    );
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  useEffect(draw, [look, draft]);
  return <iframe ref={frame} sandbox="allow-same-origin" tabIndex={-1} title="" inert onLoad={draw} />;
}

/** A small preview of a section. The text beside it says the same, so screen readers skip it. */
export function Picture({ studio, section }: Props): JSX.Element {
  const box = useRef<HTMLSpanElement>(null);
  const [isSeen, see] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => see(entry?.isIntersecting === true), { rootMargin: AHEAD });
    if (box.current) observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  // Asked once for each time that the picture comes into view. A failed one would otherwise ask again at each drawing.
  const asked = useMemo(() => (isSeen ? studio.looks.of(section) : undefined), [isSeen, section]);
  const look = asked?.value;
  return (
    <span ref={box} class="picture" aria-hidden="true" data-state={look ? "drawn" : look === null ? "none" : "waiting"}>
      {look && <Drawn studio={studio} look={look} />}
    </span>
  );
}
