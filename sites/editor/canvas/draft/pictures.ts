/** Pictures in the draft: one that is missing is shown as a place for one, and a file that is dropped on one replaces it. */
import { encodePointer } from "../../../../manifests/refusals/pointer.ts";
import { isObject } from "../../../../manifests/json/jsonObject.ts";

/** A picture that the site does not have, such as the one of an example. */
const LOST = "data-editor-lost";
/** A picture that a file is being dragged over. */
const OVER = "data-editor-over";

export const isPicture = (target: EventTarget | null): target is HTMLImageElement =>
  (target as Element | null)?.tagName === "IMG";

/** `words` stand in the place of a missing picture: those of an example say what is on no picture of the site. */
export function watchPictures(document: Document, words: string): void {
  const mark = (picture: HTMLImageElement): void => {
    if (picture.naturalWidth === 0) picture.setAttribute(LOST, words);
    else picture.removeAttribute(LOST);
  };
  const tell = ({ target }: Event): void => {
    if (isPicture(target)) mark(target);
  };
  // These events do not bubble, so the frame listens on their way down.
  document.addEventListener("error", tell, true);
  document.addEventListener("load", tell, true);
  for (const picture of document.images) if (picture.complete) mark(picture);
}

export const isLostPicture = (picture: Element): boolean => picture.hasAttribute(LOST);

/** The picture at which something happens; what it is framed by counts, too. */
const pictureAt = (target: Element): HTMLImageElement | null =>
  isPicture(target) ? target : (target.closest("picture, figure")?.querySelector("img") ?? null);

/** The field of the first picture in a value with this address. */
export function pictureField(value: unknown, src: string, path: readonly PropertyKey[] = []): string | undefined {
  if (!isObject(value) && !Array.isArray(value)) return undefined;
  if (isObject(value) && value["src"] === src && "alt" in value) return encodePointer(path);
  for (const [name, child] of Object.entries(value)) {
    const found = pictureField(child, src, [...path, name]);
    if (found !== undefined) return found;
  }
  return undefined;
}

const carriesFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes("Files") === true;

/** Lets files be dropped on pictures, and nowhere else: a browser would leave the editor for the file. */
export function listenForFiles(document: Document, dropped: (picture: HTMLImageElement, file: File) => void): void {
  const show = (over: Element | null): void => {
    for (const old of document.querySelectorAll(`[${OVER}]`)) old.removeAttribute(OVER);
    over?.setAttribute(OVER, "");
  };
  document.addEventListener("dragover", (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    const over = pictureAt(event.target as Element);
    if (event.dataTransfer) event.dataTransfer.dropEffect = over ? "copy" : "none";
    show(over);
  });
  document.addEventListener("dragleave", () => show(null));
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    show(null);
    const over = pictureAt(event.target as Element);
    const file = [...(event.dataTransfer?.files ?? [])].find(({ type }) => type.startsWith("image/"));
    if (over && file) dropped(over, file);
  });
}
