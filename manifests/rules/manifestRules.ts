/** Rules that compare members of a manifest. Each takes a manifest of the right shape and lists its faults. */
import { actionIssues } from "./actionRules.ts";
import { contentTypeIssues, queriesOverTypes } from "./contentTypeRules.ts";
import { frameIssues } from "./frameRules.ts";
import { storedIssues } from "./storedRules.ts";
import { allDirectiveIssues } from "./directiveRules.ts";
import { formIssues } from "./formRules.ts";
import { decides, hookKind } from "../hooks/lookup.ts";
import { importIssues } from "./importRules.ts";
import { kindIssues } from "./kindRules.ts";
import { letterIssues } from "./letterRules.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { resourceIssues, toolIssues } from "./mcpRules.ts";
import { encodePointer, quote } from "../refusals/pointer.ts";
import { chosenIssues } from "./ownersSetting.ts";
import { pagesIssues } from "./pagesRules.ts";
import { pointIssues } from "./pointRules.ts";
import { ENDINGS, fileReferences } from "../packages/references.ts";
import type { Issue } from "../refusals/refusal.ts";
import { memberPageIssues } from "./memberPageRules.ts";
import { referencesOverTypes } from "./referenceRules.ts";
import { formRouteIssues, routeIssues } from "./routeRules.ts";
import { schemaIssues, sectionIssues } from "./sectionRules.ts";
import { markIssues, secretIssues } from "./settingsRules.ts";
import type { JsonSchema } from "../shapes/shape.ts";
import { OWNER } from "../shapes/owner.ts";
import { compareVersions, withoutDevSuffix, asVersion } from "../shapes/version.ts";
import { themeIssues } from "./themeRules.ts";
import { uniquenessIssues } from "./uniqueness.ts";

type Rule = (manifest: Manifest) => Issue[];

const sections: Rule = ({ contributes }) =>
  (contributes.sections ?? []).flatMap((section, index) => sectionIssues(section, `/contributes/sections/${index}`));

const contentTypes: Rule = ({ contributes }) =>
  (contributes.contentTypes ?? []).flatMap((type, index) =>
    contentTypeIssues(type, `/contributes/contentTypes/${index}`),
  );

const typedQueries: Rule = (manifest) => {
  const types = { id: manifest.id, contentTypes: manifest.contributes.contentTypes ?? [] };
  return [...queriesOverTypes(manifest, types), ...referencesOverTypes(manifest, types)];
};

const themes: Rule = ({ contributes }) =>
  (contributes.themes ?? []).flatMap((theme, index) => themeIssues(theme, `/contributes/themes/${index}`));

const schema = (value: JsonSchema | undefined, pointer: string, marks = markIssues): Issue[] =>
  value === undefined ? [] : schemaIssues(value, pointer, marks);

const forms: Rule = ({ contributes }) =>
  (contributes.forms ?? []).flatMap((form, index) => formIssues(form, `/contributes/forms/${index}`));

const schemas: Rule = ({ contributes: { actions = [], routes = [], settings } }) => [
  ...actions.flatMap(({ input }, index) => schema(input, `/contributes/actions/${index}/input`)),
  ...routes.flatMap(({ input }, index) => schema(input, `/contributes/routes/${index}/input`)),
  ...schema(settings, "/contributes/settings", secretIssues),
];

const mcp: Rule = ({ kind, contributes: { mcp: { tools = [], resources = [] } = {} } }) => [
  ...tools.flatMap((tool, index) => toolIssues(tool, `/contributes/mcp/tools/${index}`)),
  ...resources.flatMap((resource, index) => resourceIssues(resource, `/contributes/mcp/resources/${index}`, kind)),
];

const hooks: Rule = ({ contributes }) =>
  (contributes.hooks ?? []).flatMap(({ on, everyMinutes }, index) => {
    const { isTimed = false, gathers = false } = hookKind(on);
    if (gathers || isTimed === (everyMinutes !== undefined)) return [];
    const pointer = `/contributes/hooks/${index}/everyMinutes`;
    return isTimed
      ? [{ pointer, found: "nothing", allowed: "the minutes between two calls" }]
      : [{ pointer, found: String(everyMinutes), allowed: `nothing here with ${on}` }];
  });

/** Neither a deciding hook nor a route for visitors may write drafts. Writing needs a member's permission. */
const effects: Rule = ({ contributes: { hooks: moments = [], routes = [] } }) => [
  ...moments.flatMap((hook, index): Issue[] =>
    hook.effect === "write" && decides(hook)
      ? [
          {
            pointer: `/contributes/hooks/${index}/effect`,
            found: `write with ${hook.on}`,
            allowed: "read, because this hook only judges",
          },
        ]
      : [],
  ),
  ...routes.flatMap(({ effect, access, methods }, index): Issue[] =>
    effect === "write" && (access === "public" || methods.includes("GET"))
      ? [
          {
            pointer: `/contributes/routes/${index}/effect`,
            found: `write on a route ${access === "public" ? "for everybody" : "with GET"}`,
            allowed: "write on routes for members, without GET",
          },
        ]
      : [],
  ),
];

