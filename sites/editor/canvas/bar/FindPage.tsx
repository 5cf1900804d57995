import type { JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { CANVAS, SCRIPT } from "../../document/words.ts";
import { say } from "../../../words/shape/say.ts";
import { failureText } from "../../api/failure.ts";
import { useSearch } from "../../pickers/useSearch.ts";
import { pageAddress } from "../studio/address.ts";
import type { PageRow } from "../../api/views.ts";
import { Dialog } from "../../drawing/Dialog.tsx";
import { leaveFor } from "../keeping/leaving.ts";
import { searchSitePages } from "../studio/pages.ts";
import type { Studio } from "../studio/studio.ts";

const WORDS = CANVAS.findPage;

interface Props {
  readonly studio: Studio;
}

/** A dialog that finds a page by a search at the site, for sites with more pages than the list shows. */
export const FindPage = ({ studio }: Props): JSX.Element | null =>
  studio.finding.value ? <Find studio={studio} /> : null;

function Find({ studio }: Props): JSX.Element {
  const { client, finding } = studio;
  const [text, setText] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const { items, failure, isBusy, more } = useSearch<PageRow, string>(text, (asked, cursor) =>
    searchSitePages(client, asked, cursor),
  );
  useLayoutEffect(() => input.current?.focus(), []);
  const close = (): void => void (finding.value = false);
  return (
    <Dialog title={WORDS.title} close={CANVAS.insert.cancel} onClose={close}>
      <input
        ref={input}
        type="search"
        aria-label={WORDS.search}
        placeholder={WORDS.search}
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      <p class="note" role="status">
        {failure
          ? failureText(SCRIPT, failure)
          : isBusy
            ? WORDS.searching
            : items.length === 0
              ? say(WORDS.none, { text })
              : ""}
      </p>
      <ul class="choices">
        {items.map(({ id, title, path }) => (
          <li key={id}>
            <button
              type="button"
              onClick={() => {
                close();
                void leaveFor(studio, pageAddress(id));
              }}
            >
              <bdi>{title}</bdi>
              <small class="note">
                <bdi>{path}</bdi>
              </small>
            </button>
          </li>
        ))}
        {more && (
          <li>
            <button type="button" onClick={more}>
              {WORDS.more}
            </button>
          </li>
        )}
      </ul>
    </Dialog>
  );
}
