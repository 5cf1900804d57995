/** Writes the menus of a plan. A menu with entries of its own stays as it is, unless the import writes over. */
import type { Navigation } from "../../../runtime/documents/content/content.ts";
import type { PlannedMenus } from "../plan/plan.ts";
import type { MoveLoss } from "../tree/moved.ts";
import { digestInHex } from "./digest.ts";
import { type Door, patiently } from "./door.ts";

type Menus = Navigation["menus"];

export interface MenusDone {
  readonly written: number;
  readonly losses: readonly MoveLoss[];
}

/** A new site has one entry, which leads home. */
const isHome = ({ link, children }: Menus["header"][number]): boolean => link === "page:home" && !children;

const EMPTY: Menus = { header: [], footer: [] };

export async function writeMenus(
  door: Door,
  { menus, languages }: PlannedMenus,
  overwrite: boolean,
): Promise<MenusDone> {
  if ([menus, ...Object.values(languages)].every((one) => one.header.length + one.footer.length === 0))
    return { written: 0, losses: [] };
  const { version, body } = await patiently(door, () =>
    door.get<{ readonly version: number; readonly body: Navigation }>("/api/navigation"),
  );
  const losses: MoveLoss[] = [];
  let written = 0;
  const merged = (present: Menus, wanted: Menus, of: string): Menus => {
    const made = { ...present };
    for (const at of ["header", "footer"] as const) {
      if (wanted[at].length === 0 || JSON.stringify(present[at]) === JSON.stringify(wanted[at])) continue;
      if (!present[at].every(isHome) && !overwrite) losses.push({ place: "menus", what: STAYS(at, of) });
      else {
        made[at] = wanted[at];
        written++;
      }
    }
    return made;
  };
  const next: Navigation = { ...body, menus: merged(body.menus, menus, "the site") };
  const others = Object.entries(languages).map(([tag, wanted]): [string, Menus] => [
    tag,
    merged(body.languages?.[tag] ?? EMPTY, wanted, tag),
  ]);
  if (others.length > 0) next.languages = { ...body.languages, ...Object.fromEntries(others) };
  if (written === 0) return { written, losses };
  const key = `import-${await digestInHex(JSON.stringify([version, next]))}`;
  await patiently(door, () => door.change("PUT", "/api/navigation", { body: { body: next }, key, version }));
  return { written, losses };
}

const STAYS = (at: string, of: string): string =>
  `the ${at} menu of the source: the present one of ${of} has entries, and stays. --overwrite writes over it`;
