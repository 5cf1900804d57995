import type { JSX } from "preact";
import type { Moving } from "./moving.ts";

interface FilesChoiceProps {
  readonly words: Moving["words"];
  readonly note: string;
  readonly onTake: (files: readonly File[]) => void;
}

/** Browsers have the member by this name alone, and the types of elements do not know it. */
const WHOLE_FOLDER = { webkitdirectory: true };

export function FilesChoice({ words, note, onTake }: FilesChoiceProps): JSX.Element {
  const take = (files: FileList | null): void => {
    const chosen = [...(files ?? [])];
    if (chosen.length > 0) onTake(chosen);
  };
  return (
    <div class="work narrow">
      <section>
        {note !== "" && (
          <p class="alert" role="alert">
            {note}
          </p>
        )}
        <p>{words.about}</p>
        <ul class="reasons">
          {words.sources.map((source) => (
            <li key={source}>{source}</li>
          ))}
        </ul>
        <p class="field">
          <label for="move-files">{words.files}</label>
          <input
            id="move-files"
            type="file"
            multiple
            aria-describedby="move-files-help"
            onChange={({ currentTarget: { files } }) => take(files)}
          />
          <span class="help" id="move-files-help">
            {words.filesHelp}
          </span>
        </p>
        <p class="field">
          <label for="move-folder">{words.folder}</label>
          <input
            id="move-folder"
            type="file"
            {...WHOLE_FOLDER}
            onChange={({ currentTarget: { files } }) => take(files)}
          />
        </p>
        <p class="facts">{words.local}</p>
      </section>
    </div>
  );
}
