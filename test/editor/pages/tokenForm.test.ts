import { expect, test } from "vitest";
import { tokenForm } from "../../../sites/editor/pages/theme/tokenForm.ts";
import type { DesignToken } from "../../../sites/editor/pages/theme/tokens.ts";

const token = (name: string, value: string): DesignToken => ({
  group: "light",
  name,
  title: name,
  help: "",
  choices: [],
  isNumber: false,
  isColour: true,
  preset: "#aa0000",
  value,
});

test("a button that resets a value begins its name with its visible text, and says which value", () => {
  const shown = String(
    tokenForm({
      tokens: [token("Accent", "#00aa00"), token("Ink", "#aa0000")],
      theme: { scheme: "auto" } as Parameters<typeof tokenForm>[0]["theme"],
      version: 1,
      here: "/_editor/theme",
      failure: undefined,
    }),
  );
  const buttons = [...shown.matchAll(/<button[^>]*name="reset"[^>]*aria-label="([^"]*)"[^>]*>([^<]*)</g)];
  expect(buttons.map(([, name, text]) => [name, text])).toEqual([
    ["Reset to the theme’s value: Accent", "Reset to the theme’s value"],
  ]);
});
