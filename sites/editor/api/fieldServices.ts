/** The API calls that a form needs. Tests pass their own. */
import type { MediaRole } from "../../../manifests/shapes/mediaTypes.ts";
import type { CatalogueView, LinkTargetsView, PagesView } from "../../../runtime/editing/views.ts";
import type { MediaListView, MediaView } from "../../../runtime/media/views.ts";
import type { openRichText } from "../rich/index.ts";
import type { ApiAnswer } from "../../requests/answer.ts";
import { withTemplate } from "../../moving/rows/templated.ts";
import type { Client } from "./client.ts";

export type DirectiveView = CatalogueView["directives"][number];
export type EntryTypeView = CatalogueView["contentTypes"][number];

/** A page, as the editor shows a link to it. */
export interface KnownPage {
  readonly title: string;
  readonly path: string;
}

export interface FieldServices {
  /** Finds pages by a part of their title, with the sections that a link can lead to. */
  searchPages(text: string, cursor?: string): Promise<ApiAnswer<LinkTargetsView>>;
  /** Finds the page that a link leads to. The list is empty for other addresses and deleted pages. */
  linkTarget(link: string): Promise<ApiAnswer<LinkTargetsView>>;
  /** Finds entries of a content type by a part of their title. Without one, all pages and entries. */
  searchEntries(
    asked: { readonly type: string } | { readonly order: "title" },
    text: string,
    cursor?: string,
  ): Promise<ApiAnswer<PagesView>>;
  /** Adds a page to the draft. */
  createPage(body: object): Promise<ApiAnswer<{ readonly page: string }>>;
  /** The content types of the site, with the fields by which lists filter and order. */
  contentTypes(): Promise<readonly EntryTypeView[]>;
  /** The directives that plugins of the site offer. */
  directives(): Promise<readonly DirectiveView[]>;
  /** The content type, with the sections of the template with which new entries begin. */
  templated(type: EntryTypeView): Promise<EntryTypeView>;
  /** The page with this id, if the editor knows it without a request. */
  pageOf(id: string): KnownPage | undefined;
  media(asked: {
    readonly role: MediaRole;
    readonly text?: string;
    readonly label?: string;
    readonly cursor?: number;
  }): Promise<ApiAnswer<MediaListView>>;
  upload(file: File, onProgress?: (share: number) => void): Promise<ApiAnswer<MediaView>>;
  /** Loads the editor of formatted text. Callers load it when a member opens the first such text. */
  loadRichText(): Promise<typeof openRichText>;
}

/** The entries in one answer to a search. */
const ENTRIES = 30;
/** Twice as many pictures as fit into an open picker. */
const PICTURES = 48;

/** The catalogue of the site's plugins, in the member's language. Undefined if the site did not answer. */
async function catalogueIn(client: Client): Promise<CatalogueView | undefined> {
  const { lang: language } = document.documentElement;
  const answer = await client.read<CatalogueView>("/api/catalogue", { query: { language } });
  return answer.ok ? answer.value.body : undefined;
}

export const fieldServices = (client: Client, pageOf: FieldServices["pageOf"] = () => undefined): FieldServices => ({
  pageOf,
  linkTarget: (link) => client.read<LinkTargetsView>("/api/link-targets", { query: { link } }),
  contentTypes: async () => (await catalogueIn(client))?.contentTypes ?? [],
  directives: async () => (await catalogueIn(client))?.directives ?? [],
  templated: (type) => withTemplate(client, type),
  searchPages: (text, cursor) =>
    client.read<LinkTargetsView>("/api/link-targets", { query: { text: text.trim() || undefined, cursor } }),
  searchEntries: (asked, text, cursor) =>
    client.read<PagesView>("/api/pages", {
      query: { ...asked, text: text.trim() || undefined, cursor, limit: ENTRIES },
    }),
  createPage: (body) => client.change("/api/pages", { method: "POST", body: { body, anyPath: true } }),
  media: (asked) => client.read<MediaListView>("/api/media", { query: { ...asked, limit: PICTURES } }),
  upload: (file, onProgress) => client.upload<MediaView>(file, onProgress),
  loadRichText: async () => (await import("../rich/index.ts")).openRichText,
});
