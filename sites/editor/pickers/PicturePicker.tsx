import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { MediaView } from "../../../runtime/media/views.ts";
import type { FieldWords } from "../../shared/editor/words/fields.ts";
import { say } from "../../shared/editor/words/say.ts";
import type { ScriptWords } from "../../shared/editor/words/script.ts";
import { failureText } from "../api/failure.ts";
import type { FieldServices } from "../fields/services.ts";
import { Modal } from "./Modal.tsx";
import { useSearch } from "./useSearch.ts";

export interface PicturePickerProps {
  readonly services: FieldServices;
  readonly words: FieldWords;
  readonly refusals: ScriptWords;
  readonly onPick: (media: MediaView) => void;
  readonly onClose: () => void;
}

/** Only pictures with known sides can stand in a page. */
const isPicture = ({ type, width }: MediaView): boolean => type.startsWith("image/") && width !== null;

export function PicturePicker(props: PicturePickerProps): JSX.Element {
  const { services, words, refusals, onPick, onClose } = props;
  const [text, setText] = useState("");
  const search = useSearch<MediaView, number>(text, (asked, cursor) =>
    services.media({ ...(asked !== "" && { text: asked }), ...(cursor !== undefined && { cursor }) }),
  );
  const { failure, isBusy, more } = search;
  const items = search.items.filter(isPicture);
  const status = failure
    ? failureText(refusals, failure)
    : isBusy
      ? words.picture.loading
      : items.length > 0
        ? ""
        : text === ""
          ? words.picture.none
          : say(words.picture.noneFound, { text });
  return (
    <Modal title={words.picture.title} onClose={onClose}>
      <Upload {...props} />
      <label class="search">
        <span>{words.picture.search}</span>
        <input type="search" value={text} onInput={({ currentTarget }) => setText(currentTarget.value)} />
      </label>
      <p class="note" role="status">
        {status}
      </p>
      <ul class="pictures">
        {items.map((media) => (
          <li key={media.id}>
            <button type="button" onClick={() => onPick(media)}>
              <img src={media.path} alt="" loading="lazy" />
              <bdi>{media.name}</bdi>
              <small class="note">{media.alt || words.picture.undescribed}</small>
            </button>
          </li>
        ))}
      </ul>
      <div class="buttons">
        {more && (
          <button type="button" onClick={more}>
            {words.picture.more}
          </button>
        )}
        <button type="button" class="quiet" onClick={onClose}>
          {words.picture.cancel}
        </button>
      </div>
    </Modal>
  );
}

function Upload({ services, words, refusals, onPick }: PicturePickerProps): JSX.Element {
  const [sending, setSending] = useState<{ readonly name: string; readonly share: number } | null>(null);
  const [fault, setFault] = useState("");
  const [isOver, setOver] = useState(false);
  const send = async (file: File | undefined): Promise<void> => {
    if (!file || sending) return;
    setFault("");
    setSending({ name: file.name, share: 0 });
    const answer = await services.upload(file, (share) => setSending({ name: file.name, share }));
    setSending(null);
    if (!answer.ok) return setFault(failureText(refusals, answer.error));
    if (isPicture(answer.value.body)) onPick(answer.value.body);
    else setFault(say(words.picture.notPicture, { name: file.name }));
  };
  return (
    <div
      class={isOver ? "drop is-over" : "drop"}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void send(event.dataTransfer?.files[0]);
      }}
    >
      <label>
        <span>{words.picture.upload}</span> <small class="note">{words.picture.drop}</small>
        <input
          type="file"
          accept="image/*"
          onChange={({ currentTarget }) => {
            void send(currentTarget.files?.[0]);
            currentTarget.value = "";
          }}
        />
      </label>
      {sending && (
        <progress max={1} value={sending.share} aria-label={say(words.picture.sending, { name: sending.name })} />
      )}
      <p class="fault" role="alert">
        {fault}
      </p>
    </div>
  );
}
