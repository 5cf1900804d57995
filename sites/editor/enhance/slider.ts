/** Lays the new page over the old one, with a slider between them. Both scroll together. */
import { partOfPage } from "./page.ts";

const framesIn = (sides: Element): HTMLIFrameElement[] => [...sides.querySelectorAll("iframe")];

/** A shorter page stops at its end. */
function scrollTogether([one, other]: readonly HTMLIFrameElement[]): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ]) {
    const [source, target] = [from?.contentWindow, to?.contentWindow];
    source?.addEventListener("scroll", () => {
      if (target && Math.abs(target.scrollY - source.scrollY) > 1) target.scrollTo(0, source.scrollY);
    });
  }
}

function lay(sides: HTMLElement, isLaid: boolean): void {
  sides.classList.toggle("is-laid", isLaid);
  const slide = partOfPage<HTMLInputElement>("slide");
  if (slide) slide.hidden = !isLaid;
  if (isLaid) scrollTogether(framesIn(sides));
}

export function followSlider(): void {
  document.addEventListener("input", ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return;
    const sides = target.closest<HTMLElement>(".sides");
    if (!sides) return;
    if (target.id === "laid") lay(sides, target.checked);
    if (target.id === "slide") sides.style.setProperty("--seen", `${target.value}%`);
  });
}
