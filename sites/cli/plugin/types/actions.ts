/**
 * Generates the types of a plugin's actions. Each input has exactly the targets, members and facts that the manifest
 * declares.
 */
import type { ActionContribution } from "../../../../manifests/manifest/action.ts";

const ACTIONS = `
/** A section as an action is handed it: the fields that the manifest reads, and the schema of each. */
export interface HandedSection {
  id: string;
  type: string;
  fields: Record<string, any>;
  schema: Record<string, any>;
}

export interface PageMembers {
  title: string;
  description?: string;
  path: string;
  collection?: string;
  date?: string;
  author?: string;
}

export interface PictureFacts {
  alt: string;
  focal: { x: number; y: number } | null;
  name: string;
  type: string;
  width: number | null;
  height: number | null;
  /** The picture itself, as base64. */
  body: string;
}

/** Said with every question: the version that the answer repeats, the site's language, and the form as the member filled it in. */
interface Asked<Input> {
  version: number;
  language: string;
  input: Input;
}

export interface SectionQuestion<Input> extends Asked<Input> {
  target: "section";
  section: HandedSection;
}

export interface PageQuestion<Input, Read extends keyof PageMembers> extends Asked<Input> {
  target: "page";
  page: { id: string; sections: HandedSection[] } & Pick<PageMembers, Read>;
}

export interface PictureQuestion<Input, Read extends keyof PictureFacts> extends Asked<Input> {
  target: "picture";
  picture: { id: string } & Pick<PictureFacts, Read>;
}

/** A proposal at the same version; the member applies it or not. */
export interface ActionAnswer {
  version: number;
  /** Shown to the member as plain text, at most 300 characters. */
  summary?: string;
  operations?: (
    | { op: "set"; section: string; fields: Record<string, unknown> }
    | { op: "page"; changes: { title?: string; description?: string; author?: string } }
  )[];
  picture?: { alt?: string; focal?: { x: number; y: number } | null };
}
`;

/** Members of a picture for a name under `reads`. A name that is missing here is itself the member. */
const FACTS: Readonly<Record<string, readonly string[]>> = { size: ["type", "width", "height"], bytes: ["body"] };

const namesOf = (names: readonly string[]): string =>
  names.length === 0 ? "never" : names.map((name) => JSON.stringify(name)).join(" | ");

const factsOf = (names: readonly string[]): string => namesOf(names.flatMap((name) => FACTS[name] ?? [name]));

/** The type of one action's input, for the place at which the action is offered. */
export const questionOfAction = ({ on: { section, page, picture } }: ActionContribution, form: string): string =>
  [
    ...(section ? [`SectionQuestion<${form}>`] : []),
    ...(page ? [`PageQuestion<${form}, ${namesOf(page.reads)}>`] : []),
    ...(picture ? [`PictureQuestion<${form}, ${factsOf(picture.reads)}>`] : []),
  ].join(" | ");

/** The types that all actions share; empty for a plugin without actions. */
export const actionTypes = (actions: readonly ActionContribution[]): string[] => (actions.length > 0 ? [ACTIONS] : []);
