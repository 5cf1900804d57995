/** The content of each part of the settings form, as stored and as sent. */
import type { Settings } from "../../../../runtime/documents/content/settings.ts";
import type { LinkedPage } from "../../../../runtime/editing/links.ts";
import type { Desk } from "../desk/desk.ts";
import type { States } from "../desk/merging.ts";
import type { Fields } from "../desk/sent.ts";
import { menuTargets, typedFor } from "../desk/links.ts";
import { pictureIn } from "../pages/sharePicture.ts";
import { entriesShown, MOST_ENTRIES, ORGANIZATION, PICTURES, TEXTS } from "./members.ts";

export type StateLink = readonly [label: string, link: string];

const isFilled = ([label, link]: StateLink): boolean => label !== "" || link !== "";

/** The entries of the form, padded with empty ones. */
export function stateLinks(body: Settings, known: ReadonlyMap<string, LinkedPage>): readonly StateLink[] {
  const { social = [] } = body;
  return Array.from({ length: entriesShown(body) }, (_, index) => {
    const { label = "", link = "" } = social[index] ?? {};
    return [label, typedFor(link, known)];
  });
}

export const entriesIn = (fields: Fields): readonly StateLink[] =>
  Array.from({ length: MOST_ENTRIES }, (_, index): StateLink => [
    (fields.get(`label-${index}`) ?? "").trim(),
    (fields.get(`link-${index}`) ?? "").trim(),
  ]).filter(isFilled);

const linesOf = (entries: readonly StateLink[]): string => entries.filter(isFilled).map(lineOf).join("\n");
const lineOf = ([label, link]: StateLink): string => `${label}: ${link}`;

export async function readStates(desk: Desk, body: Settings): Promise<States> {
  const known = await menuTargets(
    desk,
    (body.social ?? []).map(({ link }) => link),
  );
  return {
    ...Object.fromEntries(TEXTS.map((name) => [name, body[name] ?? ""])),
    ...Object.fromEntries(ORGANIZATION.map((name) => [name, body.organization?.[name] ?? ""])),
    ...Object.fromEntries(PICTURES.map((name) => [name, body[name]?.src ?? ""])),
    editorEntry: String(body.editorEntry !== false),
    social: linesOf(stateLinks(body, known)),
  };
}

export function statesIn(fields: Fields, was: States): States {
  return {
    ...Object.fromEntries([...TEXTS, ...ORGANIZATION].map((name) => [name, fields.get(name) ?? ""])),
    ...Object.fromEntries(PICTURES.map((name) => [name, pictureIn(fields, name, was)])),
    editorEntry: String(fields.get("editorEntry") === "true"),
    social: linesOf(entriesIn(fields)),
  };
}
