/** Starting points of a new page: content types, and presets of sections, that the site's plugins offer. */
import { reader } from "../../../words/reader.ts";
import { say } from "../../../words/shape/say.ts";
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

/** Content types by name. Types of one name say whose they are, and types with a template say which. */
const namedApart = (types: CatalogueView["contentTypes"], titles: ReadonlyMap<string, string>): SelectOption[] =>
  types.map(({ type, title, template }) => {
    const isSole = types.every((one) => one.type === type || one.title !== title);
    const name = isSole ? title : `${title} (${type.slice(0, type.indexOf("/"))})`;
    const begun = template === undefined ? undefined : titles.get(template);
    return [type, begun === undefined ? name : say(WORDS.pages.withTemplate, { type: name, template: begun })];
  });

/** Most templates of a type that the form for new pages offers. */
const TEMPLATES_OFFERED = 100;
/** The prefix of the id of a template among the choices. */
const TEMPLATE = "page:";

interface Template {
  readonly id: string;
  readonly title: string;
  /** The name of the type of templates. */
  readonly kind: string;
}

/** The members' own templates. */
async function templates({ workspace, member }: Desk, types: CatalogueView["contentTypes"]): Promise<Template[]> {
  const lists = types.flatMap(({ type, title, begins }) => (begins === undefined ? [] : [{ type, title }]));
  const found = await Promise.all(
    lists.map(async ({ type, title: kind }) => {
      const asked = { type, order: "title", limit: TEMPLATES_OFFERED };
      const { items } = expectValue(await workspace.read("entries", member.site, asked));
      return items.map(({ id, title }) => ({ id, title, kind }));
    }),
  );
  return found.flat();
}

/** All templates and content types by name, and all presets by their section type and index. */
export async function beginnings(desk: Desk): Promise<readonly SelectOption[]> {
  const { contentTypes, sections } = await catalogueFor(desk);
  const offered = await templates(desk, contentTypes);
  return [
    ...offered.map(({ id, title, kind }): SelectOption => [TEMPLATE + id, kind + WORDS.everyPage.colon + title]),
    ...namedApart(contentTypes, new Map(offered.map(({ id, title }) => [id, title]))),
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
  if (chosen.startsWith(TEMPLATE)) return beginningOf(desk, catalogue, chosen.slice(TEMPLATE.length));
  const entry = catalogue.contentTypes.find(({ type }) => type === chosen);
  if (!entry) return { page: { sections: openingOf(catalogue, chosen) } };
  if (entry.template !== undefined) return beginningOf(desk, catalogue, entry.template);
  const sections = entry.sections.map((section, index) => ({ id: `section-${index + 1}`, ...section }));
  return { page: { type: entry.type, values: entry.start, sections }, address: entry.address };
}

/** A copy of a template: its sections, and the values with which an entry of its type starts. */
async function beginningOf(
  { workspace, member }: Desk,
  { contentTypes }: CatalogueView,
  id: string,
): Promise<Beginning> {
  const template = await workspace.read("page", member.site, { page: id });
  const { type: kind, values = {}, sections } = template.ok ? template.value.body : { type: undefined, sections: [] };
  const begins = contentTypes.find(({ type }) => type === kind)?.begins;
  if (begins === undefined) throw notInForm("begin", "one of the list");
  const type = String(values[begins] ?? "");
  if (type === "") return { page: { sections } };
  const entry = contentTypes.find((one) => one.type === type);
  if (!entry) throw notInForm("begin", `a template whose content type ${type} the site has`);
  return { page: { type, values: entry.start, sections }, address: entry.address };
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
