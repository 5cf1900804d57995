import type { JSX, RefObject } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { CANVAS } from "../../document/words.ts";
import { say } from "../../../words/shape/say.ts";
import { Icon } from "../../drawing/icons.tsx";
import type { Studio } from "../studio/studio.ts";
import { useActions } from "../actions/useActions.ts";
import { duplicate, moveBy, remove, slotTitle } from "../studio/acts.ts";
import { copy, cut } from "../studio/clipboard.ts";
import { slotsFor } from "../page/tree.ts";

interface Props {
  readonly studio: Studio;
  readonly id: string;
}

interface Entry {
  readonly word: string;
  readonly run: () => void;
  readonly keys?: string;
}

const WORDS = CANVAS.section;

function entriesFor(studio: Studio, id: string): Entry[] {
  const { editor } = studio;
  const slots = slotsFor(editor.body.peek(), editor.types, undefined).filter(({ parent }) => parent === id);
  return [
    { word: WORDS.moveUp, keys: "Alt ↑", run: () => moveBy(studio, id, -1) },
    { word: WORDS.moveDown, keys: "Alt ↓", run: () => moveBy(studio, id, 1) },
    { word: WORDS.moveTo, run: () => (studio.moving.value = id) },
    { word: WORDS.insertAfter, keys: "/", run: () => (studio.inserting.value = { after: id }) },
    ...slots.map((into): Entry => ({
      word: say(WORDS.insertInto, { slot: slotTitle(editor, into) }),
      run: () => (studio.inserting.value = { after: null, into }),
    })),
    { word: WORDS.duplicate, keys: "Ctrl D", run: () => duplicate(studio, id) },
    { word: WORDS.copy, keys: "Ctrl C", run: () => void copy(studio, id) },
    { word: WORDS.cut, keys: "Ctrl X", run: () => void cut(studio, id) },
    { word: WORDS.remove, keys: "Del", run: () => remove(studio, id) },
  ];
}

/** The menu of everything that can be done to a section. Its buttons work by touch and by keyboard. */
export function SectionMenu({ studio, id, name }: Props & { readonly name: string }): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const label = say(WORDS.more, { name });
  return (
    <>
      <button
        type="button"
        ref={button}
        class="icon-button row-more"
        aria-label={label}
        title={label}
        aria-haspopup="true"
        onClick={() => setOpen(true)}
      >
        <Icon name="more" />
      </button>
      {isOpen && <Entries studio={studio} id={id} label={label} button={button} onClose={() => setOpen(false)} />}
    </>
  );
}

interface EntriesProps extends Props {
  readonly label: string;
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly onClose: () => void;
}

/** The entries are computed when the menu opens, because they depend on the whole page and a page has many menus. */
function Entries({ studio, id, label, button, onClose }: EntriesProps): JSX.Element {
  const menu = useRef<HTMLDivElement>(null);
  const offered = useActions(studio, id);
  useLayoutEffect(() => {
    const box = button.current?.getBoundingClientRect();
    if (!menu.current || !box) return;
    menu.current.showPopover();
    const { offsetWidth, offsetHeight } = menu.current;
    menu.current.style.left = `${Math.max(8, Math.min(box.left, innerWidth - offsetWidth - 8))}px`;
    menu.current.style.top = `${Math.max(8, Math.min(box.bottom + 4, innerHeight - offsetHeight - 8))}px`;
    menu.current.querySelector("button")?.focus();
  }, []);
  return (
    <div
      class="popup"
      popover="auto"
      ref={menu}
      role="group"
      aria-label={label}
      onToggle={({ newState }) => newState === "closed" && onClose()}
    >
      {[...entriesFor(studio, id), ...offered].map(({ word, keys, run }: Entry) => (
        <button
          key={word}
          type="button"
          onClick={() => {
            menu.current?.hidePopover();
            button.current?.focus();
            run();
          }}
          onKeyDown={(event) => walk(event)}
        >
          {word}
          {keys !== undefined && <kbd aria-hidden="true">{keys}</kbd>}
        </button>
      ))}
    </div>
  );
}

function walk(event: KeyboardEvent): void {
  const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (by === 0) return;
  event.preventDefault();
  const button = event.currentTarget as HTMLElement;
  const all = [...(button.parentElement?.querySelectorAll("button") ?? [])];
  all.at((all.indexOf(button as HTMLButtonElement) + by) % all.length)?.focus();
}
