/** Replaces page ids by titles in compared values. */
import type { DifferenceView } from "../../../../runtime/editing/comparing/views.ts";
import type { LinkedPage } from "../../../../runtime/editing/links.ts";
import type { Desk } from "../desk/desk.ts";
import { menuTargets, shownTarget, typedFor } from "../desk/links.ts";

/** A link to a page: a whole value, or a link's target in Markdown. */
const LINK = /(?<=^|\]\()page:[a-z0-9][a-z0-9-]*(?:#[\w-]+)?/g;

type Known = ReadonlyMap<string, LinkedPage>;

export async function withNamedLinks<View extends DifferenceView>(desk: Desk, view: View): Promise<View> {
  const texts = view.values.flatMap(({ was, is }) => [...textsIn(was), ...textsIn(is)]);
  const links = texts.flatMap((text) => text.match(LINK) ?? []);
  if (links.length === 0) return view;
  const known = await menuTargets(desk, links);
  const values = view.values.map((one) => ({ ...one, was: named(one.was, known), is: named(one.is, known) }));
  return { ...view, values };
}

const isGroup = (value: unknown): value is object => typeof value === "object" && value !== null;

const textsIn = (value: unknown): string[] =>
  typeof value === "string" ? [value] : isGroup(value) ? Object.values(value).flatMap(textsIn) : [];

function named(value: unknown, known: Known): unknown {
  if (typeof value === "string") return value.replace(LINK, (link) => inWords(link, known));
  if (Array.isArray(value)) return value.map((inner) => named(inner, known));
  if (!isGroup(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, named(inner, known)]));
}

/** The page's title with its address, because two pages may share a title. */
function inWords(link: string, known: Known): string {
  const { text, isLost } = shownTarget(link, known);
  return isLost ? text : `${text} · ${typedFor(link, known)}`;
}
