import type { Answer } from "./answer.ts";
import type { ArchiveReads } from "./backups/archiveReads.ts";
import type { Draft, DraftOptions } from "./editing/draft.ts";
import type { Reads } from "./editing/reads.ts";
import type { ExportPart, SubmissionBox, SubmissionFilter } from "./forms/box.ts";
import type { FormReceiver } from "./forms/receiver.ts";
import type { AgentReads } from "./mcp/agentApi.ts";
import type { MediaFilter } from "./media/files.ts";
import type { Galleries } from "./media/galleries.ts";
import type { MediaLibrary } from "./media/library.ts";
import type { AgentCaller } from "./plugins/agentCalls.ts";
import type { PluginReads } from "./plugins/pluginReads.ts";

/** What reads are answered from. */
export interface ReadParts {
  readonly reads: Reads;
  readonly pluginReads: PluginReads;
  readonly draft: Draft;
  readonly media: MediaLibrary;
  readonly galleries: Galleries;
  readonly submissionBox: SubmissionBox;
  readonly forms: FormReceiver;
  readonly archiveReads: ArchiveReads;
  readonly agents: AgentReads;
}

/**
 * What a read goes along with. `alone`: nothing, so that it does not wait for the loader or for signatures either.
 * `prepared`: which plugins take part has been found out before, because the answer depends on it. `calling`: that too,
 * and their code may be called for it, of which there may be something to tell afterwards.
 */
export type Way = "alone" | "prepared" | "calling";

/** `from` the parts, of one site, with what the read takes if it takes anything. */
type Answering = (from: ReadParts, site: string, input: never) => unknown;

const alone = <A extends Answering>(answer: A) => ({ way: "alone", answer }) as const;
const prepared = <A extends Answering>(answer: A) => ({ way: "prepared", answer }) as const;
const calling = <A extends Answering>(answer: A) => ({ way: "calling", answer }) as const;

/** Goes on where the answer before ended, with its `next`. */
interface From<Cursor> {
  readonly cursor?: Cursor | null | undefined;
}

/** Part of a list; `limit` is a number of rows, which is left to the workspace when it is left out. */
interface Portion<Cursor> extends From<Cursor> {
  readonly limit?: number | null | undefined;
}

interface OfPage {
  readonly page: string;
}

interface OfPlugin {
  readonly plugin: string;
}

interface OfForm {
  readonly form: string;
}

/** Asked for an agent. Which plugins answer it is decided where they are. */
interface OfAgent {
  readonly caller: AgentCaller;
}

