import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { ENTRY } from "../../../runtime/documents/content/entry.ts";
import type { RemarkView } from "../../../runtime/remarks/views.ts";
import { EDIT_MARKER } from "../../../runtime/serving/editMarker.ts";
import { say } from "../../words/shape/say.ts";
import type { ApiAnswer } from "../../requests/answer.ts";
import { sendAnswer, type Colleague, MEMBER, type Remarking, sendRemoval, sendSettled } from "./remarking.ts";
import { SayForm } from "./SayForm.tsx";
import { speakerName } from "./speaker.ts";
import { REMARKS as WORDS } from "./words.ts";

interface Props {
  readonly remarking: Remarking;
  readonly remark: RemarkView;
  readonly colleagues: readonly Colleague[];
  /** True if the list names the page of each remark. */
  readonly namesPage: boolean;
  /** A sentence about what was done. The list is read again. */
  readonly onDone: (sentence: string) => void;
}

type Contribution = RemarkView["words"][number];

const when = (at: number): string =>
  new Date(at).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });

/** One contribution. Guests are named as such, because they type any name. */
function Words({
  said,
  colleagues,
}: {
  readonly said: Contribution;
  readonly colleagues: readonly Colleague[];
}): JSX.Element {
  const names = said.mentions.map((id) => speakerName(MEMBER + id, colleagues)).join(", ");
  return (
    <div class="remark-said">
      <p class="facts">
        <bdi>{said.name ?? speakerName(said.by, colleagues)}</bdi>
        {said.name !== null && ` (${WORDS.guest})`} ·{" "}
        <time dateTime={new Date(said.at).toISOString()}>{when(said.at)}</time>
        {names !== "" && ` · ${say(WORDS.mentioned, { names })}`}
      </p>
      <p class="remark-words" dir="auto">
        {said.words}
      </p>
    </div>
  );
}

/** The address at which a member edits a page, with a section of it selected. */
const canvasAt = ({ page, section }: RemarkView): string =>
  `/_editor/edit?${new URLSearchParams({ page, ...(section !== null && section !== ENTRY && { section }) })}`;

/** The page of the draft, at the section that the remark means. */
const draftAt = ({ path, section }: RemarkView): string =>
  `${path ?? "/"}?${EDIT_MARKER}${section === null ? "" : `#${section}`}`;

type Act = (sentence: string, work: Promise<ApiAnswer<unknown>>) => void;

function Acts({
  remarking,
  remark,
  onAct,
}: Pick<Props, "remarking" | "remark"> & { readonly onAct: Act }): JSX.Element {
  const { remark: id, anchor, state, words } = remark;
  const { show, isViewer = false, member } = remarking;
  const isOwn = ({ by }: Contribution): boolean => by === MEMBER + member;
  const maySettle = !isViewer || words.slice(0, 1).every(isOwn);
  const mayRemove = !isViewer || words.every(isOwn);
  return (
    <div class="acts">
      {anchor !== "page_gone" &&
        (show ? (
          <button type="button" class="quiet" onClick={() => show(remark)}>
            {WORDS.show}
          </button>
        ) : (
          <a href={isViewer ? draftAt(remark) : canvasAt(remark)}>{WORDS.show}</a>
        ))}
      {maySettle && (
        <button
          type="button"
          class="quiet"
          onClick={() => onAct(WORDS.settled, sendSettled(remarking, id, state === "open"))}
        >
          {state === "open" ? WORDS.resolve : WORDS.reopen}
        </button>
      )}
      {mayRemove && (
        <button
          type="button"
          class="quiet danger"
          onClick={() => confirm(WORDS.removeAsk) && onAct(WORDS.removed, sendRemoval(remarking, id))}
        >
          {WORDS.remove}
        </button>
      )}
    </div>
  );
}

/** One remark with all that was said about it. */
export function Thread({ remarking, remark, colleagues, namesPage, onDone }: Props): JSX.Element {
  const [fault, setFault] = useState("");
  const { explain } = remarking;
  const done = async (sentence: string, work: Promise<ApiAnswer<unknown>>): Promise<string | null> => {
    const answer = await work;
    if (answer.ok) onDone(sentence);
    return answer.ok ? null : explain(answer.error);
  };
  const act: Act = (sentence, work) => void done(sentence, work).then((failed) => setFault(failed ?? ""));
  const { remark: id, anchor, quote } = remark;
  const title = remark.title ?? remark.page;
  return (
    <li class="row remark" id={`remark-${id}`} tabIndex={-1}>
      <div class="what">
        <p class="name">
          {say(WORDS.number, { n: remark.number })}
          {namesPage && (
            <>
              {" "}
              <bdi>{say(WORDS.onPage, { page: title })}</bdi>
            </>
          )}
        </p>
        {quote !== "" && (
          <blockquote class="remark-quote" dir="auto">
            {quote}
          </blockquote>
        )}
        {anchor !== "there" && <p class="warning">{WORDS.gone[anchor]}</p>}
        {remark.words.map((said, index) => (
          <Words key={index} said={said} colleagues={colleagues} />
        ))}
        {remark.resolvedBy !== null && (
          <p class="facts">
            {WORDS.resolvedBy} <bdi>{speakerName(remark.resolvedBy, colleagues)}</bdi>
          </p>
        )}
        <details>
          <summary>{WORDS.answer}</summary>
          {typeof remark.words[0]?.name === "string" && <p class="help">{WORDS.guestReads}</p>}
          <SayForm
            remarking={remarking}
            colleagues={colleagues}
            label={WORDS.answerWords}
            send={WORDS.answer}
            onSend={(said) => done(WORDS.answered, sendAnswer(remarking, id, said))}
          />
        </details>
        <p class="fault" role="alert">
          {fault}
        </p>
      </div>
      <Acts remarking={remarking} remark={remark} onAct={act} />
    </li>
  );
}
