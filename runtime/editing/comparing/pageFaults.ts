/** The faults of one page that visitors would notice, in the order of its sections. */
import type { JsonSchema } from "../../../manifests/shapes/shape.ts";
import type { Page } from "../../documents/content/content.ts";
import type { Section } from "../../documents/content/section.ts";
import { shownSections } from "../../documents/content/entry.ts";
import { eachSection } from "../../documents/content/sectionWalk.ts";
import { heldIn } from "../../rendering/pageCheck.ts";
import type { DirectiveTrial } from "../../rendering/directives/trial.ts";
import { CodeRoom } from "../../rendering/code/codeColours.ts";
import { type TextTargets, textTargets } from "../../rendering/markdown/textTargets.ts";
import { isLink } from "../../templates/links.ts";
import { UPLOADED } from "../../templates/image.ts";
import type { PageFault } from "./pageFault.ts";
import type { Prospect } from "./prospect.ts";
import { importMarksIn } from "./importMarks.ts";
import { audienceFaults } from "./audienceFaults.ts";
import { otherReferences } from "./typedReferences.ts";
import { type SectionTexts, sectionTexts } from "./sectionTexts.ts";

type Code = PageFault["code"];

export function pageFaults(prospect: Prospect, id: string, body: Page): PageFault[] {
  const { types } = prospect;
  const held = new Set(heldIn(types.checkPage(body)).map(({ section }) => section));
  const sections = [...eachSection(shownSections(body))].map(({ section }) => {
    const type = types.sectionType(section.type);
    return { section, texts: type && sectionTexts(type.fields as JsonSchema, section.fields) };
  });
  const isRead = prospect.reading.takes(sections.flatMap(({ texts }) => texts?.markdown ?? []));
  const ranks = new HeadingRanks();
  const room = new CodeRoom();
  const trial = types.directiveTrial(body);
  return [
    ...audienceFaults(prospect, id, body),
    ...emptyHeadings(prospect, body),
    ...pagePictureFaults(prospect, body),
    ...sections.flatMap(({ section, texts }) => [
      ...(held.has(section.id) ? [fault("section_held", section)] : []),
      ...(texts ? textFaults(prospect, id, { section, texts, isRead, ranks, room, trial }) : []),
      ...pictureFaults(prospect, section),
    ]),
    ...otherTypeFaults(prospect, body),
    ...prospect.left.faultsOf(id, body).map((found) => ({ ...found, target: null, link: null })),
  ];
}

const fault = (code: Code, section: Section | undefined): PageFault => ({ code, target: null, link: null, section });

/** References from before their field named a content type. Each page is named once. */
function otherTypeFaults({ documents, site, types, typeOf }: Prospect, body: Page): PageFault[] {
  const found = new Map(otherReferences(body, types, typeOf).map(({ id, section }) => [id, section]));
  return [...found].map(([id, section]) => {
    const { path = null, title = null } = documents.pageEntry(site, id) ?? {};
    return { code: "entry_of_other_type", target: { id, path, title }, link: `page:${id}`, section };
  });
}

/** Endings of the pictures that every social network shows in link previews. */
const PREVIEWED: ReadonlySet<string> = new Set(["gif", "jpeg", "jpg", "png"]);

function pagePictureFaults({ isKept }: Prospect, { image }: Page): PageFault[] {
  if (!image) return [];
  if (!isKept(image.src)) return [fault("picture_missing", undefined)];
  const ending = UPLOADED.exec(image.src)?.[1]?.toLowerCase() ?? "";
  return PREVIEWED.has(ending) ? [] : [fault("picture_unpreviewed", undefined)];
}

/**
 * The first section, if it shows the main heading of the page and a text that it requires is blank. Drafts may be
 * half-finished, so no schema refuses that.
 */
function emptyHeadings({ types }: Prospect, page: Page): PageFault[] {
  const [first] = shownSections(page);
  const type = first && types.sectionType(first.type);
  if (!first || type?.providesTitle !== true) return [];
  const { required = [] } = type.fields as { readonly required?: readonly string[] };
  const isBlank = (value: unknown): boolean => typeof value === "string" && value.trim() === "";
  return required.some((name) => isBlank(first.fields[name])) ? [fault("heading_empty", first)] : [];
}

interface ReadSection {
  readonly section: Section;
  readonly texts: SectionTexts;
  readonly isRead: boolean;
  readonly ranks: HeadingRanks;
  readonly room: CodeRoom;
  readonly trial: DirectiveTrial;
}

