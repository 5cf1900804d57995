/** `plugin.d.ts`: what a plugin's code gets and may answer, from its manifest. */
import type { HOOK_NAMES } from "../../../../manifests/executable.ts";
import type { Manifest } from "../../../../manifests/manifest.ts";
import type { JsonSchema } from "../../../../manifests/shape.ts";
import { contextTypes, MEDIA_MEMBERS, PAGE_SUMMARY } from "./context.ts";
import { schemaType } from "./schemas.ts";

type Hook = (typeof HOOK_NAMES)[number];

const BANNER = "/* Generated from plugin.jsonc by `svc plugin types`. Run it again after changing the manifest. */\n";

const HOOKS: Readonly<Record<Hook, readonly [input: string, answer: string, says: string]>> = {
  beforePublish: ["Publication", "null | undefined | { veto: string[] }", "Before a publication. A veto stops it, with reasons its editor reads."],
  afterPublish: ["Release", "unknown", "Once for each release that visitors see. What it answers is not read."],
  formSubmitted: ["SubmittedForm", "unknown", "After a visitor has sent a form. What it answers is not read."],
  mediaUploaded: ["UploadedMedia", "unknown", "After a file was uploaded, if it was granted to read media. What it answers is not read."],
  scheduled: ["{ at: string }", "unknown", "Every so many minutes. What it answers is not read."],
};

const ROUTES = `
/** What a route is asked: its body is of the shape its manifest says, and null where it says none. */
export interface RouteRequest<Body> {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  query: Record<string, string>;
  body: Body;
  /** Who asks, where only members may. */
  member: { id: string; role: "owner" | "admin" | "editor" | "author" | "viewer" } | null;
}

/** What a route answers: JSON, with status 200 unless it says otherwise. */
export interface RouteAnswer {
  status?: 200 | 201 | 202 | 400 | 403 | 404 | 409 | 410 | 422 | 429;
  body: unknown;
}
`;

const PUBLICATION = `
/** What is about to be published. Its documents are read with \`ctx.content\` and \`{ state: "draft" }\`, if that was granted. */
export interface Publication {
  site: string;
  release: number;
  change: number;
  /** A kind, never a person. */
  actor: "member" | "operator" | "plugin" | "system" | "visitor";
  pages: { total: number; listed: { id: string; change: "added" | "changed" | "removed"; path: string }[] };
  documents: ("navigation" | "redirects" | "settings" | "theme")[];
}
`;

const UPLOADED_MEDIA = `
/** A file members have stored. */
export interface UploadedMedia {
${MEDIA_MEMBERS}}
`;

const SUBMITTED_FORM = `
/** What is told of a file a visitor has sent; its bytes are for members. */
export interface SubmittedFile {
  /** Its number among those of the submission. */
  file: number;
  name: string;
  type: string;
  bytes: number;
}

/** What a visitor has sent, with the personal answers only where an owner has granted those of this form. */
export interface SubmittedForm {
  id: number;
  /** \`<page id>.<section id>\` */
  form: string;
  /** \`<plugin id>/<name>\` */
  type: string;
  at: string;
  fields: Record<string, string | number | boolean | string[] | SubmittedFile | SubmittedFile[]>;
  /** Names of answers that are there, and not for this plugin. */
  withheld: string[];
}
`;

const RELEASE = `
/** What visitors see from now on. */
export interface Release {
  release: number;
  sequence: number;
  publishedAt: string;
  origin: string;
}
`;

/** What a provider is asked, with the fields of its own sections. */
const questionOf = (types: string): string => `
/** Several pages at a time, each with the sections that data are wanted for. */
export interface DataQuestion {
  site: { origin: string; language: string };
  pages: { page: PageSummary; sections: (${types})[] }[];
}

/** By id of the page and then of the section: what the section's template finds as \`data\`. */
export type DataAnswer = Record<string, Record<string, Record<string, unknown> | null>>;
`;

/** \`related-articles\` as RelatedArticles. */
const typeName = (name: string): string => name.split("-").map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");

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

/** Every schema of the manifest with the name its type gets. */
function schemasOf({ contributes: { settings, sections = [], routes = [], mcp = {} } }: Manifest): Named[] {
  return [
    ...(settings ? [{ type: "Settings", schema: settings }] : []),
    ...sections.map(({ name, fields }) => ({ type: `${typeName(name)}Fields`, schema: fields })),
    ...routes.flatMap(({ name, input }) => (input ? [{ type: `${typeName(name)}Body`, schema: input }] : [])),
    ...(mcp.tools ?? []).map(({ name, input }) => ({ type: `${typeName(name)}Arguments`, schema: input })),
  ];
}

/** What the types of the manifest's functions are made of. */
function sharedOf({ id, capabilities, contributes: { hooks = [], sections = [] } }: Manifest): string {
  const computed = sections.filter(({ data }) => data).map(({ name }) =>
    `{ id: string; type: ${JSON.stringify(`${id}/${name}`)}; variant: string; fields: ${typeName(name)}Fields }`);
  return [
    computed.length > 0 || capabilities?.content ? PAGE_SUMMARY : "",
    computed.length > 0 ? questionOf(computed.join(" | ")) : "",
    hooks.some(({ on }) => on === "beforePublish") ? PUBLICATION : "",
    hooks.some(({ on }) => on === "afterPublish") ? RELEASE : "",
    hooks.some(({ on }) => on === "formSubmitted") ? SUBMITTED_FORM : "",
    hooks.some(({ on }) => on === "mediaUploaded") ? UPLOADED_MEDIA : "",
  ].join("");
}

function groupsOf({ contributes: { hooks = [], sections = [], routes = [], mcp = {} } }: Manifest): string[] {
  const providers = [...new Set(sections.flatMap(({ data }) => (data ? [data.provider] : [])))];
  const tools = (mcp.tools ?? []).filter(({ query }) => !query);
  const resources = (mcp.resources ?? []).filter(({ template }) => template === undefined);
  return [
    group("Hooks", "Moments the plugin is called at.", hooks.map(({ on }) => ({ name: on, input: HOOKS[on][0], answer: HOOKS[on][1], says: HOOKS[on][2] }))),
    group("Data", "What templates find as `data`, computed when a page is published.", providers.map((name) => ({ name, input: "DataQuestion", answer: "DataAnswer" }))),
    ...(routes.length > 0 ? [ROUTES] : []),
    group("Routes", "Answers at the plugin's own addresses.", routes.map(({ name, input }) => ({ name, input: `RouteRequest<${input ? `${typeName(name)}Body` : "null"}>`, answer: "RouteAnswer" }))),
    group("Tools", "What agents call.", tools.map(({ name }) => ({ name, input: `${typeName(name)}Arguments`, answer: "unknown" }))),
    group("Resources", "What agents read.", resources.map(({ name }) => ({ name, input: "{ value?: string }", answer: "unknown" }))),
  ];
}

export async function declarations(manifest: Manifest): Promise<string> {
  const schemas = await Promise.all(schemasOf(manifest).map(({ type, schema }) => schemaType(type, schema)));
  const context = manifest.kind === "executable" ? contextTypes(manifest.capabilities ?? {}, manifest.contributes.settings !== undefined) : "";
  return [BANNER, ...schemas, context, sharedOf(manifest), ...groupsOf(manifest), "\nexport {};\n"].join("");
}
