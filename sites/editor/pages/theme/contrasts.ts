import { html } from "hono/html";
import { contrastOf, contrastGrade, writtenColor } from "../../looks/contrast.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import type { Html } from "../drawing/html.ts";
import type { DesignToken } from "./tokens.ts";

const { theme: words } = WORDS;

/** Pairs of text and background colours, by the token names that every theme has. */
const PAIRS = [
  ["text", "background"],
  ["text", "surface"],
  ["muted", "background"],
  ["muted", "surface"],
  ["accent", "background"],
  ["on-accent", "accent"],
] as const;

interface Pair {
  readonly words: string;
  readonly contrast: number;
  /** The fields of both colours, for the script that updates the contrast. */
  readonly fields: string;
}

/** Shows the contrast of each pair as a number and a grade. */
export function contrasts(tokens: readonly DesignToken[]): Html {
  const groups = (["light", "dark"] as const).map((group) => ({ group, pairs: pairsIn(group, tokens) }));
  const low = groups
    .flatMap(({ pairs }) => pairs)
    .filter(({ contrast }) => contrastGrade(contrast) !== "enough").length;
  const lists = groups.map(
    ({ group, pairs }) =>
      html`<div><h3>${words.groups[group]}</h3><ul class="pairs">${pairs.map((pair) => html`<li>${pair.words}${WORDS.everyPage.colon}${verdict(pair)}</li>`)}</ul></div>`,
  );
  return html`<section aria-labelledby="contrast-title"><h2 id="contrast-title">${words.contrast}</h2><p class="help">${words.contrastHelp}</p>
${low === 0 ? "" : html`<p class="warning">${say(words.low, { n: low })}</p>`}<div class="columns pairs-by-scheme" data-grades="${JSON.stringify(words.grades)}">${lists}</div></section>`;
}

const verdict = ({ contrast, fields }: Pair): Html =>
  html`<strong data-pair="${fields}" class="is-${contrastGrade(contrast)}">${writtenColor(contrast)}, ${words.grades[contrastGrade(contrast)]}</strong>`;

function pairsIn(group: "light" | "dark", tokens: readonly DesignToken[]): Pair[] {
  const found = (name: string): DesignToken | undefined =>
    tokens.find((token) => token.group === group && token.name === name);
  return PAIRS.flatMap(([text, ground]): Pair[] => {
    const [one, other] = [found(text), found(ground)];
    const contrast = one && other && contrastOf(one.value, other.value);
    if (!one || !other || contrast === undefined) return [];
    const named = say(words.pair, { text: one.title, ground: other.title });
    return [{ words: named, contrast, fields: `${group}.${text} ${group}.${ground}` }];
  });
}
