import { type JSX, render } from "preact";
import { useState } from "preact/hooks";
import { TITLE_MAX_CHARS } from "../../../../manifests/bounds/documents.ts";
import { LISTS } from "../../document/listWords.ts";
import { CANVAS } from "../../document/words.ts";
import { Dialog } from "../../drawing/Dialog.tsx";
import { type Studio, sectionNameOf } from "../studio/studio.ts";
import { share } from "./share.ts";

const WORDS = LISTS.placed;

interface Props {
  readonly studio: Studio;
  readonly id: string;
  readonly onClose: () => void;
}

function ShareDialog({ studio, id, onClose }: Props): JSX.Element {
  const [title, setTitle] = useState(() => sectionNameOf(studio.editor, id).slice(0, TITLE_MAX_CHARS));
  const [fault, setFault] = useState("");
  const [isBusy, setBusy] = useState(false);
  const send = async (): Promise<void> => {
    setBusy(true);
    const failed = await share(studio, id, title.trim());
    setBusy(false);
    if (failed === null) onClose();
    else setFault(failed);
  };
  return (
    <Dialog title={WORDS.share} close={CANVAS.insert.cancel} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <div class="fields">
          <p class="note">{WORDS.shareNote}</p>
          <label class="field">
            {WORDS.name}
            <input
              type="text"
              required
              pattern=".*\S.*"
              maxLength={TITLE_MAX_CHARS}
              value={title}
              onInput={({ currentTarget }) => setTitle(currentTarget.value)}
            />
          </label>
          <p class="fault" role="alert">
            {fault}
          </p>
        </div>
        <button type="submit" class="button" disabled={isBusy}>
          {WORDS.make}
        </button>
      </form>
    </Dialog>
  );
}

/** Opens the dialog in an element of its own. The canvas does not depend on it. */
export function askToShare(studio: Studio, id: string): void {
  const host = document.createElement("div");
  document.body.append(host);
  const close = (): void => {
    render(null, host);
    host.remove();
  };
  render(<ShareDialog studio={studio} id={id} onClose={close} />, host);
}
