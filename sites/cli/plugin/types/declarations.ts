/** Generates `plugin.d.ts`: the inputs and answers of a plugin's functions, from its manifest. */
import { ROUTE_STATUSES } from "../../../../capabilities/entryPoints.ts";
import { pageSummaryShape } from "../../../../capabilities/verbs/content.ts";
import { HTTP_METHODS } from "../../../../manifests/shapes/methods.ts";
import { HOOK_NAMES, hookKind } from "../../../../manifests/hooks/lookup.ts";
import type { Manifest } from "../../../../manifests/manifest/manifest.ts";
import type { JsonSchema } from "../../../../manifests/shapes/shape.ts";
import { ROLES } from "../../../../runtime/commands/permissions.ts";
import { actionTypes, questionOfAction } from "./actions.ts";
import { contextTypes } from "./context.ts";
import { schemaType } from "./schemas.ts";
import { typeText } from "./typeText.ts";

const BANNER = "/* Generated from plugin.jsonc by `svc plugin types`. Run it again after changing the manifest. */\n";

const choices = (values: readonly (string | number)[]): string =>
  values.map((value) => JSON.stringify(value)).join(" | ");

const ROUTES = `
/** A request to a route: its body has the shape the manifest says, and is null where the manifest says none. */
export interface RouteRequest<Body> {
  method: ${choices(HTTP_METHODS)};
  query: Record<string, string>;
  body: Body;
  /** The asking member, where only members may ask. */
  member: { id: string; role: ${choices(ROLES)} } | null;
}

/** The answer of a route: JSON, with status 200 unless it says otherwise. */
export interface RouteAnswer {
  status?: ${choices(ROUTE_STATUSES)};
  body: unknown;
}
`;

const LEAVING = `
/** An address, of a host that the manifest names, where the visitor goes on. */
export interface LeavingAnswer {
  leave: \`https://\${string}\`;
}
`;

const WEBHOOKS = `
/** A request of a service, after the site has verified the signature. */
export interface WebhookDelivery {
  /** The body, exactly as the service sent and signed it. */
  text: string;
  /** The headers with the signature, and those that the manifest names, by lower-case name. No signature covers the latter. */
  headers: Record<string, string>;
  /** The time in the signature, in milliseconds since 1970. Null where the scheme has none. */
  signedAt: number | null;
}
`;

const FORM_QUESTIONS = `
/** A question of a form to its route: before answers are stored, or once a visitor has used a link of its letters. */
export interface FormQuestion {
  /** \`<page id>.<section id>\` */
  form: string;
  /** The language of the form's page. */
  language: string;
  /** The valid answers, by name. Only before they are stored. */
  fields?: Record<string, unknown>;
  /** The same text if a visitor sends the same answers twice. Only with fields. */
  once?: string;
  /** The number that \`formSubmitted\` gets as id. Only for links. */
  submission?: number;
}
`;

type Route = NonNullable<Manifest["contributes"]["routes"]>[number];

/** The types of routes that only some plugins have. */
const routeTypes = (routes: readonly Route[]): string[] => [
  ...(routes.length > 0 ? [ROUTES] : []),
  ...(routes.some(({ leaves }) => leaves) ? [LEAVING] : []),
  ...(routes.some(({ kind }) => kind === "webhook") ? [WEBHOOKS] : []),
  ...(routes.some(({ kind }) => kind === "form") ? [FORM_QUESTIONS] : []),
];

const INPUTS = { json: undefined, webhook: "WebhookDelivery", form: "FormQuestion" } as const;

const routeEntry = ({ name, input, kind, leaves }: Route): Entry => ({
  name,
  input: INPUTS[kind ?? "json"] ?? `RouteRequest<${input ? `${typeName(name)}Body` : "null"}>`,
  answer: leaves ? "RouteAnswer | LeavingAnswer" : "RouteAnswer",
});

/** The input of a data provider, with the fields of the plugin's own sections. */
const questionOf = (types: string): string => `
/** Several pages at a time, each with the sections that data are wanted for. */
export interface DataQuestion {
  site: { origin: string; language: string };
  pages: { page: PageSummary; sections: (${types})[] }[];
}

/** By id of the page and then of the section: what the section's template finds as \`data\`. */
export type DataAnswer<Output = Record<string, unknown>> = Record<string, Record<string, Output | null>>;
`;

