/** Scrolls two drafts together: the section at the top of one is at the top of the other, as far as it has passed. */
import { sectionElement, shownSectionId, topSections } from "../draft/sections.ts";

/** The distance from the window's top at which a section counts as read. */
const READ_AT_PX = 80;

interface ReadPlace {
  readonly section: string;
  /** The share of the section that is above the line. */
  readonly share: number;
}

/** The place that a member reads. Null above the first section. */
export function placeRead(document: Document): ReadPlace | null {
  const reading = topSections(document).findLast((one) => one.getBoundingClientRect().top <= READ_AT_PX);
  if (!reading) return null;
  const { top, height } = reading.getBoundingClientRect();
  return { section: shownSectionId(reading), share: height === 0 ? 0 : Math.min(1, (READ_AT_PX - top) / height) };
}

/** Scrolls a draft to the place of the other. Does nothing if it has no such section. True if it moved. */
export function goTo(document: Document, place: ReadPlace | null): boolean {
  const window = document.defaultView;
  if (!window) return false;
  const before = window.scrollY;
  const found = place && sectionElement(document, place.section);
  if (place && !found) return false;
  const box = found?.getBoundingClientRect();
  const top = box && place ? before + box.top + place.share * box.height - READ_AT_PX : 0;
  window.scrollTo({ top: Math.max(0, top), behavior: "instant" });
  return window.scrollY !== before;
}

/** Keeps two drafts together until the returned function ends it. A move that one makes for the other moves nothing. */
export function together(one: Document, other: Document): () => void {
  let moved: Document | null = null;
  const follow = (from: Document, to: Document) => (): void => {
    if (moved === from) moved = null;
    else if (goTo(to, placeRead(from))) moved = to;
  };
  const [down, up] = [follow(one, other), follow(other, one)];
  one.addEventListener("scroll", down);
  other.addEventListener("scroll", up);
  down();
  return () => {
    one.removeEventListener("scroll", down);
    other.removeEventListener("scroll", up);
  };
}
