/** The state of the canvas for one member: the page, the frame, and the open dialogs. */
import { signal, type Signal } from "@preact/signals";
import type { Siblings } from "../../../../runtime/editing/operations/sectionTree.ts";
import { CANVAS } from "../../document/words.ts";
import { say } from "../../../words/shape/say.ts";
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

/** Widths of the frame in CSS pixels; null is the available width. */
export const WIDTHS = { desktop: null, tablet: 820, phone: 390 } as const;

export interface InsertPlace {
  readonly after: string | null;
  readonly into?: Siblings;
}

/** The visible part on a narrow window. */
export type Tab = "outline" | "stage" | "panel";

export interface AreaLink {
  readonly title: string;
  readonly path: string;
}

/** A field that the member chose in the page, such as by a click on a picture. */
export interface WantedField {
  readonly pointer: string;
  /** True to focus and open the field, too. */
  readonly isOpened: boolean;
}

export interface Studio {
  readonly editor: Editor;
  readonly client: Client;
  readonly pages: Signal<readonly PageRow[]>;
  /** True if the site has more pages than `pages`. */
  readonly hasMorePages: boolean;
  readonly areas: readonly AreaLink[];
  readonly mayPublish: boolean;
  /** Previews of sections that are not in the page. */
  readonly looks: SectionPreviews;
  readonly frame: Signal<FrameView | null>;
  readonly width: Signal<Width>;
  readonly tab: Signal<Tab>;
  readonly inserting: Signal<InsertPlace | null>;
  readonly moving: Signal<string | null>;
  /** True while the page search is open. */
  readonly finding: Signal<boolean>;
  /** The field that the panel scrolls to. */
  readonly field: Signal<WantedField | null>;
  /** The text with formatting that is open in the draft. */
  readonly rich: Signal<RichWriting | null>;
  /** Other members on this page. */
  readonly people: Signal<readonly OtherMember[]>;
  /** True if the member's role differs from the role at the start of the canvas. */
  readonly isOtherRole: Signal<boolean>;
  /** False if the browser refuses to store unsaved edits. */
  readonly isKept: Signal<boolean>;
  /** The notice that visitors still see the published page after an undo or redo. */
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

/** Selects a section in the outline, the draft and the panel. */
export function select({ editor, frame, field }: Studio, id: string | null, isShown = true): void {
  if (editor.selected.peek() !== id) field.value = null;
  editor.selected.value = id;
  editor.closeStep();
  frame.peek()?.select(id, isShown);
}

/** Undoes or redoes one step, and goes to its place. */
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
