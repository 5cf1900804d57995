// A package from npm is imported by its name, after npm install in this folder.
import type { Data } from "./plugin.d.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

export const daysUntil = (day: string, now: number): number => Math.max(0, Math.ceil((Date.parse(day) - now) / DAY_MS));

export const data: Data = {
  days({ pages }) {
    const now = Date.now();
    const ofPage = ({ page, sections }: (typeof pages)[number]) => [
      page.id,
      Object.fromEntries(sections.map(({ id, fields }) => [id, { days: daysUntil(fields.day ?? "", now) }])),
    ];
    return Object.fromEntries(pages.map(ofPage));
  },
};
