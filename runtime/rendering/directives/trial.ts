/** Tells before a publication whether a page would draw the directives of its texts. */
import type { Page } from "../../documents/content/content.ts";
import { UNNAMED_ZONE } from "../../documents/content/timeZone.ts";
import type { Surroundings } from "../../templates/surroundings.ts";
import type { Directive } from "../dialect/directives.ts";
import { HTML_MARKDOWN } from "../markdown/markdown.ts";
import { type DirectiveParts, Directives } from "./drawing.ts";

/** The directives of one page, in the order of its texts. */
export interface DirectiveTrial {
  draws(directive: Directive): boolean;
}

/** A site on which each link leads to a page. The check of links tells of those that do not. */
const AROUND: Surroundings = {
  pathOf: (id) => `/${id}`,
  pagesOf: () => [],
  origin: "",
  language: "en",
  timeZone: UNNAMED_ZONE,
  level: 2,
  markdown: HTML_MARKDOWN,
  routeOf: () => undefined,
  widths: new Map(),
};

const WORDS = "words";

/** The templates note their failures, so they are none whose failures members read. */
export function directiveTrial(
  parts: Pick<DirectiveParts, "contributions" | "templates">,
  { title, path }: Page,
): DirectiveTrial {
  const directives = new Directives({ ...parts, scope: { page: { title, path }, site: {} }, around: AROUND });
  return {
    draws: ({ name, values, at }) =>
      directives.html({ name, values, as: at === undefined ? "block" : "mark" }, WORDS, AROUND.level) !== undefined,
  };
}