/** Turns a name with hyphens into a type name: `related-articles` becomes `RelatedArticles`. */
const typeName = (name: string): string =>
  name
    .split("-")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");

const MIGRATIONS = {
  storage: {
    input: "StorageQuestion",
    answer: "StoragePatch",
    text: `
/** A batch of what an earlier version has stored, in the order of the keys. */
export interface StorageQuestion {
  /** The version whose data this is. */
  from: string;
  to: string;
  entries: { key: string; value: unknown }[];
  /** The value that the answer to the batch before handed on; null at the first. */
  carry: unknown;
  /** True for the last batch. */
  last: boolean;
}

/** The changes. An entry that is not named stays; {} leaves all of them. */
export interface StoragePatch {
  put?: { key: string; value: unknown }[];
  delete?: string[];
  /** Handed to the next batch. */
  carry?: unknown;
}
`,
  },
  settings: {
    input: "SettingsQuestion",
    answer: "SettingsAnswer",
    text: `
/** The settings as an owner set them for an earlier version, and the names of the secrets among them. */
export interface SettingsQuestion {
  from: string;
  to: string;
  values: Record<string, unknown>;
  secrets: string[];
}

/** All settings for this version, without the secrets. \`secrets\` has the earlier name of each that is named anew. */
export interface SettingsAnswer {
  values: Record<string, unknown>;
  secrets?: Record<string, string>;
}
`,
  },
} as const;

interface Entry {
  readonly name: string;
  readonly input: string;
  readonly answer: string;
  readonly says?: string;
}

const method = ({ name, input, answer, says }: Entry): string =>
  `${says ? `  /** ${says} */\n` : ""}  ${JSON.stringify(name)}(input: ${input}, ctx: Context): ${answer} | Promise<${answer}>;\n`;

const group = (name: string, says: string, entries: readonly Entry[]): string =>
  entries.length === 0 ? "" : `\n/** ${says} */\nexport interface ${name} {\n${entries.map(method).join("")}}\n`;

interface Named {
  readonly type: string;
  readonly schema: JsonSchema;
}

/** All schemas of the manifest with the names of their types. */
function schemasOf({
  contributes: { settings, sections = [], contentTypes = [], routes = [], actions = [], provides = [], mcp = {} },
}: Manifest): Named[] {
  return [
    ...(settings ? [{ type: "Settings", schema: settings }] : []),
    ...sections.map(({ name, fields }) => ({ type: `${typeName(name)}Fields`, schema: fields })),
    ...sections.flatMap(({ name, data }) =>
      data?.output ? [{ type: `${typeName(name)}Data`, schema: data.output }] : [],
    ),
    ...contentTypes.map(({ name, fields }) => ({ type: `${typeName(name)}Values`, schema: fields })),
    ...routes.flatMap(({ name, input }) => (input ? [{ type: `${typeName(name)}Body`, schema: input }] : [])),
    ...actions.flatMap(({ name, input }) => (input ? [{ type: `${typeName(name)}Form`, schema: input }] : [])),
    ...(mcp.tools ?? []).map(({ name, input }) => ({ type: `${typeName(name)}Arguments`, schema: input })),
    ...provides.map(({ name, data }) => ({ type: `${typeName(name)}Addition`, schema: data })),
  ];
}

/** The lists that other plugins may add to; empty if the plugin offers none. */
function additionsOf({ contributes: { provides = [] } }: Manifest): string {
  const lists = provides.map(
    ({ name }) => `  readonly ${JSON.stringify(name)}: readonly ${typeName(name)}Addition[];\n`,
  );
  return lists.length === 0
    ? ""
    : `\n/** Additions of other plugins, by the list's name. */\nexport interface Additions {\n${lists.join("")}}\n`;
}

/** Entries as lists give them, with the indexed values alone. An entry may lack any of them. */
const entriesOf = ({ id, contributes: { contentTypes = [] } }: Manifest): string[] =>
  contentTypes.map(({ name, title, index = [] }) => {
    const values =
      index.length > 0 ? `Partial<Pick<${typeName(name)}Values, ${choices(index)}>>` : "Record<string, never>";
    return `
/** A page of the content type ${title} in lists, with its indexed values. */
export interface ${typeName(name)}Entry extends PageSummary {
  type: ${JSON.stringify(`${id}/${name}`)};
  values: ${values};
}
`;
  });

