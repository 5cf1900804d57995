/** Finds the section that a refusal is about: the site names it by its place in the page. */
import type { Issue } from "../../../../manifests/refusals/refusal.ts";
import { decodePointer, encodePointer } from "../../../../manifests/refusals/pointer.ts";
import type { Page, Section } from "../../../../runtime/documents/content.ts";

export interface SectionIssue extends Issue {
  readonly section: string;
}

interface Found {
  readonly section: Section;
  readonly rest: readonly PropertyKey[];
}

function followed(sections: readonly Section[], [index, ...path]: readonly PropertyKey[]): Found | undefined {
  const section = sections[Number(index)];
  if (!section) return undefined;
  const [member, slot, ...inner] = path;
  return member === "children" ? followed(section.children?.[String(slot)] ?? [], inner) : { section, rest: path };
}

/** Issues of sections, each with its pointer in the section's fields; empty for one about the section as a whole. */
export function issuesOfSection(page: Page, issues: readonly Issue[]): readonly SectionIssue[] {
  return issues.flatMap((issue) => {
    const [kind, list, ...path] = decodePointer(issue.pointer);
    const found = kind === "page" && list === "sections" ? followed(page.sections, path) : undefined;
    const [member, ...field] = found?.rest ?? [];
    return found
      ? [{ ...issue, section: found.section.id, pointer: member === "fields" ? encodePointer(field) : "" }]
      : [];
  });
}