/** Everything that can be read of a site. One line a read: adding one touches this table and nothing else of the workspace. */
export const READS = {
  context: prepared(({ reads }, site) => reads.context(site)),
  catalogue: prepared(({ reads }, site) => reads.catalogue(site)),
  pages: prepared(({ reads }, site, { cursor = null, limit = null }: Portion<string>) => reads.pages(site, cursor, limit)),
  page: prepared(({ reads }, site, { page }: OfPage) => reads.page(site, page)),
  "page.published": prepared(({ reads }, site, { page }: OfPage) => reads.publishedVersion(site, page)),
  search: prepared(({ reads }, site, { text, cursor = null }: From<string> & { readonly text: string }) => reads.search(site, text, cursor)),
  revisions: prepared(({ reads }, site, { page, cursor = null, limit = null }: OfPage & Portion<number>) => reads.revisions(site, page, cursor, limit)),
  revision: prepared(({ reads }, site, { page, version }: OfPage & { readonly version: number }) => reads.revision(site, page, version)),
  navigation: prepared(({ reads }, site) => reads.document(site, "navigation")),
  redirects: prepared(({ reads }, site) => reads.document(site, "redirects")),
  theme: prepared(({ reads }, site) => reads.document(site, "theme")),
  settings: prepared(({ reads }, site) => reads.document(site, "settings")),
  /** As it would be published now, for edit mode; `path` is a canonical path of the site. */
  draft: calling(({ draft }, site, { path, ...options }: DraftOptions & { readonly path: string }) => draft.answer(site, path, options)),
  changes: prepared(({ reads }, site) => reads.changes(site)),
  releases: prepared(({ reads }, site, { cursor = null, limit = null }: Portion<number>) => reads.releases(site, cursor, limit)),
  restoration: prepared(({ reads }, site, { release }: { readonly release: number }) => reads.restoration(site, release)),
  schedules: prepared(({ reads }, site) => reads.schedules(site)),

  plugins: prepared(({ pluginReads }, site) => pluginReads.all(site)),
  plugin: prepared(({ pluginReads }, site, { plugin }: OfPlugin) => pluginReads.detail(site, plugin)),
  "plugin.invocations": prepared(({ pluginReads }, site, { plugin }: OfPlugin) => pluginReads.calls(site, plugin)),
  "plugin.settings": prepared(({ pluginReads }, site, { plugin }: OfPlugin) => pluginReads.settings(site, plugin)),

  media: alone(({ media }, site, { cursor = null, limit = null, ...filter }: MediaFilter & Portion<number>) => media.list(site, filter, cursor, limit)),
  "media.file": alone(({ media }, site, { media: id }: { readonly media: string }) => media.detail(site, id)),
  /** Of one page, or of all from `cursor`. */
  galleries: prepared(({ galleries }, site, { page, cursor = null }: Partial<OfPage> & From<string>) =>
    page === undefined ? galleries.list(site, cursor) : { items: galleries.onPage(site, page), next: null }),

  forms: alone(({ submissionBox }, site) => submissionBox.forms(site)),
  "form.submissions": prepared(({ submissionBox }, site, { form, cursor = null, limit = null, ...filter }: OfForm & SubmissionFilter & Portion<number>) =>
    submissionBox.list(site, form, filter, cursor, limit)),
  /** Part after part, each asked for with `next` of the one before. */
  "form.export": alone(({ submissionBox }, site, { form, from }: OfForm & { readonly from: ExportPart["next"] }) => submissionBox.export(site, form, from)),
  /** `tenant` of the answer is the part of the bucket it lies in. */
  "form.file": alone(({ submissionBox }, site, { form, submission, file }: OfForm & { readonly submission: number; readonly file: number }) =>
    submissionBox.file(site, form, submission, file)),
  "form.token": prepared(({ forms }, site, { form }: OfForm) => forms.token(site, form)),
  /** The page of a form with what is said after sending. */
  "form.sent": prepared(({ forms }, site, { form }: OfForm) => forms.sent(site, form)),

  backups: alone(({ archiveReads }, site) => archiveReads.backups(site)),
  "export.file": alone(({ archiveReads }, site, { id }: { readonly id: string }) => archiveReads.exported(site, id)),

  "agent.offers": prepared(({ agents }, site, { caller }: OfAgent) => agents.offers(site, caller)),
  "agent.resources": prepared(({ agents }, site, { caller, cursor = null }: OfAgent & From<string>) => agents.resources(site, caller, cursor)),
  "agent.resource": calling(({ agents }, site, { caller, uri }: OfAgent & { readonly uri: string }) => agents.resource(site, caller, uri)),
  "agent.prompt": prepared(({ agents }, site, { caller, name, given }: OfAgent & { readonly name: string; readonly given: Readonly<Record<string, string>> }) =>
    agents.prompt(site, caller, name, given)),
  "agent.completion": prepared(({ agents }, site, { caller, uri, variable, begun }: OfAgent & { readonly uri: string; readonly variable: string; readonly begun: string }) =>
    agents.completion(site, caller, uri, variable, begun)),
};

type Table = typeof READS;
export type ReadName = keyof Table;
type AnswerOf<N extends ReadName> = Table[N]["answer"];

/** What a read takes, as the arguments behind the site: none, or one object. */
export type ReadInput<N extends ReadName> = Parameters<AnswerOf<N>> extends [ReadParts, string, ...infer Input] ? Input : never;
export type ReadView<N extends ReadName> = Awaited<ReturnType<AnswerOf<N>>>;

export interface Read<Input extends readonly unknown[], View> {
  readonly way: Way;
  answer(from: ReadParts, site: string, ...input: Input): View | Promise<View>;
}

const TABLE: { readonly [N in ReadName]: Read<ReadInput<N>, ReadView<N>> } = READS;

/** Names come from other workers. One that is none of ours is their mistake, or that of a deployment that is half done. */
export function readNamed<N extends ReadName>(name: N): Read<ReadInput<N>, ReadView<N>> {
  if (typeof name !== "string" || !Object.hasOwn(TABLE, name)) throw new RangeError(`nothing is read under the name ${JSON.stringify(name)}`);
  return TABLE[name];
}

/** The workspace object as whoever reads of a site uses it. */
export interface ReadApi {
  read<N extends ReadName>(name: N, site: string, ...input: ReadInput<N>): Promise<Answer<ReadView<N>>>;
}