/** The shared types that the declared functions use. */
function sharedOf(manifest: Manifest): string {
  const { id, capabilities, contributes } = manifest;
  const { hooks = [], sections = [] } = contributes;
  const computed = sections
    .filter(({ data }) => data)
    .map(
      ({ name }) =>
        `{ id: string; type: ${JSON.stringify(`${id}/${name}`)}; variant: string; fields: ${typeName(name)}Fields }`,
    );
  const listed = computed.length > 0 || capabilities?.content !== undefined;
  return [
    ...(listed ? [...typeText(pageSummaryShape).interfaces.values(), ...entriesOf(manifest)] : []),
    computed.length > 0 ? questionOf(computed.join(" | ")) : "",
    ...interfacesOf(hooks),
  ].join("");
}

type Section = NonNullable<Manifest["contributes"]["sections"]>[number];
type Declared = NonNullable<Manifest["contributes"]["hooks"]>;

/** The input types of the declared hooks, each once, in the order of the hooks table. */
function interfacesOf(hooks: Declared): Iterable<string> {
  const declared = HOOK_NAMES.filter((name) => hooks.some(({ on }) => on === name));
  return new Map(declared.flatMap((name) => [...typeText(hookKind(name).input).interfaces])).values();
}

function hookEntry({ on }: Declared[number]): Entry {
  const { input, answer, when } = hookKind(on);
  return { name: on, input: typeText(input).type, answer: answer.type, says: `${when} ${answer.says}` };
}

/** The answer of a provider, by the schemas of its sections' data. One without a schema takes any object. */
const dataAnswer = (sections: readonly Section[]): string =>
  sections.every(({ data }) => data?.output !== undefined)
    ? `DataAnswer<${sections.map(({ name }) => `${typeName(name)}Data`).join(" | ")}>`
    : "DataAnswer";

function groupsOf({
  migrate = [],
  contributes: { hooks = [], sections = [], routes = [], actions = [], mcp = {} },
}: Manifest): string[] {
  const providers = Map.groupBy(
    sections.filter(({ data }) => data !== undefined),
    ({ data }) => data?.provider ?? "",
  );
  const tools = (mcp.tools ?? []).filter(({ query }) => !query);
  const resources = (mcp.resources ?? []).filter(({ template }) => template === undefined);
  return [
    group("Hooks", "Events at which the plugin is called.", hooks.map(hookEntry)),
    group(
      "Data",
      "Functions that compute `data` for templates, when a page is published.",
      [...providers].map(([name, of]) => ({ name, input: "DataQuestion", answer: dataAnswer(of) })),
    ),
    ...routeTypes(routes),
    group("Routes", "Functions that answer the plugin's routes.", routes.map(routeEntry)),
    ...actionTypes(actions),
    group(
      "Actions",
      "Functions that propose changes to members in the editor.",
      actions.map((action) => ({
        name: action.name,
        input: questionOfAction(action, action.input ? `${typeName(action.name)}Form` : "Record<string, never>"),
        answer: "ActionAnswer",
      })),
    ),
    group(
      "Tools",
      "Tools that agents call.",
      tools.map(({ name }) => ({ name, input: `${typeName(name)}Arguments`, answer: "unknown" })),
    ),
    group(
      "Resources",
      "Resources that agents read.",
      resources.map(({ name }) => ({ name, input: "{ value?: string }", answer: "unknown" })),
    ),
    ...migrate.map(({ of }) => MIGRATIONS[of].text),
    group(
      "Migrate",
      "Functions that migrate data of earlier versions at an update.",
      migrate.map(({ of }) => ({ name: of, input: MIGRATIONS[of].input, answer: MIGRATIONS[of].answer })),
    ),
  ];
}

export async function declarations(manifest: Manifest): Promise<string> {
  const schemas = await Promise.all(schemasOf(manifest).map(({ type, schema }) => schemaType(type, schema)));
  const context =
    manifest.kind === "executable"
      ? contextTypes(manifest.capabilities ?? {}, {
          settings: manifest.contributes.settings !== undefined,
          lists: manifest.contributes.provides !== undefined,
        })
      : "";
  return [
    BANNER,
    ...schemas,
    additionsOf(manifest),
    context,
    sharedOf(manifest),
    ...groupsOf(manifest),
    "\nexport {};\n",
  ].join("");
}
