/** Services that a form may ask of the site. A test hands in its own. */
import type { LinkTargetsView } from "../../../runtime/editing/views.ts";
import type { MediaRole } from "../../../manifests/shapes/mediaTypes.ts";
import type { MediaListView, MediaView } from "../../../runtime/media/views.ts";
import type { Answer } from "../api/answer.ts";
import type { openRichText } from "../rich/index.ts";

export interface FieldServices {
  /** Pages with this in their title, and the sections of each that a link may lead to. */
  searchPages(text: string, cursor?: string): Promise<Answer<LinkTargetsView>>;
  /** The title of a page, as far as it is known here. */
  titleOf(page: string): string | undefined;
  media(asked: {
    readonly role: MediaRole;
    readonly text?: string;
    readonly cursor?: number;
  }): Promise<Answer<MediaListView>>;
  upload(file: File, onProgress?: (share: number) => void): Promise<Answer<MediaView>>;
  /** The editor of formatted text, which is loaded when the first one opens. */
  loadRichText(): Promise<typeof openRichText>;
}
