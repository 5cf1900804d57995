import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { CANVAS } from "../../document/words.ts";
import { isComposingKey } from "../../document/composing.ts";
import { say } from "../../../words/shape/say.ts";
import { insert, slotTitle } from "../studio/acts.ts";
import { useSharedOffers } from "../placed/sharedOffers.ts";
import { treeRows } from "../page/tree.ts";
import type { SectionType } from "../../api/views.ts";
import { Dialog } from "../../drawing/Dialog.tsx";
import { Picture } from "../pictures/Picture.tsx";
import { type Studio, sectionNameOf } from "../studio/studio.ts";
import { type SectionOffer, allOffers, found } from "./offers.ts";
import { recentTypes, remember } from "./recent.ts";

const WORDS = CANVAS.insert;
const LIST = "insert-list";

function whereText(studio: Studio): string {
  const { editor, inserting } = studio;
  const place = inserting.value;
  if (place?.into)
    return say(WORDS.into, { slot: slotTitle(editor, place.into), name: sectionNameOf(editor, place.into.parent) });
  return place?.after ? say(WORDS.after, { name: sectionNameOf(editor, place.after) }) : WORDS.end;
}

const isFull =
  ({ editor }: Studio) =>
  (type: SectionType): boolean =>
    type.maxPerPage !== null &&
    treeRows(editor.body.peek().sections).filter(({ section }) => section.type === type.type).length >= type.maxPerPage;

function put(studio: Studio, offer: SectionOffer): void {
  const place = studio.inserting.peek();
  studio.inserting.value = null;
  studio.frame.peek()?.leave();
  if (!place || !insert(studio, offer.section, place)) return;
  remember(offer.section.type);
  studio.tab.value = "stage";
}

/** A search over everything that can be added: the member types a few letters and presses Enter. */
export function InsertDialog({ studio }: { readonly studio: Studio }): JSX.Element | null {
  return studio.inserting.value === null ? null : <Search studio={studio} />;
}

/** The number of offers that an arrow key moves by. Left and right move only while the search is empty. */
function stepOf({ key, currentTarget }: KeyboardEvent): number {
  const list = document.querySelector(`#${LIST}`);
  const { gridTemplateColumns = "", direction = "ltr" } = list ? getComputedStyle(list) : {};
  const columns = gridTemplateColumns.split(" ").length;
  const across = (currentTarget as HTMLInputElement).value !== "" ? 0 : direction === "rtl" ? -1 : 1;
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: columns,
    ArrowUp: -columns,
    ArrowRight: across,
    ArrowLeft: -across,
  };
  return steps[key] ?? 0;
}

interface Listed {
  readonly studio: Studio;
  readonly offers: readonly SectionOffer[];
  readonly chosen: number;
  readonly point: (index: number) => void;
  readonly put: (offer: SectionOffer) => void;
}

const Offers = ({ studio, offers, chosen, point, put }: Listed): JSX.Element => (
  <ul class="offers" id={LIST} role="listbox" aria-label={WORDS.results}>
    {offers.map((offer, index) => (
      <li
        key={offer.key}
        id={`${LIST}-${index}`}
        role="option"
        aria-selected={index === chosen}
        onClick={() => put(offer)}
        onPointerMove={() => index !== chosen && point(index)}
      >
        <Picture studio={studio} section={offer.section} />
        <strong>{offer.title}</strong>
        <small>{offer.note}</small>
      </li>
    ))}
  </ul>
);

function Search({ studio }: { readonly studio: Studio }): JSX.Element {
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const all = [...useSharedOffers(studio), ...allOffers(studio.editor.types.values(), isFull(studio))];
  const offers = found(all, text, recentTypes());
  const chosen = Math.min(at, offers.length - 1);
  useLayoutEffect(() => input.current?.focus(), []);
  useEffect(() => document.querySelector(`#${LIST}-${chosen}`)?.scrollIntoView({ block: "nearest" }), [chosen]);

  const pressed = (event: KeyboardEvent): void => {
    if (isComposingKey(event)) return;
    const by = stepOf(event);
    const offer = offers[chosen];
    if (by !== 0) setAt(Math.max(0, Math.min(offers.length - 1, chosen + by)));
    else if (event.key === "Enter" && offer) put(studio, offer);
    else return;
    event.preventDefault();
  };

  return (
    <Dialog title={WORDS.title} close={WORDS.cancel} look="wide" onClose={() => (studio.inserting.value = null)}>
      <p class="note">{whereText(studio)}</p>
      <input
        ref={input}
        type="text"
        role="combobox"
        aria-label={WORDS.search}
        placeholder={WORDS.search}
        aria-expanded="true"
        aria-autocomplete="list"
        aria-controls={LIST}
        aria-activedescendant={offers.length > 0 ? `${LIST}-${chosen}` : undefined}
        autocomplete="off"
        spellcheck={false}
        value={text}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          setAt(0);
        }}
        onKeyDown={pressed}
      />
      <p class="hidden" role="status">
        {offers.length === 0 ? say(WORDS.none, { text }) : ""}
      </p>
      {offers.length === 0 && (
        <p class="note" aria-hidden="true">
          {say(WORDS.none, { text })}
        </p>
      )}
      <Offers studio={studio} offers={offers} chosen={chosen} point={setAt} put={(offer) => put(studio, offer)} />
    </Dialog>
  );
}
