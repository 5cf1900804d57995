/**
 * Lists a plugin's effects on a site, for its owner. A plugin without code needs no grant, but can still speak for the
 * whole site. So the owner reads this list before enabling it, and again when an update changes it.
 */
import { POINT_ADDITIONS_MAX } from "../../../manifests/bounds/manifest.ts";
import type { ActionTargets, SectionTarget } from "../../../manifests/manifest/action.ts";
import type { Manifest } from "../../../manifests/manifest/manifest.ts";
import type { MemberPage } from "../../../manifests/manifest/memberPage.ts";
import { headClaims, type HeadClaim } from "../../../manifests/packages/headClaims.ts";
import { type OwnForm, ownFormsTitled, sectionsWithForms } from "../../../manifests/packages/ownForms.ts";
import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";
import { calledName, isAlone } from "../../contributions/soleName.ts";
import type { Consented } from "./consented.ts";
import { effect, type Effect, type SentenceName } from "./sentences.ts";

/** The parts of a plugin that decide its effects. */
export interface Contributor extends Pick<Manifest, "id" | "kind" | "contributes"> {
  /** The sections whose templates contain a form, in earlier agreements by title. Absent in still earlier ones. */
  readonly ownForms?: readonly (OwnForm | string)[];
  /** Statements about the whole site in the head of its pages. Absent in agreements made before this field existed. */
  readonly headClaims?: readonly HeadClaim[];
}

export const contributorOf = ({ manifest, files }: Pick<PackedPlugin, "manifest" | "files">): Contributor => {
  const { id, kind, contributes } = manifest;
  return {
    id,
    kind,
    contributes,
    ownForms: sectionsWithForms(manifest, files),
    headClaims: headClaims(manifest, files),
  };
};

type ConsentSentence = Omit<Consented, "topic" | "needsGrant" | "reason">;
type Says = (plugin: Contributor) => readonly ConsentSentence[];

