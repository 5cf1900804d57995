import { COMPLETIONS_MAX, RESOURCES_PAGE } from "../../manifests/bounds/agents.ts";
import { variableOf } from "../../manifests/agents/resourceAddress.ts";
import { type ParameterName, operationOf } from "../../manifests/agents/operation.ts";
import { addressIn, filledAddress, parameterOf, uriOf, valueIn } from "../rendering/agents/address.ts";
import type { CatalogueResource } from "../rendering/agents/catalogue.ts";
import { cursorAt, readOffset } from "./content/cursor.ts";
import { ANSWERS } from "./operations/index.ts";
import { placedForms } from "./content/placedForms.ts";
import { parametersFrom } from "./operations/parameters.ts";
import { fold } from "../search/words.ts";
import { TokenBudget } from "./content/tokenBudget.ts";
import type { SiteContent } from "./content/siteContent.ts";
import { metaOf } from "./tools.ts";

export interface ListedResource {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description?: string;
  readonly mimeType: string;
  readonly annotations?: { readonly lastModified: string };
}

const MARKDOWN = "text/markdown";
const JSON_TYPE = "application/json";

const mimeTypeOf = ({ answer }: CatalogueResource): string =>
  "text" in answer || operationOf(answer.query) === "read" ? MARKDOWN : JSON_TYPE;

/** One possible value of a variable. */
interface Choice {
  readonly value: string;
  readonly name: string;
  readonly title: string;
  readonly modified?: string;
}

/** The possible values of parameters that name something on the site. */
const CHOICES: Partial<Record<ParameterName, (content: SiteContent) => Promise<Choice[]>>> = {
  page: async (content) =>
    (await content.pages()).all.map(({ path, id, title, modified }) => ({ value: path, name: id, title, modified })),
  form: async (content) => (await placedForms(content)).map(({ id, title }) => ({ value: `/${id}`, name: id, title })),
  collection: async (content) =>
    (await content.pages()).collections().map(({ name }) => ({ value: name, name, title: name })),
};

const choicesFor = async (content: SiteContent, resource: CatalogueResource): Promise<Choice[]> => {
  const parameter = parameterOf(resource);
  return parameter === undefined ? [] : ((await CHOICES[parameter]?.(content)) ?? []);
};

export interface ResourcePage<T> {
  readonly items: readonly T[];
  readonly nextCursor?: string;
}

/** Lists all resources, with one entry for each page and form. */
export async function listResources(
  content: SiteContent,
  cursor: string | undefined,
): Promise<ResourcePage<ListedResource>> {
  const all = (await Promise.all(content.catalogue.resources.map((resource) => listedAs(content, resource)))).flat();
  const start = readOffset(cursor, content, "resources");
  const end = start + RESOURCES_PAGE;
  return {
    items: all.slice(start, end),
    ...(end < all.length ? { nextCursor: cursorAt(content, "resources", end) } : {}),
  };
}

async function listedAs(content: SiteContent, resource: CatalogueResource): Promise<ListedResource[]> {
  const { address, name, title, description } = resource;
  const mimeType = mimeTypeOf(resource);
  if (variableOf(address) === undefined)
    return [{ uri: uriOf(content.hostname, address), name, title, description, mimeType }];
  return (await choicesFor(content, resource)).map((choice) => ({
    uri: uriOf(content.hostname, filledAddress(address, choice.value)),
    name: choice.name,
    title: choice.title,
    mimeType,
    ...(choice.modified === undefined ? {} : { annotations: { lastModified: choice.modified } }),
  }));
}

export const listTemplates = ({ catalogue, hostname }: SiteContent) =>
  catalogue.resources
    .filter(({ address }) => variableOf(address) !== undefined)
    .map((resource) => ({
      uriTemplate: uriOf(hostname, resource.address),
      name: resource.name,
      title: resource.title,
      description: resource.description,
      mimeType: mimeTypeOf(resource),
    }));

export interface ResourceText {
  readonly uri: string;
  readonly mimeType: string;
  readonly text: string;
  readonly _meta: Readonly<Record<string, unknown>>;
}

/** Undefined if the site has no such resource. */
export async function readResource(content: SiteContent, uri: string): Promise<ResourceText | undefined> {
  const address = addressIn(content.hostname, uri);
  if (address === undefined) return undefined;
  for (const resource of content.catalogue.resources) {
    const value = valueIn(resource, address);
    if (value !== undefined)
      return { uri, mimeType: mimeTypeOf(resource), ...(await readText(content, resource, value)) };
  }
  return undefined;
}

async function readText(content: SiteContent, { address, answer }: CatalogueResource, value: string | null) {
  const _meta = metaOf(content);
  if ("text" in answer) return { text: new TokenBudget().takeText(answer.text), _meta };
  const variable = variableOf(address);
  const given = variable === undefined || value === null ? {} : { [variable]: value };
  const found = await ANSWERS[operationOf(answer.query)](
    content,
    parametersFrom(answer.query, given),
    new TokenBudget(),
  );
  if (typeof found["text"] !== "string") return { text: JSON.stringify(found), _meta };
  return {
    text: found["text"],
    _meta: { ..._meta, url: found["url"], modified: found["modified"], chars: found["chars"] },
  };
}

export interface Completion {
  readonly values: readonly string[];
  readonly total: number;
  readonly hasMore: boolean;
}

const NOTHING: Completion = { values: [], total: 0, hasMore: false };

/** Completes a template's variable: values that begin with the typed text, or else contain it. */
export async function completeVariable(
  content: SiteContent,
  uriTemplate: string,
  variable: string,
  typed: string,
): Promise<Completion> {
  const resource = content.catalogue.resources.find(({ address }) => uriOf(content.hostname, address) === uriTemplate);
  if (!resource || variableOf(resource.address) !== variable) return NOTHING;
  const wanted = fold(typed);
  const values = (await choicesFor(content, resource))
    .map(({ value }) => value)
    .filter((value) => value.includes(wanted));
  const best = values.toSorted((a, b) => Number(b.startsWith(wanted)) - Number(a.startsWith(wanted)));
  return { values: best.slice(0, COMPLETIONS_MAX), total: best.length, hasMore: best.length > COMPLETIONS_MAX };
}
