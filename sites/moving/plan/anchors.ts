/**
 * The ids of headings to which links lead. Programs make them of a heading's words by rules of their own. A heading gets
 * the id that links of the source have, if no other place of its page has that.
 */
import { decodedOr } from "../../../manifests/shapes/normalPath.ts";
import { AnchorIds, anchorOf } from "../../../runtime/rendering/markdown/anchorIds.ts";
import type { Section } from "../../../runtime/documents/content/section.ts";
import { anchorMark, placeMark } from "../html/anchors.ts";
import { type TextEdit, withEdits } from "../text/edits.ts";
import { type Nodes, parsed, startOf } from "../text/parsed.ts";
import type { PlannedPage } from "./plan.ts";
import { TEXT_TYPE } from "./sections.ts";

type Heading = Extract<Nodes, { readonly type: "heading" }>;

const LINK = /\]\(<?(?:page:([\w~-]+))?#([^()\s<>"]+)|^\[[^\]]+\]:\s*<?(?:page:([\w~-]+))?#(\S+?)>?(?:\s|$)/gm;

const bodyOf = ({ type, fields }: Section): string => (type === TEXT_TYPE ? String(fields["body"] ?? "") : "");

/** The anchors that links of all texts name, by the id of their page. */
function wantedAnchors(pages: readonly PlannedPage[]): Map<string, Set<string>> {
  const wanted = new Map<string, Set<string>>();
  for (const { id, body } of pages)
    for (const section of body.sections)
      for (const [, page, anchor, named, reference] of bodyOf(section).matchAll(LINK)) {
        const at = page ?? named ?? id;
        wanted.set(at, (wanted.get(at) ?? new Set()).add(decodedOr(anchor ?? reference ?? "")));
      }
  return wanted;
}

export function withAnchors(pages: readonly PlannedPage[]): PlannedPage[] {
  const wanted = wantedAnchors(pages);
  return pages.map((page) => {
    const anchors = wanted.get(page.id);
    return anchors ? { ...page, body: { ...page.body, sections: anchored(page.body.sections, anchors) } } : page;
  });
}

/** A heading of a page, with the id that pages give it. */
interface FoundHeading {
  readonly section: number;
  readonly node: Heading;
  readonly words: string;
  readonly id: string;
}

function anchored(sections: readonly Section[], wanted: ReadonlySet<string>): Section[] {
  const ids = new AnchorIds(sections.map(({ id }) => id));
  const headings = sections.flatMap((section, index) => headingsIn(bodyOf(section), index, ids));
  const texts = sections.map(bodyOf).join("\n");
  const known = new Set([
    ...headings.map(({ id }) => id),
    ...[...texts.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id),
  ]);
  const edits = new Map<number, TextEdit[]>();
  const taken = new Set<FoundHeading>();
  for (const anchor of wanted) {
    if (known.has(anchor)) continue;
    const heading = headings.find((one) => !taken.has(one) && isOf(anchor, one.words));
    if (!heading) continue;
    taken.add(heading);
    edits.set(heading.section, [...(edits.get(heading.section) ?? []), editOf(heading, anchor, wanted)]);
  }
  return sections.map((section, index) =>
    edits.has(index)
      ? { ...section, fields: { ...section.fields, body: withEdits(bodyOf(section), edits.get(index) ?? []) } }
      : section,
  );
}

function headingsIn(text: string, section: number, ids: AnchorIds): FoundHeading[] {
  if (text === "") return [];
  return parsed(text).children.flatMap((node): FoundHeading[] => {
    if (node.type !== "heading") return [];
    const words = wordsOf(node);
    const given = /\{#([^{}\s]+)\}\s*$/.exec(words)?.[1];
    return [{ section, node, words: given === undefined ? words : "", id: ids.take(given ?? anchorOf(words)) }];
  });
}

const wordsOf = (node: Nodes): string =>
  node.type === "text" || node.type === "inlineCode"
    ? node.value
    : "children" in node
      ? node.children.map(wordsOf).join("")
      : "";

const PICTOGRAM = /\p{Extended_Pictographic}/u;
const squeezed = (text: string): string =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "");

/** True for an id that some rule makes of a heading's words. Some rules name pictograms, such as `crab`. */
function isOf(anchor: string, words: string): boolean {
  const [id, heading] = [squeezed(anchor), squeezed(words)];
  return heading !== "" && (id === heading || (PICTOGRAM.test(words) && id.startsWith(heading)));
}

/** The id stands behind the heading. A heading whose own id links name, too, has both. */
function editOf({ node, words, id }: FoundHeading, anchor: string, wanted: ReadonlySet<string>): TextEdit {
  const last = node.children.at(-1);
  const end = last?.position?.end.offset ?? startOf(node);
  const mark = wanted.has(id) ? "" : anchorMark(anchor, words);
  if (mark !== "") return { start: end, end, text: mark };
  const start = node.children[0] ? startOf(node.children[0]) : end;
  return { start, end: start, text: placeMark(anchor) };
}
