import type { Contributes, Manifest } from "../manifest/manifest.ts";
import type { MemberPage, MemberPageForm } from "../manifest/memberPage.ts";
import { isObject } from "../json/jsonObject.ts";
import { quote } from "../refusals/pointer.ts";
import type { Issue } from "../refusals/refusal.ts";

type Route = NonNullable<Contributes["routes"]>[number];

/** The members of a route's body with the keys of the chosen entries, or with the key of the changed one. */
const KEYS = "keys";
const KEY = "key";

const typeOfInput = (route: Route, name: string): unknown => {
  const properties = route.input?.["properties"];
  const one = isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
  return isObject(one) ? one["type"] : undefined;
};

function routeFault(route: Route | undefined): string | undefined {
  if (!route || route.kind === "webhook") return "a JSON route of this plugin";
  if (route.access === "public") return "a route for members, because only they open the page";
  return route.methods.includes("POST") ? undefined : "a route with the method POST";
}

const actionFault = (route: Route | undefined): string | undefined =>
  routeFault(route) ??
  (route && typeOfInput(route, KEYS) === "array" ? undefined : "a route whose input has the list keys");

/** A form of the list never sends a key, so a route that takes one would get none. */
function formFault(route: Route | undefined, of: MemberPageForm["of"]): string | undefined {
  const fault = routeFault(route);
  if (fault !== undefined || !route) return fault;
  if (!isObject(route.input?.["properties"])) return "a route whose input has the form's fields as properties";
  if (of === "entry") return typeOfInput(route, KEY) === "string" ? undefined : "a route whose input has the text key";
  return typeOfInput(route, KEY) === undefined ? undefined : "a route whose input has no key, or a form of entry";
}

const repeated = (names: readonly string[], pointer: (index: number) => string): Issue[] =>
  names.flatMap((name, index) =>
    names.indexOf(name) === index
      ? []
      : [{ pointer: pointer(index), found: `a second ${quote(name)}`, allowed: "each once" }],
  );

const wrongLists = (lists: readonly string[], known: readonly string[], at: string): Issue[] =>
  lists.flatMap((name, place) =>
    known.includes(name)
      ? []
      : [{ pointer: `${at}/lists/${place}`, found: quote(name), allowed: "a list of this page" }],
  );

const wrongRoute = (route: string, fault: string | undefined, at: string): Issue[] =>
  fault === undefined ? [] : [{ pointer: `${at}/route`, found: quote(route), allowed: fault }];

function pageIssues(page: MemberPage, at: string, routes: readonly Route[]): Issue[] {
  const { lists, columns, details = [], actions = [], forms = [] } = page;
  const listNames = lists.map(({ name }) => name);
  const fields = [...columns, ...details].map(({ field }) => field);
  const found = (name: string): Route | undefined => routes.find((route) => route.name === name);
  const named = { lists, actions, forms };
  return [
    ...Object.entries(named).flatMap(([member, items]) =>
      repeated(
        items.map(({ name }) => name),
        (index) => `${at}/${member}/${index}/name`,
      ),
    ),
    ...repeated(fields, (index) =>
      index < columns.length ? `${at}/columns/${index}/field` : `${at}/details/${index - columns.length}/field`,
    ),
    ...actions.flatMap(({ route, lists: shown = [] }, index) => [
      ...wrongRoute(route, actionFault(found(route)), `${at}/actions/${index}`),
      ...wrongLists(shown, listNames, `${at}/actions/${index}`),
    ]),
    ...forms.flatMap(({ route, of, lists: shown = [] }, index) => [
      ...wrongRoute(route, formFault(found(route), of), `${at}/forms/${index}`),
      ...wrongLists(shown, listNames, `${at}/forms/${index}`),
    ]),
  ];
}

/** Pages show what the plugin has stored. Their actions and forms call its own routes, with the rights of the member. */
export function memberPageIssues({ capabilities, contributes: { pages = [], routes = [] } }: Manifest): Issue[] {
  if (pages.length === 0) return [];
  const stored: Issue[] = capabilities?.storage
    ? []
    : [{ pointer: "/contributes/pages", found: "pages without storage", allowed: "storage among the capabilities" }];
  return [...stored, ...pages.flatMap((page, index) => pageIssues(page, `/contributes/pages/${index}`, routes))];
}
