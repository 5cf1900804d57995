import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { RemarkView } from "../../../../runtime/remarks/views.ts";
import { isComposingKey } from "../../document/composing.ts";
import { SCRIPT } from "../../document/words.ts";
import { IconButton } from "../../drawing/IconButton.tsx";
import { failureText } from "../../api/failure.ts";
import { type NewRemark, readRemarks, type Remarking } from "../../remarks/remarking.ts";
import { RemarkList } from "../../remarks/RemarkList.tsx";
import { REMARKS as WORDS } from "../../remarks/words.ts";
import { type Studio, sectionNameOf, select } from "../studio/studio.ts";
import { markRemarks, selectable } from "./markers.ts";
import { opened } from "./opened.ts";
import { placeHere } from "./place.ts";
import { styleRemarks } from "./style.ts";

interface Props {
  readonly studio: Studio;
}

/** Shows the section of a remark, and the field in the panel. */
function show(studio: Studio, remark: RemarkView): void {
  select(studio, selectable(remark));
  if (remark.pointer !== null) studio.field.value = { pointer: remark.pointer, isOpened: false };
  studio.tab.value = "stage";
}

/** The remarks of the page beside it, and their markers in the draft. Alt+M opens and closes them. */
export function RemarkPanel({ studio }: Props): JSX.Element {
  const { editor, client, frame } = studio;
  const [remarks, put] = useState<readonly RemarkView[]>([]);
  const place = opened.value;
  const remarking: Remarking = {
    client,
    explain: (failure) => failureText(SCRIPT, failure),
    member: editor.site.member.id,
    show: (remark) => show(studio, remark),
  };
  const view = frame.value;
  const { version } = editor.queue.value.base;
  useEffect(() => {
    styleRemarks();
    void readRemarks(remarking, { page: editor.id, state: "open" }).then(
      (answer) => answer.ok && put(answer.value.body.items),
    );
  }, [editor.id]);
  useEffect(() => {
    if (view) markRemarks(view.document, remarks);
  }, [view, remarks, version]);
  useEffect(() => {
    const toggle = (event: KeyboardEvent): void => {
      if (isComposingKey(event) || !event.altKey || event.ctrlKey || event.metaKey || event.code !== "KeyM") return;
      event.preventDefault();
      opened.value = opened.peek() ? null : placeHere(studio);
    };
    const places = [document, ...(view ? [view.document] : [])];
    for (const one of places) one.addEventListener("keydown", toggle);
    return () => {
      for (const one of places) one.removeEventListener("keydown", toggle);
    };
  }, [view]);
  return place ? (
    <Opened studio={studio} remarking={remarking} place={place} onRead={put} />
  ) : remarks.length > 0 ? (
    <button
      type="button"
      class="remarks-opener button"
      aria-keyshortcuts="Alt+M"
      title={WORDS.key}
      onClick={() => (opened.value = placeHere(studio))}
    >
      💬 {WORDS.panel} ({remarks.length})
    </button>
  ) : (
    <></>
  );
}

interface OpenedProps extends Props {
  readonly remarking: Remarking;
  readonly place: NewRemark;
  readonly onRead: (remarks: readonly RemarkView[]) => void;
}

function Opened({ studio, remarking, place, onRead }: OpenedProps): JSX.Element {
  useEffect(() => document.querySelector<HTMLElement>(".remarks-panel textarea")?.focus(), [place]);
  const close = (): void => {
    opened.value = null;
    studio.frame.peek()?.document.defaultView?.focus();
  };
  const { section } = place;
  return (
    <aside
      class="remarks-panel"
      data-region
      aria-label={WORDS.panel}
      onKeyDown={(event) => {
        if (event.key === "Escape") close();
        // Keys of the canvas, such as Delete, must not reach the section behind.
        event.stopPropagation();
      }}
    >
      <div class="panel-head">
        <h2>{WORDS.panel}</h2>
        <IconButton icon="close" label={WORDS.close} onClick={close} />
      </div>
      <RemarkList
        remarking={remarking}
        place={place}
        placeName={section === undefined ? undefined : sectionNameOf(studio.editor, section)}
        onRead={onRead}
      />
    </aside>
  );
}
