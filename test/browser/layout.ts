import type { Page } from "playwright-core";

/** The elements that overflow the window horizontally. */
export const sticksOut = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.querySelectorAll("body *")].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 0.5,
    );
    return [`${scrollWidth} wide in ${clientWidth}`, ...wide.map((element) => element.outerHTML.slice(0, 100))];
  });

export interface Outline {
  readonly levels: readonly number[];
  readonly landmarks: readonly string[];
}

const LANDMARKS = ["header", "nav", "main", "footer"];

/** Headings and landmarks, in the order of the document. */
export const outline = (page: Page): Promise<Outline> =>
  page.evaluate((names) => {
    const all = (selector: string): Element[] => [...document.querySelectorAll(selector)];
    return {
      levels: all("h1, h2, h3, h4, h5, h6").map(({ localName }) => Number(localName.slice(1))),
      landmarks: names.flatMap((name) =>
        all(name)
          .filter((one) => name === "nav" || one.closest("main") === null || one.localName === "main")
          .map(() => name),
      ),
    };
  }, LANDMARKS);

/** Pairs of consecutive headings that skip a level. */
export const skips = (levels: readonly number[]): string[] =>
  levels.flatMap((level, index) =>
    level > (levels[index - 1] ?? 0) + 1 ? [`h${levels[index - 1] ?? 0} then h${level}`] : [],
  );

/** Position, size and visibility of every element. Two pages with equal lists differ only in colours. */
export const shape = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll("body *")].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const shows = element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      return [element.localName, x, y, width, height, shows].join(" ");
    }),
  );