const requires: Rule = ({ id, requires: needed = {} }) =>
  Object.hasOwn(needed, id)
    ? [{ pointer: encodePointer(["requires", id]), found: "the plugin itself", allowed: "other plugins" }]
    : [];

/** A plugin must name at least one host. Hosts never come from a secret setting, because an owner could not see it. */
const hosts: Rule = ({ capabilities, contributes: { settings } }) => {
  const { http } = capabilities ?? {};
  if (!http) return [];
  const none: Issue = { pointer: "/capabilities/http/hosts", found: "no host", allowed: "a host, or hostsFrom" };
  if (http.hostsFrom === undefined) return http.hosts.length > 0 ? [] : [none];
  const properties = (settings?.["properties"] ?? {}) as Readonly<Record<string, JsonSchema>>;
  const setting = Object.hasOwn(properties, http.hostsFrom) ? properties[http.hostsFrom] : undefined;
  if (settings && setting && setting["writeOnly"] !== true)
    return chosenIssues(settings, http.hostsFrom, "no host here, because the owner names it in the setting");
  return [
    {
      pointer: "/capabilities/http/hostsFrom",
      found: quote(http.hostsFrom),
      allowed: "a setting of this plugin that is not a secret",
    },
  ];
};

/** A secret that the code never gets is a secret setting, and goes to a host that the owner reads in the manifest. */
const heldSecrets: Rule = ({ capabilities, contributes: { settings } }) => {
  const { hosts: listed = [], secrets = {} } = capabilities?.http ?? {};
  const properties = (settings?.["properties"] ?? {}) as Readonly<Record<string, JsonSchema>>;
  return Object.entries(secrets).flatMap(([name, host]): Issue[] => {
    const pointer = encodePointer(["capabilities", "http", "secrets", name]);
    if (!Object.hasOwn(properties, name) || properties[name]?.["writeOnly"] !== true)
      return [{ pointer, found: quote(name), allowed: "a secret setting of this plugin" }];
    return listed.includes(host) ? [] : [{ pointer, found: quote(host), allowed: "one of /capabilities/http/hosts" }];
  });
};

const endings: Rule = (manifest) =>
  fileReferences(manifest)
    .filter(({ path, use }) => !ENDINGS[use].some((ending) => path.endsWith(ending)))
    .map(({ pointer, path, use }) => ({
      pointer,
      found: quote(path),
      allowed: `a file that ends in ${ENDINGS[use].join(" or ")}`,
    }));

/** The members that a manifest needs to have data of each kind. */
const HOLDS = {
  storage: { holds: ({ capabilities }: Manifest) => capabilities?.storage, says: "storage among the capabilities" },
  settings: {
    holds: ({ contributes }: Manifest) => contributes.settings,
    says: "settings that the plugin contributes",
  },
} as const;

const migrations: Rule = (manifest) =>
  (manifest.migrate ?? []).flatMap(({ of, since }, index) => [
    ...(HOLDS[of].holds(manifest) === undefined
      ? [{ pointer: `/migrate/${index}/of`, found: `${of}, which this version does not have`, allowed: HOLDS[of].says }]
      : []),
    ...(compareVersions(withoutDevSuffix(manifest.version), asVersion(since)) < 0
      ? [{ pointer: `/migrate/${index}/since`, found: quote(since), allowed: `at most ${manifest.version}` }]
      : []),
  ]);

/** The types of a site's owner are named site/<name>. A publisher of the same name could pass as the owner. */
const publisher: Rule = ({ id }) =>
  id.startsWith(`${OWNER}.`)
    ? [
        {
          pointer: "/id",
          found: quote(id),
          allowed: `a publisher other than ${OWNER}, which stands for the site's owner`,
        },
      ]
    : [];

const RULES: readonly Rule[] = [
  publisher,
  kindIssues,
  uniquenessIssues,
  requires,
  sections,
  contentTypes,
  typedQueries,
  pagesIssues,
  allDirectiveIssues,
  themes,
  forms,
  frameIssues,
  storedIssues,
  actionIssues,
  pointIssues,
  schemas,
  mcp,
  hooks,
  routeIssues,
  formRouteIssues,
  memberPageIssues,
  effects,
  hosts,
  heldSecrets,
  letterIssues,
  importIssues,
  migrations,
  endings,
];

export const ruleIssues = (manifest: Manifest): Issue[] => RULES.flatMap((rule) => rule(manifest));
