/** Services that a form may ask of the site, over its API. A test hands in its own. */
import type { MediaRole } from "../../../manifests/shapes/mediaTypes.ts";
import type { LinkTargetsView } from "../../../runtime/editing/views.ts";
import type { MediaListView, MediaView } from "../../../runtime/media/views.ts";
import type { openRichText } from "../rich/index.ts";
import type { ApiAnswer } from "./answer.ts";
import type { Client } from "./client.ts";

/** A page as a link to it is shown. */
export interface KnownPage {
  readonly title: string;
  readonly path: string;
}

export interface FieldServices {
  /** Pages with this in their title, and the sections of each that a link may lead to. */
  searchPages(text: string, cursor?: string): Promise<ApiAnswer<LinkTargetsView>>;
  /** The page that a link leads to; none where it leads elsewhere or nowhere. */
  linkTarget(link: string): Promise<ApiAnswer<LinkTargetsView>>;
  /** A page, as far as it is known here. */
  pageOf(id: string): KnownPage | undefined;
  media(asked: {
    readonly role: MediaRole;
    readonly text?: string;
    readonly cursor?: number;
  }): Promise<ApiAnswer<MediaListView>>;
  upload(file: File, onProgress?: (share: number) => void): Promise<ApiAnswer<MediaView>>;
  /** The editor of formatted text, which is loaded when the first one opens. */
  loadRichText(): Promise<typeof openRichText>;
}

/** As many pictures as fill a chooser twice. */
const PICTURES = 48;

export const fieldServices = (client: Client, pageOf: FieldServices["pageOf"] = () => undefined): FieldServices => ({
  pageOf,
  linkTarget: (link) => client.read<LinkTargetsView>("/api/link-targets", { query: { link } }),
  searchPages: (text, cursor) =>
    client.read<LinkTargetsView>("/api/link-targets", { query: { text: text.trim() || undefined, cursor } }),
  media: ({ role, text, cursor }) =>
    client.read<MediaListView>("/api/media", { query: { role, text, cursor, limit: PICTURES } }),
  upload: (file, onProgress) => client.upload<MediaView>(file, onProgress),
  loadRichText: async () => (await import("../rich/index.ts")).openRichText,
});
