/** The page templates with which new entries of content types begin, as a site chose them. */
import type { Issue } from "../../../manifests/refusals/refusal.ts";
import { encodePointer } from "../../../manifests/refusals/pointer.ts";
import type { Page } from "../../documents/content/content.ts";
import type { Settings } from "../../documents/content/settings.ts";
import type { Documents } from "../../documents/documents.ts";
import type { SitePlugins } from "../../plugins/states/shelf.ts";

/** The types of templates, each with the field that names the type of the entries. */
type TemplateTypes = ReadonlyMap<string, string>;

/** Tells whether a page is a template for entries of a content type. */
function isTemplateFor(page: Page | undefined, type: string, types: TemplateTypes): boolean {
  const begins = types.get(page?.type ?? "");
  return begins !== undefined && page?.values?.[begins] === type;
}

/** Finds the template that the site chose for a type. One that has gone since, or became another's, is none. */
export function chosenTemplates(
  documents: Documents,
  site: string,
  types: TemplateTypes,
): (type: string) => string | undefined {
  const { templates = {} } = documents.only(site, "settings").body;
  return (type) => {
    const template = Object.hasOwn(templates, type) ? templates[type] : undefined;
    if (template === undefined) return undefined;
    return isTemplateFor(documents.get(site, "page", template)?.body, type, types) ? template : undefined;
  };
}

const templateTypes = ({ resolution }: SitePlugins): TemplateTypes =>
  new Map(
    resolution.active.flatMap(({ id, plugin }) =>
      (plugin.manifest.contributes.contentTypes ?? []).flatMap(({ name, begins }): [string, string][] =>
        begins === undefined ? [] : [[`${id}/${name}`, begins]],
      ),
    ),
  );

interface CheckParts {
  readonly documents: Documents;
  readonly plugins: { forSite(site: string): SitePlugins };
}

/** Refuses a new choice that is no template of its type. An older choice whose template has gone may stay. */
export function templateIssues(
  { documents, plugins }: CheckParts,
  site: string,
  { templates = {} }: Settings,
): Issue[] {
  const before = documents.only(site, "settings").body.templates ?? {};
  const chosen = Object.entries(templates).filter(([type, page]) => before[type] !== page);
  if (chosen.length === 0) return [];
  const types = templateTypes(plugins.forSite(site));
  return chosen.flatMap(([type, page]) =>
    isTemplateFor(documents.get(site, "page", page)?.body, type, types)
      ? []
      : [
          {
            pointer: encodePointer(["templates", type]),
            found: page,
            allowed: `the id of a page template for ${type}`,
          },
        ],
  );
}