/** Files that readers take for statements of the whole site. */
const SPEAKS: readonly (readonly [RegExp, SentenceName])[] = [
  [/^\/robots\.txt$/, "fileForSearch"],
  [/^\/sitemap[^/]*\.xml$/, "fileSitemap"],
  [/^\/llms[^/]*\.txt$/, "fileForModels"],
  [/^\/\.well-known\//, "fileWellKnown"],
];

const serving = (path: string): SentenceName => SPEAKS.find(([pattern]) => pattern.test(path))?.[1] ?? "file";

/** Tools of code are only for members' agents. Tools without code are for every agent. */
const isForMembers = ({ kind }: Contributor): boolean => kind === "executable";

const agentReach = (plugin: Contributor): string[] => (isForMembers(plugin) ? [] : ["every agent"]);

const aloneEffect = (plugin: Contributor, called: Parameters<typeof isAlone>[1]): Effect[] =>
  isAlone(plugin, called) ? [effect("alone")] : [];

type MayWrite = { readonly effect?: "read" | "write" | undefined };

const writing = ({ effect: does }: MayWrite): string[] => (does === "write" ? ["write"] : []);

/** The callers of a route as sets: everybody includes members, and members include those with a permission. */
const AUDIENCE_REACH: Readonly<Record<string, readonly string[]>> = {
  public: ["everybody", "members", "some members"],
  member: ["members", "some members"],
};

const AUDIENCES: Readonly<Record<string, SentenceName>> = { public: "routeForAll", member: "routeForMembers" };

const mayWrite = ({ effect: does }: MayWrite): Effect[] => (does === "write" ? [effect("mayChange")] : []);

const TOOLS = {
  members: { read: "toolForMembers", write: "toolForMembersWriting" },
  all: { read: "toolForAll", write: "toolForAllWriting" },
} as const;

const tools: Says = (plugin) =>
  (plugin.contributes.mcp?.tools ?? []).map((tool) => {
    const name = TOOLS[isForMembers(plugin) ? "members" : "all"][tool.effect === "write" ? "write" : "read"];
    return {
      key: `tool ${tool.name}`,
      effects: [effect(name, { tool: calledName(plugin, tool), title: tool.title }), ...aloneEffect(plugin, tool)],
      reach: [...agentReach(plugin), ...writing(tool), ...(isAlone(plugin, tool) ? ["alone"] : [])],
    };
  });

const resources: Says = (plugin) =>
  (plugin.contributes.mcp?.resources ?? []).map(({ address, name, title }) => ({
    key: `resource ${name}`,
    effects: [
      effect(isForMembers(plugin) ? "textForMembers" : "textForAll", {
        title,
        address: address ?? `${plugin.id}/${name}`,
      }),
    ],
    reach: agentReach(plugin),
  }));

const prompts: Says = (plugin) =>
  (plugin.contributes.mcp?.prompts ?? []).map((prompt) => ({
    key: `prompt ${prompt.name}`,
    effects: [
      effect(isForMembers(plugin) ? "promptForMembers" : "promptForAll", {
        prompt: calledName(plugin, prompt),
        title: prompt.title,
      }),
      ...aloneEffect(plugin, prompt),
    ],
    reach: agentReach(plugin),
  }));

const sections: Says = ({ contributes: { sections: list = [] } }) =>
  list.map(({ name, title, data }) => ({
    key: `section ${name}`,
    effects: [effect(data ? "sectionByCode" : "section", { title })],
    reach: data ? ["code"] : [],
    isOffered: true as const,
  }));

const contentTypes: Says = ({ contributes: { contentTypes: list = [] } }) =>
  list.map(({ name, title }) => ({
    key: `contentType ${name}`,
    effects: [effect("contentType", { title })],
    reach: [],
    isOffered: true as const,
  }));

/**
 * Embedding lets the visitor's browser contact another host, which then learns of the visit. A section and a directive
 * may have one name, so the key also says which of them it is.
 */
const embeds: Says = ({ contributes: { sections = [], inline = [] } }) => [
  ...sections.flatMap((section) => embedding("section", section)),
  ...inline.flatMap((directive) => embedding("directive", directive)),
];

function embedding(kind: "section" | "directive", { name, title, frames = [] }: Embedder): ConsentSentence[] {
  if (frames.length === 0) return [];
  return [{ key: `embeds ${kind} ${name}`, effects: [effect("embeds", { hosts: frames, title })], reach: frames }];
}

interface Embedder {
  readonly name: string;
  readonly title: string;
  readonly frames?: readonly string[] | undefined;
}

/** Every value of an addition, because another plugin will show it. */
const leaves = (value: unknown, path = ""): string[] =>
  typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([name, child]) => leaves(child, path === "" ? name : `${path} ${name}`))
    : [`${path} “${String(value)}”`];

const additions: Says = ({ contributes: { extends: list = [] } }) =>
  list.map(({ name, point, data }) => {
    const values = leaves(data);
    const adds = values.length === 0 ? effect("additionEmpty", { point }) : effect("addition", { point, data: values });
    return { key: `addition ${name}`, effects: [adds], reach: [] };
  });

const pointsOf: Says = ({ contributes: { provides = [] } }) =>
  provides.map(({ name, title, data, unique, max = POINT_ADDITIONS_MAX }) => ({
    key: `list ${name}`,
    effects: [max === 1 ? effect("listOfOne", { title }) : effect("list", { most: max, title })],
    // A changed schema lets other plugins add other data.
    reach: [JSON.stringify([data, unique])],
    amounts: [max],
  }));

const hooks: Says = ({ contributes: { hooks: list = [] } }) =>
  list.map((hook) => ({
    key: `hook ${hook.on}`,
    effects: [effect(`hook.${hook.on}`, { everyMinutes: hook.everyMinutes ?? 0 }), ...mayWrite(hook)],
    reach: writing(hook),
    // A shorter interval is more.
    amounts: [-(hook.everyMinutes ?? 0)],
  }));

const files: Says = ({ contributes: { files: list = [] } }) =>
  list.map(({ path, each }) => ({
    key: ["file", path, ...(each ? [each.type ?? "lists"] : [])].join(" "),
    effects: [
      each
        ? effect(each.type === undefined ? "fileOfLists" : "fileOfPages", { path, type: each.type ?? "" })
        : effect(serving(path), { path }),
    ],
    reach: [],
  }));

const metadata: Says = ({ contributes: { metadata: list = [] } }) =>
  list.map(({ name }) => ({ key: `metadata ${name}`, effects: [effect("head", { name })], reach: [] }));

