import type { Contributes, Manifest } from "../manifest/manifest.ts";
import type { MemberPage } from "../manifest/memberPage.ts";
import { isObject } from "../json/jsonObject.ts";
import { quote } from "../refusals/pointer.ts";
import type { Issue } from "../refusals/refusal.ts";

type Route = NonNullable<Contributes["routes"]>[number];

/** The member of a route's body with the keys of the chosen entries. */
const KEYS = "keys";

function routeFault(route: Route | undefined): string | undefined {
  if (!route || route.kind === "webhook") return "a JSON route of this plugin";
  if (route.access === "public") return "a route for members, because only they open the page";
  if (!route.methods.includes("POST")) return "a route with the method POST";
  const properties = route.input?.["properties"];
  const keys = isObject(properties) && Object.hasOwn(properties, KEYS) ? properties[KEYS] : undefined;
  return isObject(keys) && keys["type"] === "array" ? undefined : "a route whose input has the list keys";
}

const repeated = (names: readonly string[], pointer: (index: number) => string): Issue[] =>
  names.flatMap((name, index) =>
    names.indexOf(name) === index
      ? []
      : [{ pointer: pointer(index), found: `a second ${quote(name)}`, allowed: "each once" }],
  );

function pageIssues(
  { lists, columns, details = [], actions = [] }: MemberPage,
  at: string,
  routes: readonly Route[],
): Issue[] {
  const listNames = lists.map(({ name }) => name);
  const fields = [...columns, ...details].map(({ field }) => field);
  return [
    ...repeated(listNames, (index) => `${at}/lists/${index}/name`),
    ...repeated(fields, (index) =>
      index < columns.length ? `${at}/columns/${index}/field` : `${at}/details/${index - columns.length}/field`,
    ),
    ...repeated(
      actions.map(({ name }) => name),
      (index) => `${at}/actions/${index}/name`,
    ),
    ...actions.flatMap(({ route, lists: shown = [] }, index) => {
      const fault = routeFault(routes.find(({ name }) => name === route));
      return [
        ...(fault === undefined
          ? []
          : [{ pointer: `${at}/actions/${index}/route`, found: quote(route), allowed: fault }]),
        ...shown.flatMap((name, place) =>
          listNames.includes(name)
            ? []
            : [
                {
                  pointer: `${at}/actions/${index}/lists/${place}`,
                  found: quote(name),
                  allowed: "a list of this page",
                },
              ],
        ),
      ];
    }),
  ];
}

/** Pages show what the plugin has stored, and their actions call its own routes, with the rights of the member. */
export function memberPageIssues({ capabilities, contributes: { pages = [], routes = [] } }: Manifest): Issue[] {
  if (pages.length === 0) return [];
  const stored: Issue[] = capabilities?.storage
    ? []
    : [{ pointer: "/contributes/pages", found: "pages without storage", allowed: "storage among the capabilities" }];
  return [...stored, ...pages.flatMap((page, index) => pageIssues(page, `/contributes/pages/${index}`, routes))];
}
