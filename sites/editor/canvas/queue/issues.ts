/** Finds the section of an issue, which the site names by its path in the page. */
import type { Issue } from "../../../../manifests/refusals/refusal.ts";
import { decodePointer, encodePointer } from "../../../../manifests/refusals/pointer.ts";
import { ENTRY } from "../../../../runtime/documents/content/entry.ts";
import type { Page } from "../../../../runtime/documents/content/content.ts";
import type { Section } from "../../../../runtime/documents/content/section.ts";

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

/**
 * The issues of sections, each with a pointer into the section's fields. The pointer is empty if the section as a whole
 * is at fault.
 */
export function issuesOfSection(page: Page, issues: readonly Issue[]): readonly SectionIssue[] {
  return issues.flatMap((issue) => {
    const [kind, list, ...path] = decodePointer(issue.pointer);
    if (kind === "page" && list === "values") return [{ ...issue, section: ENTRY, pointer: encodePointer(path) }];
    const found = kind === "page" && list === "sections" ? followed(page.sections, path) : undefined;
    const [member, ...field] = found?.rest ?? [];
    return found
      ? [{ ...issue, section: found.section.id, pointer: member === "fields" ? encodePointer(field) : "" }]
      : [];
  });
}
