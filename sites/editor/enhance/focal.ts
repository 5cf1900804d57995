/** Sets a picture's focal point by a click. Two fields hold the point, and a marker shows it. */
import { partOfPage } from "./page.ts";

type Point = readonly [x: number, y: number];

const AXES = ["x", "y"] as const;
const fields = (): (HTMLInputElement | null)[] => AXES.map((axis) => partOfPage<HTMLInputElement>(`focal-${axis}`));

/** The document listens, because a sent form replaces the page's content. */
export function followFocal(): void {
  document.addEventListener("click", (event) => {
    const stage = partOfPage("stage");
    const picture = stage?.querySelector("img");
    if (picture && event.target instanceof Node && stage?.contains(event.target)) put(pointIn(picture, event));
  });
  document.addEventListener("input", (event) => {
    if (event.target instanceof HTMLInputElement && event.target.id.startsWith("focal-")) draw();
  });
}

function pointIn(picture: Element, { clientX, clientY }: MouseEvent): Point {
  const { left, top, width, height } = picture.getBoundingClientRect();
  return [percent((clientX - left) / width), percent((clientY - top) / height)];
}

const percent = (share: number): number => Math.round(Math.min(1, Math.max(0, share)) * 100);

function put(point: Point): void {
  for (const [index, field] of fields().entries()) if (field) field.value = String(point[index]);
  draw();
}

/** Draws the marker, or hides it if the fields hold no valid point. */
function draw(): void {
  const given = fields().map((field) => (field?.value.trim() ? Number(field.value.replace(",", ".")) : Number.NaN));
  const isSet = given.every((value) => value >= 0 && value <= 100);
  const [x, y] = isSet ? given : [50, 50];
  const mark = partOfPage("mark");
  if (mark) Object.assign(mark, { hidden: !isSet });
  mark?.style.setProperty("left", `${x}%`);
  mark?.style.setProperty("top", `${y}%`);
  for (const crop of partOfPage("crops")?.querySelectorAll("img") ?? []) crop.style.objectPosition = `${x}% ${y}%`;
}
