/** Which sections of a page have data computed for them, and by which plugin's function. */
import { withDefaults } from "../../manifests/fields.ts";
import type { Page } from "../content.ts";
import { eachSection } from "../content.ts";
import type { ActivePlugin } from "../plugins/installed.ts";
import type { Contributions } from "../plugins/points.ts";
import { variantOf } from "./sections.ts";

/** A section as its provider is told of it: what its own template sees of it. */
export interface DataSection {
  readonly id: string;
  readonly type: string;
  readonly variant: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The sections of one page that one function computes data for. */
export interface DataNeed {
  readonly plugin: ActivePlugin;
  readonly provider: string;
  readonly sections: readonly DataSection[];
}

/** `<plugin id>/<name>`: names a provider among those of all plugins. */
export const providerKey = ({ plugin, provider }: Pick<DataNeed, "plugin" | "provider">): string =>
  `${plugin.id}/${provider}`;

export function dataNeeds(page: Page, { sections }: Contributions): DataNeed[] {
  const needs = new Map<string, DataNeed & { readonly sections: DataSection[] }>();
  for (const { section } of eachSection(page.sections)) {
    const entry = sections.get(section.type);
    if (!entry?.item.data) continue;
    const need = { plugin: entry.plugin, provider: entry.item.data.provider, sections: [] };
    const known = needs.get(providerKey(need)) ?? need;
    needs.set(providerKey(need), known);
    known.sections.push({
      id: section.id,
      type: section.type,
      variant: variantOf(section, entry),
      fields: withDefaults(entry.item.fields, section.fields),
    });
  }
  return [...needs.values()];
}
