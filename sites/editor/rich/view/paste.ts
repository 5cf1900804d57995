/** Handles pasted and dropped content: it is cleaned, or refused as a whole. */
import { closeHistory } from "prosemirror-history";
import { type Node, Fragment, Slice } from "prosemirror-model";
import { type EditorState, type Transaction, TextSelection } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import type { Result } from "../../../../manifests/result.ts";
import { types } from "../model/schema.ts";
import { type Pasted, type TooLong, asOneLine, cleanHtml } from "../paste/clean.ts";
import { cleanMarkdown, cleanText } from "../paste/text.ts";
import type { RichNotice, RichServices } from "../model/rich.ts";
import { shownInstead } from "./shown.ts";

export interface Pasting {
  readonly services: RichServices;
  readonly tell: (notice: RichNotice) => void;
}

/** The content of a clipboard. Browsers empty it after the event. */
export interface Clipboard {
  readonly html: string;
  readonly text: string;
  readonly files: readonly File[];
}

const isPicture = ({ type }: File): boolean => type.startsWith("image/");

export function takePaste(view: EditorView, { html, text, files }: Clipboard, { services, tell }: Pasting): void {
  if (view.isDestroyed) return;
  if (view.state.selection.$from.parent.type === types.code_block) return insertCode(view, text, tell);
  const result = html === "" ? cleanText(text) : cleanHtml(html, location.origin);
  const pictures = files.filter(isPicture);
  // A copied picture comes as a file, and also as HTML that only names its source.
  const isPictureOnly =
    pictures.length > 0 && (!result.ok || result.value.blocks.every(({ textContent }) => textContent === ""));
  if (isPictureOnly) return void upload(view, pictures, { services, tell });
  const before = view.state;
  insert(view, result, tell);
  const markdown = html === "" || isCodeOnly(result) ? cleanMarkdown(text) : undefined;
  if (result.ok && markdown) readAsMarkdown(view, before, markdown, tell);
}

/** Editors of code copy Markdown as code, too. */
const isCodeOnly = (result: Result<Pasted, TooLong>): boolean =>
  result.ok && result.value.blocks.length === 1 && result.value.blocks[0]?.type === types.code_block;

function insert(view: EditorView, result: Result<Pasted, TooLong>, tell: Pasting["tell"]): void {
  if (!result.ok) return tell(tooLong(result.error));
  const { blocks, pictures } = result.value;
  if (pictures > 0) tell({ kind: "pictures" });
  if (blocks.length > 0) view.dispatch(withBlocks(view.state, blocks).scrollIntoView().setMeta("paste", true));
}

const tooLong = ({ length, most }: TooLong): RichNotice => ({ kind: "tooLong", most, over: length - most });

/** Replaces the pasted text by what it means as Markdown. One undo brings the text back as it was pasted. */
function readAsMarkdown(
  view: EditorView,
  before: EditorState,
  { blocks, pictures }: Pasted,
  tell: Pasting["tell"],
): void {
  const wanted = before.apply(withBlocks(before, blocks));
  const tr = shownInstead(view.state, view.state.doc, wanted.doc);
  tr.setSelection(TextSelection.near(tr.doc.resolve(wanted.selection.to), -1));
  view.dispatch(closeHistory(tr.setMeta("addToHistory", true)).scrollIntoView());
  if (pictures > 0) tell({ kind: "pictures" });
}

const isParagraph = (block: Node | undefined): boolean => block?.type === types.paragraph;

/** Inserts blocks. A single paragraph joins the line; a table cell takes all blocks as one line of text. */
function withBlocks(state: EditorState, blocks: readonly Node[]): Transaction {
  const { tr, selection } = state;
  const [only] = blocks;
  const isCell = selection.$from.parent.type.spec.isolating === true;
  if (isCell) return tr.replaceSelection(new Slice(Fragment.from(asOneLine(blocks)), 0, 0));
  if (blocks.length === 1 && only?.type === types.paragraph) return tr.replaceSelection(new Slice(only.content, 0, 0));
  // Only paragraphs at the ends join the text around. A list that joined it would lose its first levels.
  const [start, end] = [isParagraph(only) ? 1 : 0, isParagraph(blocks.at(-1)) ? 1 : 0];
  return tr.replaceSelection(new Slice(Fragment.from([...blocks]), start, end));
}

function insertCode(view: EditorView, text: string, tell: Pasting["tell"]): void {
  const result = cleanText(text);
  if (result.ok) view.dispatch(view.state.tr.insertText(text.replaceAll(/\r\n?/g, "\n")).scrollIntoView());
  else tell(tooLong(result.error));
}

async function upload(view: EditorView, files: readonly File[], { services, tell }: Pasting): Promise<void> {
  for (const file of files) {
    const stored = await services.upload?.(file).catch(() => undefined);
    if (view.isDestroyed) return;
    if (stored) view.dispatch(view.state.tr.replaceSelectionWith(types.image.create(stored)).scrollIntoView());
    else tell({ kind: "uploadFailed" });
  }
}
