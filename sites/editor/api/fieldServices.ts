/** The services of a form, over the API of the site. */
import type { LinkTargetsView } from "../../../runtime/editing/views.ts";
import type { MediaListView, MediaView } from "../../../runtime/media/views.ts";
import type { FieldServices } from "../fields/services.ts";
import type { Client } from "./client.ts";

/** As many pictures as fill a chooser twice. */
const PICTURES = 48;

export const fieldServices = (client: Client, titleOf: FieldServices["titleOf"] = () => undefined): FieldServices => ({
  titleOf,
  searchPages: (text, cursor) =>
    client.read<LinkTargetsView>("/api/link-targets", { query: { text: text.trim() || undefined, cursor } }),
  media: ({ role, text, cursor }) =>
    client.read<MediaListView>("/api/media", { query: { role, text, cursor, limit: PICTURES } }),
  upload: (file, onProgress) => client.upload<MediaView>(file, onProgress),
  loadRichText: async () => (await import("../rich/index.ts")).openRichText,
});