const claimed = (claim: HeadClaim): Effect =>
  claim === "robots"
    ? effect("headRobots")
    : claim === "icon"
      ? effect("headIcon")
      : effect("headProof", { name: claim });

const statements: Says = ({ headClaims: claims = [] }) =>
  claims.map((claim) => ({ key: `head ${claim}`, effects: [claimed(claim)], reach: [] }));

type Route = NonNullable<Manifest["contributes"]["routes"]>[number];
type Form = NonNullable<Manifest["contributes"]["forms"]>[number];

const leaving = ({ leaves = [] }: Route): Effect[] =>
  leaves.length > 0 ? [effect("routeLeaves", { hosts: leaves })] : [];

function answering(route: Route): ConsentSentence {
  const { name, path, methods, access } = route;
  return {
    key: `route ${name}`,
    effects: [
      effect(AUDIENCES[access] ?? "routeForSome", { methods, path, permission: access }),
      ...mayWrite(route),
      ...leaving(route),
    ],
    reach: [...methods, ...(AUDIENCE_REACH[access] ?? ["some members"]), ...writing(route), ...(route.leaves ?? [])],
  };
}

/** A webhook that a version signs in another way, or with another secret, reaches as much as a new one. */
const receiving = ({ name, path, signature, headers = [] }: Route): ConsentSentence => ({
  key: `webhook ${name}`,
  effects: [effect("webhook", { path, setting: signature?.secret ?? "" })],
  reach: [JSON.stringify(signature), ...headers],
});

/** A form asks such a route, which hears whole answers whatever was granted. */
const judging = ({ name }: Route, forms: readonly Form[]): ConsentSentence => {
  const asking = forms.filter(({ route, links = [] }) => route === name || links.some((link) => link.route === name));
  const titles = asking.map(({ title }) => title);
  return { key: `form route ${name}`, effects: [effect("formRoute", { forms: some(titles) })], reach: titles };
};

const routes: Says = ({ contributes: { routes: list = [], forms: asking = [] } }) =>
  list.map((route) =>
    route.kind === "webhook" ? receiving(route) : route.kind === "form" ? judging(route, asking) : answering(route),
  );

/** A form of one entry shows what the entry has stored under the names of its fields. */
function filledIn({ forms = [] }: MemberPage, routes: readonly Route[]): string[] {
  const names = forms.filter(({ of }) => of === "entry").map(({ route }) => route);
  return routes
    .filter(({ name }) => names.includes(name))
    .flatMap(({ input }) => Object.keys(input?.["properties"] ?? {}))
    .filter((name) => name !== "key");
}

/** The page shows stored data, so its columns, lists and readers are what an owner agrees to. */
const pages: Says = ({ contributes: { pages: list = [], routes: known = [] } }) =>
  list.map((page) => pageSentence(page, filledIn(page, known)));

function pageSentence(
  { name, title, access, lists, columns, details = [] }: MemberPage,
  filled: readonly string[],
): ConsentSentence {
  const shown = new Set([...[...columns, ...details].map(({ field }) => field), ...filled]);
  return {
    key: `page ${name}`,
    effects: [effect(access === "member" ? "pageForMembers" : "pageForSome", { title, permission: access })],
    reach: [
      ...(access === "member" ? ["every member", "some members"] : [access]),
      ...lists.map(({ prefix }) => `list ${prefix}`),
      ...[...shown].map((field) => `value ${field}`),
    ],
  };
}

/** An empty list becomes an empty name, which has its own text. No field has that name. */
const some = (names: readonly string[]): readonly string[] => (names.length === 0 ? [""] : names);

const SECTIONS = {
  section: { some: "actionSection", any: "actionAnySection" },
  page: { some: "actionPageSection", any: "actionPageAnySection" },
} as const;

const ofSections = (place: keyof typeof SECTIONS, { types, reads, proposes }: SectionTarget): Effect =>
  effect(types ? SECTIONS[place].some : SECTIONS[place].any, {
    types: types ?? [],
    reads: some(reads),
    proposes: some(proposes),
  });

