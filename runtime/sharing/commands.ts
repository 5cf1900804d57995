import type * as z from "zod/mini";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import { actorName } from "../area/actor.ts";
import type { Command } from "../area/command.ts";
import { parseWith } from "../commands/parse.ts";
import type { Documents } from "../documents/documents.ts";
import type { Powers } from "../powers/powers.ts";
import { SHARE_PATH } from "../serving/editMarker.ts";
import type { ShareLinks } from "./links.ts";
import { createShareLink, removeShareLink, type ShareLinkMade, type shareLinkRemoved } from "./views.ts";

export interface SharingParts {
  readonly powers: Powers;
  readonly documents: Documents;
  readonly shareLinks: ShareLinks;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Makes a link. Its secret is in the answer, which is kept for a repeated request, and nowhere else. */
export const shareCreate = (parts: SharingParts): Command<z.infer<typeof createShareLink>, ShareLinkMade> => ({
  parse: parseWith(createShareLink),
  async prepare({ site, actor }, { name, pages, days, remarks = false, readers = false }) {
    const { powers, shareLinks } = parts;
    const [id, secret, now] = [powers.newId(), powers.newId(), powers.now()];
    const digest = await powers.digest(secret);
    return () => {
      if (pages) requirePages(parts, site, pages, readers);
      const endsAt = now + days * DAY_MS;
      const made = { madeBy: actorName(actor), madeAt: now, endsAt };
      shareLinks.add(site, digest, { id, name, pages: pages ?? null, remarks, readers, ...made });
      return { id, path: SHARE_PATH + secret, endsAt };
    };
  },
});

function requirePages({ documents }: SharingParts, site: string, pages: readonly string[], readers: boolean): void {
  const issues = pages.flatMap((id, index) => {
    const page = documents.get(site, "page", id)?.body;
    const allowed =
      page?.audience && !readers ? "a page for everybody, or readers: true" : "the id of a page of the draft";
    return page && (readers || !page.audience) ? [] : [{ pointer: `/pages/${index}`, found: id, allowed }];
  });
  if (issues.length > 0) throw new Refusal("INVALID_REQUEST", { issues });
}

export const shareRemove = ({
  shareLinks,
}: SharingParts): Command<z.infer<typeof removeShareLink>, z.infer<typeof shareLinkRemoved>> => ({
  parse: parseWith(removeShareLink),
  prepare:
    async ({ site }, { link }) =>
    () => {
      if (!shareLinks.remove(site, link)) throw new Refusal("NOT_FOUND", { kind: "share link", id: link });
      return { id: link };
    },
});
