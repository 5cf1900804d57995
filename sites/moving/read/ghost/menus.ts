/** The two menus of a Ghost site, which its settings hold as JSON. */
import type { MovedMenu } from "../../tree/moved.ts";
import { titleLine } from "../../tree/words.ts";

type Row = Readonly<Record<string, unknown>>;

const MENUS = [
  ["navigation", "header"],
  ["secondary_navigation", "footer"],
] as const;

export const ghostMenus = (settings: readonly Row[], place: string): MovedMenu[] =>
  MENUS.flatMap(([name, at]): MovedMenu[] => {
    const items = entriesOf(settings.find(({ key }) => key === name)?.["value"]).flatMap(({ label, url }) => {
      const words = titleLine(label);
      const address = String(url ?? "").replace(/__GHOST_URL__|%5F%5FGHOST%5FURL%5F%5F/g, "");
      return words === undefined ? [] : [{ label: words, address, children: [] }];
    });
    return items.length === 0 ? [] : [{ place: `${place}, ${name}`, name, at, items }];
  });

function entriesOf(value: unknown): readonly Row[] {
  try {
    const found: unknown = typeof value === "string" ? JSON.parse(value) : value;
    return Array.isArray(found) ? found.filter((one): one is Row => typeof one === "object" && one !== null) : [];
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return [];
  }
}