const handing = ({ section, page, picture }: ActionTargets): Effect[] => [
  ...(section ? [ofSections("section", section)] : []),
  ...(page ? [effect("actionPage", { members: some(page.reads), suggested: some(page.proposes) })] : []),
  ...(page?.sections ? [ofSections("page", page.sections)] : []),
  ...(picture ? [effect("actionPicture", { facts: some(picture.reads), suggestions: some(picture.proposes) })] : []),
];

interface Exchanged {
  readonly reads: readonly string[];
  readonly proposes: readonly string[];
  readonly types?: readonly string[];
}

const exchanged = (place: string, target: Exchanged | undefined): string[] =>
  target
    ? (target.types ?? ["*"]).flatMap((type) => [
        ...target.reads.map((name) => `${place} ${type} reads ${name}`),
        ...target.proposes.map((name) => `${place} ${type} proposes ${name}`),
      ])
    : [];

const actions: Says = ({ contributes: { actions: list = [] } }) =>
  list.map(({ name, title, on }) => ({
    key: `action ${name}`,
    effects: [effect("action", { title }), ...handing(on)],
    reach: [
      ...exchanged("section", on.section),
      ...exchanged("page", on.page),
      ...exchanged("page section", on.page?.sections),
      ...exchanged("picture", on.picture),
    ],
    isOffered: true as const,
  }));

const LETTERS = {
  form: "letterOnForm",
  publication: "letterOnPublish",
  daily: "letterDaily",
  weekly: "letterWeekly",
} as const;

const letters: Says = ({ contributes: { letters: list = [] } }) =>
  list.map(({ name, title, to, on }) => ({
    key: `letter ${name}`,
    effects: [effect(on === undefined ? "letter" : LETTERS[on], { title })],
    reach: [to, ...(on === undefined ? [] : [on])],
  }));

const forms: Says = ({ contributes: { forms: list = [] } }) =>
  list.map(({ name, title, stored }) => ({
    key: `form ${name}`,
    effects: [effect(stored === false ? "keptForm" : "form", { title })],
    reach: stored === false ? ["kept"] : [],
  }));

const formsOfItsOwn: Says = ({ ownForms = [], contributes }) =>
  ownForms
    .flatMap((form) => (typeof form === "string" ? ownFormsTitled(form, contributes) : form))
    .map(({ of, title }) => ({ key: `own form ${of}`, effects: [effect("ownForm", { title })], reach: [] }));

const frames: Says = ({ contributes: { frames: list = [] } }) =>
  list.map(({ name, title }) => ({ key: `frame ${name}`, effects: [effect("frame", { title })], reach: [] }));

const media: Says = ({ contributes: { media: list = [] } }) =>
  list.map(({ name, title, types, maxBytes }) => ({
    key: `upload ${name}`,
    effects: [effect("upload", { types, bytes: maxBytes, title })],
    reach: types,
    amounts: [maxBytes],
  }));

const themes: Says = ({ contributes: { themes: list = [] } }) =>
  list.map(({ name, title }) => ({
    key: `theme ${name}`,
    effects: [effect("theme", { title })],
    reach: [],
    isOffered: true as const,
  }));

const directives: Says = ({ contributes: { inline: list = [] } }) =>
  list.map(({ name, title }) => ({
    key: `directive ${name}`,
    effects: [effect("directive", { title })],
    reach: [],
    isOffered: true as const,
  }));

/** The effects by topic, the most important first. */
const EFFECTS: readonly (readonly [Consented["topic"], Says])[] = [
  ["publishing", hooks],
  ["data", actions],
  ["addresses", files],
  ["pages", metadata],
  ["pages", statements],
  ["agents", tools],
  ["agents", resources],
  ["agents", prompts],
  ["addresses", routes],
  ["data", pages],
  ["internet", letters],
  ["visitors", forms],
  ["visitors", formsOfItsOwn],
  ["visitors", frames],
  ["visitors", embeds],
  ["pages", media],
  ["pages", themes],
  ["pages", directives],
  ["pages", pointsOf],
  ["pages", additions],
  ["pages", sections],
  ["pages", contentTypes],
];

/** Everything that a plugin does as soon as it is enabled. */
export const consentedBySwitch = (plugin: Contributor): Consented[] =>
  EFFECTS.flatMap(([topic, says]) =>
    says(plugin).map((sentence) => ({ ...sentence, topic, needsGrant: false, reason: undefined })),
  );
