/** Finds the sections of a page that need computed data, and the plugin function that computes it. */
import type { JsonSchema } from "../../manifests/shapes/shape.ts";
import { fieldsToShow } from "../templates/fitting.ts";
import type { Page } from "../documents/content/content.ts";
import { eachSection } from "../documents/content/sectionWalk.ts";
import type { ActivePlugin } from "../contributions/installed.ts";
import type { Contributions } from "../contributions/points.ts";
import { variantOf } from "./sections.ts";

/** A section as its data provider and its own template see it. */
export interface DataSection {
  readonly id: string;
  readonly type: string;
  readonly variant: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The sections of one page that need data from one function. */
export interface DataNeed {
  readonly plugin: ActivePlugin;
  readonly provider: string;
  readonly sections: readonly DataSection[];
  /** The schemas of the answers, by section. A section without one takes any object. */
  readonly outputs: ReadonlyMap<string, JsonSchema>;
}

/** Names a provider uniquely among all plugins: `<plugin id>/<name>`. */
export const providerKey = ({ plugin, provider }: Pick<DataNeed, "plugin" | "provider">): string =>
  `${plugin.id}/${provider}`;

interface GrowingNeed extends DataNeed {
  readonly sections: DataSection[];
  readonly outputs: Map<string, JsonSchema>;
}

export function dataNeeds(page: Page, { sections }: Contributions): DataNeed[] {
  const needs = new Map<string, GrowingNeed>();
  for (const { section } of eachSection(page.sections)) {
    const entry = sections.get(section.type);
    if (!entry?.item.data) continue;
    const need: GrowingNeed = {
      plugin: entry.plugin,
      provider: entry.item.data.provider,
      sections: [],
      outputs: new Map(),
    };
    const known = needs.get(providerKey(need)) ?? need;
    needs.set(providerKey(need), known);
    if (entry.item.data.output) known.outputs.set(section.id, entry.item.data.output);
    known.sections.push({
      id: section.id,
      type: section.type,
      variant: variantOf(section, entry),
      fields: fieldsToShow(entry.item, section.fields),
    });
  }
  return [...needs.values()];
}