/** Follows the ranks of a page's headings through its texts. */
class HeadingRanks {
  #before = 1;

  /** Tells whether a heading of these texts leaves out a rank. */
  skipIn(texts: readonly TextTargets[]): boolean {
    const ranks = texts.flatMap((text) => text.ranks);
    const skips = ranks.map((rank) => {
      const isSkip = rank > this.#before + 1;
      this.#before = rank;
      return isSkip;
    });
    return skips.includes(true);
  }
}

/** Tells whether code in these texts would have colours if it were shorter. Each block takes its room. */
function hasPlainCode(read: readonly TextTargets[], room: CodeRoom): boolean {
  return read.flatMap((one) => one.code).filter(({ code, words }) => room.refuses(code, words)).length > 0;
}

function textFaults(prospect: Prospect, id: string, { section, texts, isRead, ...page }: ReadSection): PageFault[] {
  const { ranks, room, trial } = page;
  const read = isRead ? texts.markdown.map(textTargets) : [];
  const links = new Set([...texts.links, ...read.flatMap((one) => [...one.links, ...linkValues(prospect, one)])]);
  const refused = new Set(read.flatMap((one) => one.refused));
  const marks = importMarksIn(texts.markdown);
  return [
    ...[...links].flatMap((link) => {
      const found = prospect.links.faultOf(link, id);
      return found ? [{ ...found, link, section }] : [];
    }),
    ...[...refused].map((link) => ({ ...fault("link_refused", section), link })),
    ...remotePictures(read).map((link) => ({ ...fault("picture_remote", section), link })),
    ...undrawn(read, trial).map((name) => ({ ...fault("directive_undrawn", section), link: name })),
    ...inTexts(prospect, read, ranks.skipIn(read)).map((one) => fault(one, section)),
    ...(hasPlainCode(read, room) ? [fault("code_plain", section)] : []),
    ...(marks === "" ? [] : [{ ...fault("import_marked", section), link: marks }]),
  ];
}

/** The links among the values of the directives of a text. */
const linkValues = ({ types }: Prospect, { directives }: TextTargets): string[] =>
  directives.flatMap(({ name, values }) => {
    const found = types.directive(name);
    return found ? sectionTexts(found.fields, values).links.filter(isLink) : [];
  });

/** The names of directives that visitors would not see drawn, each once. */
const undrawn = (read: readonly TextTargets[], trial: DirectiveTrial): string[] => [
  ...new Set(read.flatMap(({ directives }) => directives.filter((one) => !trial.draws(one)).map(({ name }) => name))),
];

const REMOTE = /^(?:https?:)?\/\//i;

/** The addresses of pictures on other sites, which no page shows. */
const remotePictures = (read: readonly TextTargets[]): string[] => [
  ...new Set(read.flatMap(({ pictures }) => pictures.map(({ src }) => src).filter((src) => REMOTE.test(src)))),
];

/** Faults of formatted texts besides their links, each once. */
function inTexts({ isKept }: Prospect, read: readonly TextTargets[], skipsRank: boolean): Code[] {
  const pictures = read.flatMap((one) => one.pictures);
  const found: readonly (readonly [Code, boolean])[] = [
    ["picture_missing", pictures.some(({ src }) => !REMOTE.test(src) && !isKept(src))],
    ["picture_undescribed", pictures.some(({ alt }) => alt === "")],
    ["heading_skipped", skipsRank],
    ["html_shown", read.some(({ hasHtml }) => hasHtml)],
  ];
  return found.filter(([, isThere]) => isThere).map(([code]) => code);
}

interface Picture {
  readonly src: string;
  readonly alt: string;
  readonly decorative: boolean;
}

const pictureOf = (value: { src: unknown; alt: unknown; decorative?: unknown }): Picture => ({
  src: String(value.src),
  alt: String(value.alt),
  decorative: value.decorative === true,
});

const pictureFaults = ({ isKept }: Prospect, section: Section): PageFault[] => [
  ...(holds(section.fields, ({ src }) => !isKept(src)) ? [fault("picture_missing", section)] : []),
  ...(holds(section.fields, ({ alt, decorative }) => alt === "" && !decorative)
    ? [fault("picture_undescribed", section)]
    : []),
];

function holds(value: unknown, isWrong: (picture: Picture) => boolean): boolean {
  if (typeof value !== "object" || value === null) return false;
  if ("src" in value && "alt" in value && isWrong(pictureOf(value))) return true;
  return Object.values(value).some((inner) => holds(inner, isWrong));
}
