import { html } from "hono/html";
import type { TokenGroup } from "../../../../manifests/manifest/theme.ts";
import type { Theme } from "../../../../runtime/documents/content/content.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import type { FormFailure } from "../desk/failure.ts";
import { DrawnFields } from "../drawing/fields.ts";
import { alert, drawnForm } from "../drawing/form.ts";
import type { Html } from "../drawing/html.ts";
import { versionField } from "../drawing/versionField.ts";
import { pixelsOf } from "./lengths.ts";
import { type DesignToken, fieldOf } from "./tokens.ts";

const { theme: words } = WORDS;

/** Colours come first, because most members change those. */
const ORDER: readonly TokenGroup[] = ["light", "dark", "base"];

interface ShownTokens {
  readonly tokens: readonly DesignToken[];
  readonly theme: Theme;
  readonly version: number;
  readonly here: string;
  readonly failure: FormFailure | undefined;
}

/** The form of all tokens. Each changed token has a button that resets it. */
export function tokenForm({ tokens, theme, version, here, failure }: ShownTokens): Html {
  const pointers = tokens.map((token) => [fieldOf(token), `/body/tokens/${token.group}/${token.name}`]);
  const fields = new DrawnFields("tokens", failure, Object.fromEntries(pointers) as Record<string, string>);
  const content = html`${versionField(version)}
<button type="submit" class="first-button">${WORDS.everyPage.save}</button>
${fields.choice("scheme", words.scheme, theme.scheme, Object.entries(words.schemes))}
${ORDER.map((group) => groupOf(group, tokens, fields))}
<button type="submit">${WORDS.everyPage.save}</button>`;
  return html`<div class="work"><section aria-labelledby="tokens-title"><h2 id="tokens-title">${words.tokens}</h2>${alert(failure, "tokens")}${drawnForm("tokens", here, content)}</section></div>`;
}

function groupOf(group: TokenGroup, tokens: readonly DesignToken[], fields: DrawnFields): Html | string {
  const inGroup = tokens.filter((token) => token.group === group);
  if (inGroup.length === 0) return "";
  return html`<fieldset><legend>${words.groups[group]}</legend><div class="tokens">${inGroup.map((token) => html`<div class="token">${fieldFor(token, fields)}${resetting(token)}</div>`)}</div></fieldset>`;
}

function fieldFor(token: DesignToken, fields: DrawnFields): Html {
  const { title, help, value, preset, choices, isColour, group, name } = token;
  const field = fieldOf(token);
  if (choices.length > 0) {
    const all = choices.includes(value) ? choices : [value, ...choices];
    return fields.choice(
      field,
      title,
      value,
      all.map((one) => [one, one === preset ? say(words.ownChoice, { choice: nameOf(one) }) : nameOf(one)]),
      help,
    );
  }
  return isColour
    ? fields.text(field, title, value, { type: "color", help, token: `${group}.${name}` })
    : fields.text(field, title, value, { max: 300, help });
}

const WEIGHTS: Readonly<Record<string, string>> = words.weights;

/** The label of a choice: pixels for a length, the first font for a list of fonts. */
function nameOf(choice: string): string {
  if (Object.hasOwn(WEIGHTS, choice)) return WEIGHTS[choice] ?? choice;
  const pixels = pixelsOf(choice);
  return pixels === undefined
    ? (choice.split(",")[0]?.replaceAll('"', "") ?? choice)
    : say(words.pixels, { n: pixels });
}

const resetting = (token: DesignToken): Html | string =>
  token.value === token.preset
    ? ""
    : html`<button type="submit" class="quiet small-button" name="reset" value="${fieldOf(token)}" aria-label="${words.reset}${WORDS.everyPage.colon}${token.title}">${words.reset}</button>`;
