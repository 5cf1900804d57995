/** Starting points of a new page: content types, and presets of sections, that the site's plugins offer. */
import { reader } from "../../../words/reader.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import type { CatalogueView } from "../../../../runtime/editing/views.ts";
import type { Page } from "../../../../runtime/documents/content/content.ts";
import { notInForm } from "../desk/through.ts";
import { WORDS } from "../../../words/words.ts";
import type { Desk } from "../desk/desk.ts";
import type { SelectOption } from "../drawing/fields.ts";

interface Preset {
  readonly title: string;
  readonly variant?: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

export const catalogueFor = async ({ workspace, member }: Desk): Promise<CatalogueView> =>
  expectValue(await workspace.read("catalogue", member.site, { language: reader().language }));

const presetsOf = (section: CatalogueView["sections"][number]): readonly Preset[] =>
  section.presets as unknown as readonly Preset[];

/** Content types by name. Types of one name say whose they are. */
const namedApart = (types: CatalogueView["contentTypes"]): SelectOption[] =>
  types.map(({ type, title }) => {
    const isSole = types.every((one) => one.type === type || one.title !== title);
    return [type, isSole ? title : `${title} (${type.slice(0, type.indexOf("/"))})`];
  });

/** All content types by name, and all presets by their section type and index. */
export async function beginnings(desk: Desk): Promise<readonly SelectOption[]> {
  const { contentTypes, sections } = await catalogueFor(desk);
  return [
    ...namedApart(contentTypes),
    ...sections.flatMap((section) =>
      presetsOf(section).map((preset, index): SelectOption => [
        `${section.type}#${index}`,
        `${section.title}${WORDS.everyPage.colon}${preset.title}`,
      ]),
    ),
  ];
}

/** The beginning of a page. `address` is the pattern of an entry's path. */
interface Beginning {
  readonly page: Pick<Page, "type" | "values"> & { readonly sections: readonly object[] };
  readonly address?: string | null;
}

/** The beginning that a member chose. Without a choice, the page is empty. */
export async function findBeginning(desk: Desk, chosen: string): Promise<Beginning> {
  if (chosen === "") return { page: { sections: [] } };
  const catalogue = await catalogueFor(desk);
  const entry = catalogue.contentTypes.find(({ type }) => type === chosen);
  if (!entry) return { page: { sections: openingOf(catalogue, chosen) } };
  const sections = entry.sections.map((section, index) => ({ id: `section-${index + 1}`, ...section }));
  return { page: { type: entry.type, values: entry.start, sections }, address: entry.address };
}

/** The first section of a page that starts with a preset. */
function openingOf({ sections }: CatalogueView, chosen: string): readonly object[] {
  const [type = "", index = ""] = chosen.split("#", 2);
  const section = sections.find((one) => one.type === type);
  const preset = section && presetsOf(section)[Number(index)];
  if (!preset) throw notInForm("begin", "one of the list");
  const { fields, variant } = preset;
  return [{ id: "opening", type, fields, ...(variant === undefined ? {} : { variant }) }];
}
