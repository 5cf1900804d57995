import type { JSX } from "preact";
import { CANVAS, SCRIPT } from "../../document/words.ts";
import { pageAddress } from "../studio/address.ts";
import { leaveFor } from "../keeping/leaving.ts";
import type { Studio } from "../studio/studio.ts";

/** The value of the list's last entry, which opens the search. No page has an empty id. */
const FIND = "";

/** The pages of the site by their paths. The browser's own list finds one by typing, by keys and by touch. */
export function PageSwitch({ studio }: { readonly studio: Studio }): JSX.Element {
  const { editor, pages, hasMorePages, finding } = studio;
  const known = pages.value.some(({ id }) => id === editor.id);
  return (
    <label class="page-switch">
      <span class="hidden">{CANVAS.pages}</span>
      <select
        value={editor.id}
        onChange={({ currentTarget }) => {
          const { value } = currentTarget;
          currentTarget.value = editor.id;
          if (value === FIND) finding.value = true;
          else void leaveFor(studio, pageAddress(value));
        }}
      >
        {!known && <option value={editor.id}>{editor.body.value.title}</option>}
        {hasMorePages && <option value={FIND}>{SCRIPT.palette.open}</option>}
        {pages.value.map(({ id, path, title }) => (
          <option key={id} value={id}>
            {`${" ".repeat(Math.max(0, path.split("/").length - 2) * 2)}${title}`}
          </option>
        ))}
      </select>
    </label>
  );
}
