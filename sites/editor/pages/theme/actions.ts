/** The actions of the theme's page. Each computes the new theme and writes it. */
import { expectValue } from "../../../../runtime/commands/answer.ts";
import type { Theme } from "../../../../runtime/documents/content/content.ts";
import type { Action, PageActions } from "../desk/action.ts";
import { withQuery } from "../desk/address.ts";
import { findCommandRoute } from "../desk/area.ts";
import type { Desk } from "../desk/desk.ts";
import { PUBLISHES } from "../desk/publishing.ts";
import type { Fields } from "../desk/sent.ts";
import { notInForm } from "../desk/through.ts";
import { THEME_AREA } from "./area.ts";
import { type ThemeChoice, type DesignToken, fieldOf, tokensOf, withToken } from "./tokens.ts";
import { valuesFor } from "./values.ts";

type Change = (theme: Theme, fields: Fields, themes: readonly ThemeChoice[], desk: Desk) => Theme | Promise<Theme>;

/** Changes the draft's theme. The command writes it only if the version is still the shown one. */
const putting = (change: Change): Action["ask"] =>
  async function ask(desk, fields) {
    const { workspace, member } = desk;
    const { body } = expectValue(await workspace.read("theme", member.site));
    const { themes } = expectValue(await workspace.read("catalogue", member.site));
    return { version: fields.get("version") ?? "", body: { body: await change(body, fields, themes, desk) } };
  };

const route = findCommandRoute("theme.put");

function themeNamed(themes: readonly ThemeChoice[], name: string | undefined): ThemeChoice {
  const found = themes.find(({ theme }) => theme === name);
  if (!found) throw notInForm("theme", "one of the list");
  return found;
}

/** Matches the field of a token: its group and its name. */
const TOKEN_FIELD = /^(?:base|light|dark)\.[a-z][a-z0-9-]*$/;

/** The token fields that a form has, for any theme. */
const tokenFields = (fields: Fields): string[] => [...fields.keys()].filter((name) => TOKEN_FIELD.test(name));

function withTyped(theme: Theme, fields: Fields, themes: readonly ThemeChoice[]): Theme {
  const known = tokensOf(themeNamed(themes, theme.theme), theme.tokens);
  const stranger = tokenFields(fields).find((name) => !known.some((token) => fieldOf(token) === name));
  if (stranger !== undefined) throw notInForm(stranger, "a colour, font or size of the theme");
  const tokens = known.reduce((all, token) => withToken(all, token, valueOf(token, fields)), theme.tokens);
  return { ...theme, scheme: (fields.get("scheme") ?? theme.scheme) as Theme["scheme"], tokens };
}

const valueOf = (token: DesignToken, fields: Fields): string =>
  fields.get("reset") === fieldOf(token) ? token.preset : (fields.get(fieldOf(token)) ?? token.value);

export const THEME_ACTIONS: PageActions = {
  ...PUBLISHES,
  choose: {
    route,
    fields: ["version", "theme", "values"],
    ask: putting(async (theme, fields, themes, desk) => {
      const choice = themeNamed(themes, fields.get("theme"));
      const values = await valuesFor(desk, choice, theme.tokens);
      const chosen = values.find(({ name }) => name === fields.get("values"));
      if (!chosen) throw notInForm("values", "one of the list");
      return { ...theme, theme: choice.theme, tokens: chosen.tokens };
    }),
    after: () => withQuery(THEME_AREA.path, { done: "chosen" }),
  },
  tokens: {
    route,
    fields: ["version", "scheme", "reset"],
    more: TOKEN_FIELD,
    ask: putting(withTyped),
    after: (_, fields) => withQuery(THEME_AREA.path, { done: fields.has("reset") ? "reset" : "saved" }),
  },
};
