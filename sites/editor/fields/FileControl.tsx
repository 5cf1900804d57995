import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { isObject } from "../../../manifests/json/jsonObject.ts";
import type { MediaView } from "../../../runtime/media/views.ts";
import { FilePicker } from "../pickers/later.tsx";
import { type ControlProps, describedControl } from "./control.ts";

/** The roles of files besides pictures. */
type FileRole = "sound" | "film" | "document";

interface ChosenFile {
  readonly src: string;
  readonly title: string;
  readonly width?: number;
  readonly height?: number;
}

const chosenIn = (value: unknown): ChosenFile | undefined =>
  isObject(value) && typeof value["src"] === "string" ? (value as unknown as ChosenFile) : undefined;

/** The value of a field for a chosen file. Its title begins as the file's name without the ending. */
const chosenOf = (role: FileRole, { path, name, width, height }: MediaView): ChosenFile => ({
  src: path,
  title: name.replace(/\.[^.]*$/, "") || name,
  ...(role === "film" && width !== null && height !== null && { width, height }),
});

/** The control of a sound, a film or a document: chosen from the site's files, with a title for visitors. */
export const fileControl = (role: FileRole) =>
  function FileControl(props: ControlProps): JSX.Element {
    const { value, onChange, isRequired, context, id } = props;
    const { file, picture } = context.words;
    const chosen = chosenIn(value);
    const [isOpen, setOpen] = useState(false);
    const of = (text: string): string => text.replaceAll("{noun}", file.nouns[role]);
    return (
      <div class="file">
        {chosen && (
          <>
            <p class="note">
              <a href={chosen.src} target="_blank" rel="noreferrer">
                <bdi>{chosen.src.slice(chosen.src.lastIndexOf("/") + 1)}</bdi>
              </a>
            </p>
            <label for={id}>{file.title}</label>
            <input
              type="text"
              value={chosen.title}
              {...describedControl(props)}
              onInput={({ currentTarget }) => onChange({ ...chosen, title: currentTarget.value })}
            />
          </>
        )}
        <div class="buttons">
          <button type="button" id={chosen ? undefined : id} onClick={() => setOpen(true)}>
            {of(chosen ? file.replace : file.choose)}
          </button>
          {chosen && !isRequired && (
            <button type="button" class="quiet" onClick={() => onChange(undefined)}>
              {of(file.remove)}
            </button>
          )}
        </div>
        {isOpen && (
          <FilePicker
            {...context}
            role={role}
            texts={{
              ...picture,
              title: of(file.choose),
              search: file.search,
              none: of(file.none),
              noneFound: of(file.noneFound),
              upload: of(file.upload),
              wrong: of(file.wrong),
            }}
            onPick={(media) => {
              onChange(chosenOf(role, media));
              setOpen(false);
            }}
            onClose={() => setOpen(false)}
          />
        )}
      </div>
    );
  };
