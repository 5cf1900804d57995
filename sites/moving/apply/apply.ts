/** Makes a plan true on a site: its files, then its pages, then its redirects. It may end anywhere, and begin again. */
import type { Page } from "../../../runtime/documents/content/content.ts";
import type { Section } from "../../../runtime/documents/content/section.ts";
import type { MoveLoss } from "../tree/moved.ts";
import { FILE_MARK, type MovePlan, type PlannedFile, type PlannedPage } from "../plan/plan.ts";
import type { PresentSite } from "../plan/site.ts";
import type { Door, ImportedFile } from "./door.ts";
import { type FilesDone, storeFiles } from "./files.ts";
import { giveFormerPaths, type PathsWanted } from "./formerPaths.ts";
import { knownFiles } from "./knownSite.ts";
import { writeMenus } from "./menus.ts";
import { type PagesDone, type ReadyPage, writePages } from "./pages.ts";
import { addRedirects } from "./redirects.ts";

export interface Applied {
  readonly files: Pick<FilesDone, "made" | "kept">;
  readonly pages: Omit<PagesDone, "losses">;
  readonly redirects: number;
  /** Menus that were written. */
  readonly menus: number;
  readonly losses: readonly MoveLoss[];
}

export interface Applying {
  readonly overwrite: boolean;
  readonly restore: boolean;
  readonly tell: (what: "files" | "pages", done: number, total: number) => void;
}

export async function applyPlan(
  door: Door,
  plan: MovePlan,
  site: PresentSite,
  { tell, ...how }: Applying,
): Promise<Applied> {
  const known = plan.files.length === 0 ? [] : await knownFiles(door);
  const files = await storeFiles(door, plan.files, known, (done) => tell("files", done, plan.files.length));
  const ready = plan.pages.map((page) => readyPage(page, plan.files, files.stored));
  const pages = await writePages(door, ready, site, {
    ...how,
    tell: (done) => tell("pages", done, ready.length),
  });
  await giveFormerPaths(door, pathsWanted(plan, files.stored));
  const redirects = await addRedirects(door, plan.redirects);
  const menus = await writeMenus(door, plan.menus, how.overwrite);
  const { losses, ...done } = pages;
  return {
    files: { made: files.made, kept: files.kept },
    pages: done,
    redirects: redirects.added,
    menus: menus.written,
    losses: [...files.losses, ...losses, ...redirects.losses, ...menus.losses],
  };
}

/** The paths that stored files had at the source. */
const pathsWanted = ({ files }: MovePlan, stored: ReadonlyMap<number, ImportedFile>): PathsWanted[] =>
  files.flatMap(({ formerPaths: paths }, number) => {
    const file = stored.get(number);
    return file && paths ? [{ file, paths }] : [];
  });

function readyPage(
  { source, place, id, body, image }: PlannedPage,
  files: readonly PlannedFile[],
  stored: ReadonlyMap<number, ImportedFile>,
): ReadyPage {
  const sections = body.sections.map((section): Section => ({
    ...section,
    fields: Object.fromEntries(
      Object.entries(section.fields).map(([name, value]) => [
        name,
        typeof value === "string" ? placed(value, files, stored) : value,
      ]),
    ),
  }));
  const picture = image && stored.get(image.file);
  const whole: Page = {
    ...body,
    ...(image && picture?.width && picture.height
      ? {
          image: {
            src: picture.path,
            alt: image.alt,
            width: picture.width,
            height: picture.height,
            ...(image.caption === undefined ? {} : { caption: image.caption }),
          },
        }
      : {}),
    sections,
  };
  return { source, place, id, body: whole };
}

/** A picture in Markdown, with its caption. */
const PICTURE = /!(\[(?:[^\]\\]|\\.)*\])\(import-file:(\d+)(?:\s+"((?:[^"\\]|\\.)*)")?\)/g;

/**
 * Puts the addresses of files into a text. A picture that did not come keeps its address on the web as a link, and its
 * caption below it.
 */
function placed(text: string, files: readonly PlannedFile[], stored: ReadonlyMap<number, ImportedFile>): string {
  const linked = text.replaceAll(PICTURE, (all, alt: string, number: string, caption?: string) => {
    if (stored.has(Number(number))) return all;
    return `${alt === "[]" ? "[Picture]" : alt}(import-file:${number})${caption === undefined ? "" : `\n\n*${caption}*`}`;
  });
  return linked.replaceAll(
    FILE_MARK,
    (_, number: string) => stored.get(Number(number))?.path ?? webAddress(files[Number(number)]),
  );
}

const webAddress = (file: PlannedFile | undefined): string => file?.url ?? file?.address ?? "#";
