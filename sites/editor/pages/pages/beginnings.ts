/** Starting points of a new page: presets of sections that the site's plugins offer. */
import { expectValue } from "../../../../runtime/commands/answer.ts";
import type { CatalogueView } from "../../../../runtime/editing/views.ts";
import { notInForm } from "../desk/through.ts";
import type { Desk } from "../desk/desk.ts";
import type { SelectOption } from "../drawing/fields.ts";

interface Preset {
  readonly title: string;
  readonly variant?: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

const catalogueFor = async ({ workspace, member }: Desk): Promise<CatalogueView> =>
  expectValue(await workspace.read("catalogue", member.site));

const presetsOf = (section: CatalogueView["sections"][number]): readonly Preset[] =>
  section.presets as unknown as readonly Preset[];

/** All presets, each by its section type and index. */
export async function beginnings(desk: Desk): Promise<readonly SelectOption[]> {
  const { sections } = await catalogueFor(desk);
  return sections.flatMap((section) =>
    presetsOf(section).map((preset, index): SelectOption => [
      `${section.type}#${index}`,
      `${section.title}: ${preset.title}`,
    ]),
  );
}

/** The first sections of a page that starts with this preset. Without a choice, the page is empty. */
export async function newSections(desk: Desk, chosen: string): Promise<readonly object[]> {
  if (chosen === "") return [];
  const [type = "", index = ""] = chosen.split("#", 2);
  const { sections } = await catalogueFor(desk);
  const section = sections.find((one) => one.type === type);
  const preset = section && presetsOf(section)[Number(index)];
  if (!preset) throw notInForm("begin", "one of the list");
  const { fields, variant } = preset;
  return [{ id: "opening", type, fields, ...(variant === undefined ? {} : { variant }) }];
}
