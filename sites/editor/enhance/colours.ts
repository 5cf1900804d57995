/** Shows a colour in the draft while the member chooses it, and computes its contrasts again. */
import { type Grade, contrastOf, contrastGrade, writtenColor } from "../looks/contrast.ts";
import { partOfPage } from "./page.ts";

export function followColours(): void {
  document.addEventListener("input", ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.dataset["token"] === undefined) return;
    paint(target.dataset["token"], target.value);
    for (const pair of document.querySelectorAll<HTMLElement>("[data-pair]")) judge(pair);
  });
}

/** Paints a colour only if it belongs to the scheme that the draft shows now. */
function paint(token: string, value: string): void {
  const [group = "", name = ""] = token.split(".", 2);
  const root = partOfPage<HTMLIFrameElement>("draft")?.contentDocument?.documentElement;
  if (root && group === schemeOf(root)) root.style.setProperty(`--${name}`, value);
}

const schemeOf = (root: HTMLElement): string =>
  ["light", "dark"].find((one) => root.dataset["scheme"] === one) ??
  (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");

function judge(pair: HTMLElement): void {
  const [text, ground] = (pair.dataset["pair"] ?? "").split(" ").map(colourOf);
  const contrast = contrastOf(text ?? "", ground ?? "");
  const grades = pair.closest<HTMLElement>("[data-grades]")?.dataset["grades"];
  if (contrast === undefined || grades === undefined) return;
  const grade = contrastGrade(contrast);
  pair.textContent = `${writtenColor(contrast)}, ${(JSON.parse(grades) as Record<Grade, string>)[grade]}`;
  pair.className = `is-${grade}`;
}

const colourOf = (token: string): string =>
  document.querySelector<HTMLInputElement>(`input[data-token="${CSS.escape(token)}"]`)?.value ?? "";
