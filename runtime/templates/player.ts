import { mediaRow, mediaTypesOf } from "../../manifests/shapes/mediaTypes.ts";
import { escapeHtml } from "./escape.ts";
import { isMediaPath } from "./image.ts";

/** The HTML element that plays a file, by the file's ending. */
const ELEMENTS: ReadonlyMap<string, "audio" | "video"> = new Map([
  ...mediaTypesOf("sound").map((type) => [mediaRow(type).ending, "audio"] as const),
  ...mediaTypesOf("film").map((type) => [mediaRow(type).ending, "video"] as const),
]);

const side = (name: string, value: unknown): string =>
  typeof value === "number" && Number.isInteger(value) && value > 0 ? ` ${name}="${value}"` : "";

/**
 * An `<audio>` or `<video>` element with the browser's controls. Empty if the file cannot be played. Audio loads only
 * when a visitor plays it; of a video, the browser loads the first picture.
 */
export function playerElement(file: unknown, className: string): string {
  const { src, title, width, height } = { ...(file as Readonly<Record<string, unknown>> | undefined) };
  if (typeof src !== "string" || !isMediaPath(src)) return "";
  const element = ELEMENTS.get(src.slice(src.lastIndexOf(".") + 1).toLowerCase());
  if (!element) return "";
  const label = typeof title === "string" && title !== "" ? ` aria-label="${escapeHtml(title)}"` : "";
  const look = className === "" ? "" : ` class="${escapeHtml(className)}"`;
  const film = element === "video" ? `${side("width", width)}${side("height", height)} playsinline` : "";
  const preload = element === "video" ? "metadata" : "none";
  return `<${element} src="${escapeHtml(src)}"${label}${look}${film} controls preload="${preload}"></${element}>`;
}
