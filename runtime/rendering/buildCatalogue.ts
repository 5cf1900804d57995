import { absoluteUrl, hostOfPath } from "../documents/content/languageHosts.ts";
import { expandSchema } from "../../manifests/fields/fieldSchema.ts";
import { indexedFields } from "../../manifests/fields/indexed.ts";
import { type ContentType, isPageless } from "../../manifests/manifest/contentType.ts";
import { operationOf } from "../../manifests/agents/operation.ts";
import { RESULTS } from "../../manifests/agents/operationResult.ts";
import type { JsonSchema } from "../../manifests/shapes/shape.ts";
import { homeOf } from "../documents/content/languages.ts";
import { UNNAMED_ZONE } from "../documents/content/timeZone.ts";
import type { NavigationItem, Redirect } from "../documents/content/content.ts";
import type { Contribution, Contributions, PromptEntry, ResourceEntry, ToolEntry } from "../contributions/points.ts";
import { calledName } from "../contributions/soleName.ts";
import { resolveLink } from "../templates/links.ts";
import type { SiteView } from "./view.ts";
import type {
  Catalogue,
  CatalogueForm,
  CataloguePrompt,
  CatalogueResource,
  CatalogueTool,
  CatalogueType,
  MenuLink,
  SiteCard,
  ToolAnnotations,
} from "./agents/catalogue.ts";

/** Renders a resource's text. Undefined if its template failed. */
export type WriteResource = (entry: ResourceEntry) => string | undefined;

/**
 * Builds the public catalogue of one site. `redirects` are the rules, or the key of many. It leaves out tools, resources and prompts of plugin code, which are only
 * for members' agents.
 */
export function buildCatalogue(
  contributions: Contributions,
  view: SiteView,
  redirects: readonly Redirect[] | string,
  textOf: WriteResource,
): Catalogue {
  return {
    site: siteCard(view),
    tools: [...contributions.tools.values()].filter(isDeclarative).flatMap(tool),
    resources: [...contributions.resources.values()].filter(isDeclarative).flatMap((entry) => resource(entry, textOf)),
    prompts: [...contributions.prompts.values()].filter(isDeclarative).flatMap(promptOf),
    forms: [...contributions.forms.values()].map(form),
    // Entries without a page have no address that an agent could read, so agents find their values where lists show them.
    types: [...contributions.contentTypes.values()].filter(({ item }) => !isPageless(item)).map(contentType),
    ...(typeof redirects === "string" ? { redirects: [], rules: redirects } : { redirects }),
  };
}

const isDeclarative = ({ plugin }: Contribution<unknown>): boolean => plugin.plugin.manifest.kind === "declarative";

/**
 * Annotations of all tools here: they change nothing, answer the same for the same publication, and access nothing
 * outside of the site.
 */
const READS: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

function tool({ plugin, item }: ToolEntry): CatalogueTool[] {
  const { query, title, description, input, output, template } = item;
  if (!query) return [];
  const listed = {
    name: calledName(plugin.plugin.manifest, item),
    title,
    description,
    annotations: READS,
    inputSchema: expandSchema(input),
    outputSchema: output ? expandSchema(output) : RESULTS[operationOf(query)],
  };
  return [{ listed, query, template: template === undefined ? null : (plugin.plugin.files[template] ?? null) }];
}

function resource(entry: ResourceEntry, textOf: WriteResource): CatalogueResource[] {
  const {
    plugin,
    item: { name, title, description, address, query },
  } = entry;
  const shared = { name, title, description, address: address ?? `${plugin.id}/${name}` };
  if (query) return [{ ...shared, answer: { query } }];
  const text = textOf(entry);
  return text === undefined ? [] : [{ ...shared, answer: { text } }];
}

/** A prompt as agents see it. None if its template is missing. */
export function promptOf({ plugin, item }: Pick<PromptEntry, "plugin" | "item">): CataloguePrompt[] {
  const { title, description, arguments: given = [] } = item;
  const template = plugin.plugin.files[item.template];
  const listed = {
    name: calledName(plugin.plugin.manifest, item),
    title,
    description,
    arguments: given.map(({ required, ...argument }) => ({ ...argument, required: required ?? false })),
  };
  return template === undefined ? [] : [{ listed, template }];
}

function form({
  qualified,
  item,
}: Contribution<{ title: string; description?: string; fields: JsonSchema }>): CatalogueForm {
  const { title, description, fields } = item;
  return { id: qualified, title, ...(description === undefined ? {} : { description }), schema: expandSchema(fields) };
}

function contentType({ qualified, item }: Contribution<ContentType>): CatalogueType {
  const { title, plural, fields, order } = item;
  return {
    type: qualified,
    title,
    plural,
    schema: expandSchema(fields),
    filters: [...indexedFields(item)].map(([name, field]) => ({ name, ...field })),
    ...(order === undefined ? {} : { order }),
  };
}

function siteCard(view: SiteView): SiteCard {
  const { settings, origin, navigation } = view;
  const {
    name,
    tagline,
    description,
    language,
    languages,
    timeZone = UNNAMED_ZONE,
    social = [],
    organization,
  } = settings;
  return {
    name,
    language,
    timeZone,
    url: `${origin}/`,
    ...(languages && {
      languages: languages.map(({ tag, name: called, prefix, fallback }) => ({
        tag,
        name: called,
        url: absoluteUrl(homeOf({ prefix }), view),
        ...(prefix !== undefined && hostOfPath(view, prefix) && { path: prefix }),
        ...(fallback && { fallback }),
      })),
    }),
    ...(tagline === undefined ? {} : { tagline }),
    ...(description === undefined ? {} : { description }),
    navigation: { header: menu(navigation.menus.header, view), footer: menu(navigation.menus.footer, view) },
    social: social.flatMap(({ label, link }) => {
      const url = urlOf(link, view);
      return url === undefined ? [] : [{ label, url }];
    }),
    ...(organization ? { organization: defined(organization) } : {}),
  };
}

const defined = (given: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

function menu(items: readonly NavigationItem[], view: SiteView): MenuLink[] {
  return items.map(({ label, link, children = [] }) => {
    const url = urlOf(link, view);
    return {
      label,
      ...(url === undefined ? {} : { url }),
      ...(children.length > 0 ? { children: menu(children, view) } : {}),
    };
  });
}

/** Resolves a link to an absolute URL. Undefined if it leads nowhere. */
function urlOf(link: string, view: SiteView): string | undefined {
  const href = resolveLink(link, (id) => view.link(id));
  if (href === undefined) return undefined;
  return absoluteUrl(href, view);
}
