/** Pictures in the draft: marks the missing ones, and replaces a picture when a member drops a file on it. */
import { encodePointer } from "../../../../manifests/refusals/pointer.ts";
import { isObject } from "../../../../manifests/json/jsonObject.ts";

/** Set on a picture that the site does not have, such as one of an example section. */
const LOST = "data-editor-lost";
/** Set on a picture while the member drags a file over it. */
const OVER = "data-editor-over";

export const isPicture = (target: EventTarget | null): target is HTMLImageElement =>
  (target as Element | null)?.tagName === "IMG";

/**
 * Marks missing pictures with `words`, which the draft shows in their place. The alt text of an example would describe
 * a picture that is not there.
 */
export function watchPictures(document: Document, words: string): void {
  const mark = (picture: HTMLImageElement): void => {
    if (picture.naturalWidth === 0) picture.setAttribute(LOST, words);
    else picture.removeAttribute(LOST);
  };
  const tell = ({ target }: Event): void => {
    if (isPicture(target)) mark(target);
  };
  // `error` and `load` do not bubble, so the listeners use the capture phase.
  document.addEventListener("error", tell, true);
  document.addEventListener("load", tell, true);
  for (const picture of document.images) if (picture.complete) mark(picture);
}

export const isLostPicture = (picture: Element): boolean => picture.hasAttribute(LOST);

/** The picture at an event's target, or the picture in the figure around the target. */
const pictureAt = (target: Element): HTMLImageElement | null =>
  isPicture(target) ? target : (target.closest("picture, figure")?.querySelector("img") ?? null);

/** The pointer of the first picture field in a value with this address. */
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

/**
 * Accepts files on pictures only. Everywhere else it prevents the browser from opening the file in place of the editor.
 */
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
