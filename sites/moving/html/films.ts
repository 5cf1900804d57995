/** Films of other hosts, which a section of a plugin shows. */
import type { PagePart } from "../tree/moved.ts";

const FILMS: readonly { readonly provider: string; readonly address: RegExp }[] = [
  {
    provider: "youtube",
    address:
      /^(?:https?:)?\/\/(?:www\.|m\.)?(?:youtube(?:-nocookie)?\.com\/(?:embed\/|v\/|watch\?(?:.*&)?v=)|youtu\.be\/)([\w-]{6,20})/i,
  },
  { provider: "vimeo", address: /^(?:https?:)?\/\/(?:www\.|player\.)?vimeo\.com\/(?:video\/)?(\d{6,20})/i },
];

/** The section that shows the film at an address. Undefined if it is not the address of a film. */
export function filmAt(address: string, name = ""): PagePart | undefined {
  for (const { provider, address: pattern } of FILMS) {
    const video = pattern.exec(address.trim())?.[1];
    if (video !== undefined) return film(provider, video, name);
  }
  return undefined;
}

export const film = (provider: string, video: string, name = ""): PagePart => ({
  kind: "section",
  type: "drawbridge.embeds/video",
  fields: { provider, video, name: name === "" ? "Film" : name.slice(0, 200) },
});
