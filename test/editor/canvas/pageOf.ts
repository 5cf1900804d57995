import type { Page } from "../../../runtime/documents/content/content.ts";
import type { Section } from "../../../runtime/documents/content/section.ts";

export const section = (id: string, fields: Record<string, unknown> = {}, more: Partial<Section> = {}): Section => ({
  id,
  type: "acme.site/text",
  fields,
  ...more,
});

export const pageOf = (...sections: readonly Section[]): Page => ({
  path: "/",
  title: "Home",
  sections: [...sections],
});

export const ids = ({ sections }: Page): string[] => sections.map(({ id }) => id);
