/** The editor's reactions to events in the draft. */
import { CANVAS, FIELDS } from "../../document/words.ts";
import { say } from "../../../words/shape/say.ts";
import { draftAddress, pageAddress } from "../studio/address.ts";
import type { PageRow } from "../../api/views.ts";
import { usedClipboard } from "../studio/clipboardKeys.ts";
import { pressedKey } from "../studio/keys.ts";
import { leaveFor } from "../keeping/leaving.ts";
import { pageAt } from "../studio/pages.ts";
import { textValueAt } from "../page/values.ts";
import { schemaAt, fieldTitle } from "../page/schema.ts";
import { isKeptElsewhere, tellSharing } from "../beside/shared.ts";
import { type Studio, select } from "../studio/studio.ts";
import { writeField } from "../studio/writeField.ts";
import type { TextCaret } from "../../rich/model/rich.ts";
import type { MarkedText } from "../draft/marks.ts";
import { openPicture, replacePicture } from "./pictureEvents.ts";
import { moves } from "./moves.ts";
import { openRich } from "./richField.ts";
import type { FrameEvents } from "../draft/view.ts";

export const viewEvents = (studio: Studio): FrameEvents => ({
  selected: (section) => {
    // A click in the frame does not reach the editor's document, so its menus are closed here.
    for (const open of document.querySelectorAll<HTMLElement>(":popover-open")) open.hidePopover();
    select(studio, section, false);
  },
  outside: (text) => openPageMember(studio, text),
  followed: (address) => void follow(studio, address),
  lost: FIELDS.picture.choose,
  labelOf: (mark) => labelOf(studio, mark),
  textOf: ({ section, pointer }) => {
    const fields = studio.editor.section(section)?.fields;
    return fields && textValueAt(fields, pointer);
  },
  isKept: ({ section, pointer }) => isKeptElsewhere(studio, section, pointer),
  entered: ({ section, pointer }) => tellSharing(studio, section, pointer),
  written: ({ section, pointer }, text) => writeField(studio, section, pointer, text),
  left: () => studio.editor.closeStep(),
  rich: (mark, caret) => openFormatted(studio, mark, caret),
  picture: (section, picture) => openPicture(studio, section, picture),
  dropped: (section, picture, file) => void replacePicture(studio, section, picture, file),
  key: (event) => pressedKey(studio, event),
  clipboard: (event) => usedClipboard(studio, event),
  moved: () => (moves.value += 1),
  draft: () => readDraft(studio),
  mayWrite: () => !["forbidden", "gone"].includes(studio.editor.saving.peek()),
});

function labelOf({ editor }: Studio, { section, pointer }: MarkedText): string {
  const fields = editor.typeOf(editor.section(section))?.fields;
  return fieldTitle(fields && schemaAt(fields, pointer), CANVAS.act.text);
}

/** Members of a page that layouts show as text. */
const PRINTED = ["title", "description"] as const;

/** Opens the page's own field if the member clicked its text, which the layout shows outside the sections. */
function openPageMember({ editor, tab, field }: Studio, text: string): void {
  const body = editor.body.peek();
  const member = PRINTED.find((name) => sameWords(body[name] ?? "", text));
  if (!member) return;
  tab.value = "panel";
  field.value = { pointer: `/${member}`, isOpened: true };
}

const words = (text: string): string => text.trim().replaceAll(/\s+/g, " ");
const sameWords = (one: string, other: string): boolean => words(one) !== "" && words(one) === words(other);

/** Opens a formatted text in the page if it is a block of its own, or else in the panel, as each text kept elsewhere. */
async function openFormatted(studio: Studio, mark: MarkedText, caret: TextCaret | undefined): Promise<void> {
  const view = studio.frame.peek();
  select(studio, mark.section, false);
  const clicked = { mark, label: labelOf(studio, mark), caret };
  const isHere = !isKeptElsewhere(studio, mark.section, mark.pointer);
  if (isHere) tellSharing(studio, mark.section, mark.pointer);
  if (isHere && view && mark.kind === "markdown" && (await openRich(studio, view, clicked))) return;
  studio.tab.value = "panel";
  studio.field.value = { pointer: mark.pointer, isOpened: true };
}

/** The HTML of the present draft; null if it cannot be read now. */
async function readDraft({ editor }: Studio): Promise<string | null> {
  try {
    const answer = await fetch(draftAddress(editor.queue.peek().base.body.path), { headers: { accept: "text/html" } });
    const text = answer.ok ? await answer.text() : null;
    // Without a login, the same address answers the published page.
    return text?.includes("data-page-id") === true ? text : null;
  } catch {
    return null;
  }
}

const otherPage = async ({ client, hasMorePages }: Studio, path: string): Promise<PageRow | undefined> =>
  hasMorePages ? pageAt(client, path) : undefined;

async function follow(studio: Studio, address: string): Promise<void> {
  const { pathname, origin } = new URL(address);
  const listed = studio.pages.peek().find(({ path }) => path === pathname);
  const page = origin === location.origin ? (listed ?? (await otherPage(studio, pathname))) : undefined;
  if (page) void leaveFor(studio, pageAddress(page.id));
  else studio.editor.say(say(CANVAS.notices.elsewhere, { address }));
}
