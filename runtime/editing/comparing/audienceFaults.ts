/** The translations and files that stay open to everybody beside a page for readers. */
import type { Page } from "../../documents/content/content.ts";
import { LATEST_CHANGE } from "../../documents/content/forever.ts";
import { filesNamedIn } from "../../documents/mediaUses.ts";
import type { PageFault } from "./pageFault.ts";
import type { Prospect } from "./prospect.ts";

export function audienceFaults(prospect: Prospect, id: string, body: Page): PageFault[] {
  if (!body.audience) return [];
  return [...openTranslations(prospect, id, body), ...openFiles(prospect, body)];
}

const beside = (code: PageFault["code"], target: PageFault["target"]): PageFault => ({
  code,
  target,
  link: null,
  section: undefined,
});

/** Each translation has its own audience. A member who gives the source one may expect that it holds for all. */
function openTranslations({ documents, site }: Prospect, id: string, { translationOf }: Page): PageFault[] {
  if (translationOf !== undefined) return [];
  const others = documents.translations.pages(site, id, LATEST_CHANGE).filter((one) => one.id !== id);
  return others
    .filter((one) => documents.get(site, "page", one.id)?.body.audience === undefined)
    .map(({ id: other, path, title }) => beside("translation_open", { id: other, path, title }));
}

/** Lists show the picture of a teaser to everybody. */
function openFiles({ isOpen }: Prospect, { image, teaser, ...shown }: Page): PageFault[] {
  const named = filesNamedIn(JSON.stringify(teaser ? shown : { ...shown, image }));
  return [...named].some(isOpen) ? [beside("file_open", null)] : [];
}
