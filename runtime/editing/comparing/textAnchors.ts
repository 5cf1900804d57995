/** The ids of headings and places in a page's formatted texts. A draft has them before any page is made of it. */
import type { JsonSchema } from "../../../manifests/shapes/shape.ts";
import type { Page } from "../../documents/content/content.ts";
import { shownSections } from "../../documents/content/entry.ts";
import { eachSection } from "../../documents/content/sectionWalk.ts";
import { AnchorIds } from "../../rendering/markdown/anchorIds.ts";
import { textTargets } from "../../rendering/markdown/textTargets.ts";
import type { SectionTypes, TextReading } from "./prospect.ts";
import { sectionTexts } from "./sectionTexts.ts";

/** Undefined if the texts are too long to be read with all others. */
export function textAnchors(types: SectionTypes, reading: TextReading, body: Page): ReadonlySet<string> | undefined {
  const sections = [...eachSection(shownSections(body))].map(({ section }) => section);
  const texts = sections.flatMap((section) => {
    const type = types.sectionType(section.type);
    return type ? sectionTexts(type.fields as JsonSchema, section.fields).markdown : [];
  });
  if (!reading.takes(texts)) return undefined;
  const ids = new AnchorIds(sections.map(({ id }) => id));
  const anchors = texts.flatMap((text) => textTargets(text).anchors);
  return new Set(anchors.map((anchor) => ids.take(anchor)));
}
