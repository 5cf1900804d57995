/** The editor as one person has it before them: the page, the frame, and what is open around them. */
import { signal } from "@preact/signals";
import type { Signal } from "@preact/signals";
import type { Siblings } from "../../../../runtime/editing/operations/sectionTree.ts";
import { CANVAS } from "../../words.ts";
import { say } from "../../../shared/editor/words/say.ts";
import type { Client } from "../../api/client.ts";
import type { FrameView } from "../draft/view.ts";
import type { RichWriting } from "../draft/writing.ts";
import { sectionName } from "../page/sectionName.ts";
import type { AheadNotice } from "./ahead.ts";
import type { OtherMember } from "./person.ts";
import type { SectionPreviews } from "../pictures/looks.ts";
import type { PageRow } from "../../api/views.ts";
import type { Editor } from "../page/editor.ts";

export type Width = keyof typeof WIDTHS;

/** In CSS pixels; null takes the room there is. */
export const WIDTHS = { desktop: null, tablet: 820, phone: 390 } as const;

/** The place of a new section. */
export interface InsertPlace {
  readonly after: string | null;
  readonly into?: Siblings;
}

/** The part in front on a narrow window, where only one of them has room. */
export type Tab = "outline" | "stage" | "panel";

export interface AreaLink {
  readonly title: string;
  readonly path: string;
}

/** A field that was asked for in the page, such as the picture that was clicked. */
export interface WantedField {
  readonly pointer: string;
  /** True if the field's picker opens, too. */
  readonly isOpened: boolean;
}

export interface Studio {
  readonly editor: Editor;
  readonly client: Client;
  readonly pages: Signal<readonly PageRow[]>;
  /** True if these are not all of them. */
  readonly hasMorePages: boolean;
  readonly areas: readonly AreaLink[];
  readonly mayPublish: boolean;
  /** Pictures of sections that are not in the page. */
  readonly looks: SectionPreviews;
  readonly frame: Signal<FrameView | null>;
  readonly width: Signal<Width>;
  readonly tab: Signal<Tab>;
  readonly inserting: Signal<InsertPlace | null>;
  readonly moving: Signal<string | null>;
  /** True while a page is being searched to go to. */
  readonly finding: Signal<boolean>;
  /** The field that the panel goes to. */
  readonly field: Signal<WantedField | null>;
  /** The text with formatting that is open in the draft. */
  readonly rich: Signal<RichWriting | null>;
  /** Other members on this page. */
  readonly people: Signal<readonly OtherMember[]>;
  /** True once the member has another role than the one the canvas was opened with. */
  readonly isOtherRole: Signal<boolean>;
  /** False where the browser keeps nothing. */
  readonly isKept: Signal<boolean>;
  /** Says that visitors still see what an undo or redo has changed in the draft. */
  readonly ahead: AheadNotice;
}

type State =
  | "frame"
  | "width"
  | "tab"
  | "inserting"
  | "moving"
  | "finding"
  | "field"
  | "people"
  | "rich"
  | "isOtherRole"
  | "isKept";

export const studioState = (): Pick<Studio, State> => ({
  frame: signal(null),
  width: signal("desktop"),
  tab: signal("stage"),
  inserting: signal(null),
  moving: signal(null),
  finding: signal(false),
  field: signal(null),
  people: signal([]),
  rich: signal(null),
  isOtherRole: signal(false),
  isKept: signal(true),
});

export const sectionNameOf = (editor: Editor, id: string | null): string => {
  const section = editor.section(id);
  return section ? sectionName(section, editor.typeOf(section)) : "";
};

/** Selects a section wherever it is shown. */
export function select({ editor, frame, field }: Studio, id: string | null, isShown = true): void {
  if (editor.selected.peek() !== id) field.value = null;
  editor.selected.value = id;
  editor.closeStep();
  frame.peek()?.select(id, isShown);
}

/** Takes back the last change, or does it again, and goes to where it was. */
export function step(studio: Studio, direction: "undo" | "redo"): void {
  const { editor } = studio;
  const { done, undone } = editor.history.peek();
  if ((direction === "undo" ? done : undone).length === 0) return editor.say(CANVAS.nothingToUndo);
  const taken = direction === "undo" ? editor.undo() : editor.redo();
  if (!taken) return editor.say(CANVAS.cannotUndo);
  editor.say(say(direction === "undo" ? CANVAS.undone : CANVAS.redone, { what: taken.name }));
  void studio.ahead.stepped(taken);
  const section = taken.spot?.section;
  if (section !== undefined && editor.section(section)) select(studio, section);
}
