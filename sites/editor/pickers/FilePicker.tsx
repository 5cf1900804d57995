import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { MediaView } from "../../../runtime/media/views.ts";
import { type MediaRole, mediaRow, mediaTypesOf } from "../../../manifests/shapes/mediaTypes.ts";
import type { FieldWords } from "../../words/en/fields.ts";
import { say } from "../../words/shape/say.ts";
import type { ScriptWords } from "../../words/en/script.ts";
import { failureText } from "../api/failure.ts";
import type { FieldServices } from "../api/fieldServices.ts";
import { LISTS } from "../document/listWords.ts";
import { Dialog } from "../drawing/Dialog.tsx";
import { useSearch } from "./useSearch.ts";

/** The texts of a picker, for each role of files. */
export type PickerWords = Readonly<
  Record<
    "title" | "search" | "none" | "noneFound" | "more" | "loading" | "upload" | "drop" | "sending" | "wrong" | "cancel",
    string
  >
>;

export interface FilePickerProps {
  readonly role: MediaRole;
  readonly services: FieldServices;
  readonly words: FieldWords;
  readonly texts: PickerWords;
  readonly refusals: ScriptWords;
  readonly onPick: (media: MediaView) => void;
  readonly onClose: () => void;
}

/** Tells whether a file fits a field. A picture without known dimensions does not. */
const fits = (role: MediaRole, { type, width }: MediaView): boolean =>
  mediaRow(type).role === role && (role !== "picture" || width !== null);

/** The `accept` attribute of the upload input. */
const acceptOf = (role: MediaRole): string => (role === "picture" ? "image/*" : mediaTypesOf(role).join(","));

export function FilePicker(props: FilePickerProps): JSX.Element {
  const { role, services, words, texts, refusals, onPick, onClose } = props;
  const [text, setText] = useState("");
  const [label, setLabel] = useState("");
  const [labels, setLabels] = useState<readonly string[]>([]);
  const ask = async (asked: string, cursor?: number): ReturnType<typeof services.media> => {
    const filter = { ...(asked !== "" && { text: asked }), ...(label !== "" && { label }) };
    const answer = await services.media({ role, ...filter, ...(cursor !== undefined && { cursor }) });
    if (answer.ok) setLabels(answer.value.body.labels.map((one) => one.label));
    return answer;
  };
  const search = useSearch<MediaView, number>(text, ask, label);
  const { failure, isBusy, more } = search;
  const items = search.items.filter((media) => fits(role, media));
  const status = failure
    ? failureText(refusals, failure)
    : isBusy
      ? texts.loading
      : items.length > 0
        ? ""
        : text === "" && label === ""
          ? texts.none
          : say(texts.noneFound, { text: text || label });
  return (
    <Dialog title={texts.title} look="picker" onClose={onClose}>
      <Upload {...props} />
      <label class="search">
        <span>{texts.search}</span>
        <input type="search" value={text} onInput={({ currentTarget }) => setText(currentTarget.value)} />
      </label>
      {(labels.length > 0 || label !== "") && <Labels {...{ label, labels }} onLabel={setLabel} />}
      <p class="note" role="status">
        {status}
      </p>
      <ul class={role === "picture" ? "pictures" : "targets"}>
        {items.map((media) => (
          <li key={media.id}>
            <button type="button" onClick={() => onPick(media)}>
              {role === "picture" && <img src={media.path} alt="" loading="lazy" />}
              <bdi>{media.name}</bdi>
              {role === "picture" && <small class="note">{media.alt || words.picture.undescribed}</small>}
            </button>
          </li>
        ))}
      </ul>
      <div class="buttons">
        {more && (
          <button type="button" onClick={more}>
            {texts.more}
          </button>
        )}
        <button type="button" class="quiet" onClick={onClose}>
          {texts.cancel}
        </button>
      </div>
    </Dialog>
  );
}

interface LabelsProps {
  readonly label: string;
  readonly labels: readonly string[];
  readonly onLabel: (label: string) => void;
}

/** Chooses the label that shown files have. The chosen one stays in the list, so that it can be left. */
const Labels = ({ label, labels, onLabel }: LabelsProps): JSX.Element => (
  <label class="search">
    <span>{LISTS.file.label}</span>
    <select value={label} onChange={({ currentTarget }) => onLabel(currentTarget.value)}>
      <option value="">{LISTS.file.anyLabel}</option>
      {[...new Set([...labels, ...(label === "" ? [] : [label])])].map((one) => (
        <option key={one} value={one}>
          {one}
        </option>
      ))}
    </select>
  </label>
);

function Upload({ role, services, texts, refusals, onPick }: FilePickerProps): JSX.Element {
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
    if (fits(role, answer.value.body)) onPick(answer.value.body);
    else setFault(say(texts.wrong, { name: file.name }));
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
        <span>{texts.upload}</span> <small class="note">{texts.drop}</small>
        <input
          type="file"
          accept={acceptOf(role)}
          onChange={({ currentTarget }) => {
            void send(currentTarget.files?.[0]);
            currentTarget.value = "";
          }}
        />
      </label>
      {sending && <progress max={1} value={sending.share} aria-label={say(texts.sending, { name: sending.name })} />}
      <p class="fault" role="alert">
        {fault}
      </p>
    </div>
  );
}
