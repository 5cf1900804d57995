import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { isObject } from "../../../manifests/json/jsonObject.ts";
import type { JsonSchema } from "../../../manifests/shapes/shape.ts";
import { say } from "../../words/shape/say.ts";
import type { ControlProps, FormContext } from "./control.ts";
import { issuesBelow } from "./faults.ts";
import { RichIcon } from "../rich/icons.tsx";
import { emptyValue, itemsIn, movedValue, textIn, valueTitle } from "./values.ts";

/** Preact keys of the entries. An entry keeps its key when it moves, so that it stays open and keeps the caret. */
class Keys {
  #last = 0;
  list: number[] = [];

  next(): number {
    this.#last += 1;
    return this.#last;
  }

  fit(count: number): void {
    while (this.list.length < count) this.list.push(this.next());
    this.list.length = count;
  }
}

/** A list of pages says which type they have, and so do its items. */
const itemOf = ({ items, of }: JsonSchema): JsonSchema =>
  isObject(items) ? { ...items, ...(of !== undefined && { of }) } : {};

/** The edits of a list's entries. Each is announced. */
function useEntries({ schema, value, onChange, label, context }: ControlProps) {
  const { words } = context;
  const items = itemsIn(value);
  const itemSchema = itemOf(schema);
  const { current: keys } = useRef(new Keys());
  keys.fit(items.length);
  const title = valueTitle(itemSchema, label);
  const nameOf = (item: unknown, index: number): string =>
    textIn(itemSchema, item).slice(0, 60) || say(words.entry, { title, n: index + 1 });
  const change = (next: readonly unknown[], list: number[], message: string): void => {
    keys.list = list;
    onChange(next);
    context.announce(message);
  };
  return {
    items,
    itemSchema,
    title,
    nameOf,
    keyOf: (index: number) => keys.list[index],
    write: (index: number, item: unknown) => onChange(items.with(index, item)),
    move(from: number, to: number): void {
      if (to < 0 || to >= items.length) return;
      const message = say(words.movedTo, { name: nameOf(items[from], from), n: to + 1, count: items.length });
      change(movedValue(items, from, to), movedValue(keys.list, from, to), message);
    },
    insert(at: number, item: unknown): void {
      const message = say(words.added, { name: nameOf(item, at), n: at + 1, count: items.length + 1 });
      change(items.toSpliced(at, 0, item), keys.list.toSpliced(at, 0, keys.next()), message);
    },
    remove(at: number): void {
      change(items.toSpliced(at, 1), keys.list.toSpliced(at, 1), say(words.removed, { name: nameOf(items[at], at) }));
    },
  };
}

type Entries = ReturnType<typeof useEntries>;

/** The entries of a list: added, removed, duplicated and moved by buttons, and moved by Alt with an arrow key. */
export function ListControl(props: ControlProps): JSX.Element {
  const { schema, pointer, context, id } = props;
  const { words } = context;
  const entries = useEntries(props);
  const { items, itemSchema, title } = entries;
  const add = useRef<HTMLButtonElement>(null);
  const most = Number(schema["maxItems"] ?? Number.POSITIVE_INFINITY);
  const isFull = items.length >= most;
  return (
    <>
      <ol class="entries">
        {items.map((item, index) => (
          <Entry
            key={entries.keyOf(index)}
            {...{ item, index, entries, isFull, context }}
            pointer={`${pointer}/${index}`}
            remove={() => {
              entries.remove(index);
              add.current?.focus();
            }}
          />
        ))}
      </ol>
      <button
        type="button"
        class="list-add"
        id={id}
        ref={add}
        aria-disabled={isFull ? "true" : undefined}
        onClick={() => {
          if (!isFull) entries.insert(items.length, emptyValue(itemSchema) ?? {});
        }}
      >
        <RichIcon name="add" /> {say(words.add, { title })}
      </button>
      {isFull && <span class="note">{say(words.full, { most })}</span>}
    </>
  );
}

interface EntryProps {
  readonly item: unknown;
  readonly index: number;
  readonly pointer: string;
  readonly entries: Entries;
  readonly isFull: boolean;
  readonly remove: () => void;
  readonly context: FormContext;
}

/** Moves an entry by Alt with an arrow key, from wherever the focus is in it. */
const moving = ({ entries, index }: EntryProps) => ({
  onKeyDown(event: KeyboardEvent): void {
    if (!event.altKey || !/^Arrow(?:Up|Down)$/.test(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    entries.move(index, index + (event.key === "ArrowUp" ? -1 : 1));
  },
});

function Entry(props: EntryProps): JSX.Element {
  const { item, index, pointer, entries, context } = props;
  const { itemSchema } = entries;
  const name = entries.nameOf(item, index);
  const hasFaults = issuesBelow(context.issues, pointer).length > 0;
  const field = (
    <context.Field
      schema={itemSchema}
      label={name}
      pointer={pointer}
      value={item}
      isRequired
      onChange={(next) => entries.write(index, next)}
      context={context}
    />
  );
  return (
    <li class={hasFaults ? "entry has-faults" : "entry"} {...moving(props)}>
      <Tools {...props} name={name} />
      {itemSchema["type"] === "object" ? (
        <details open={hasFaults || undefined}>
          <summary>
            <bdi>{name}</bdi>
          </summary>
          {field}
        </details>
      ) : (
        field
      )}
    </li>
  );
}

function Tools({
  item,
  index,
  entries,
  isFull,
  remove,
  context: { words },
  name,
}: EntryProps & { name: string }): JSX.Element {
  const tools = [
    { icon: "up", word: words.up, run: () => entries.move(index, index - 1), isOff: index === 0 },
    {
      icon: "down",
      word: words.down,
      run: () => entries.move(index, index + 1),
      isOff: index === entries.items.length - 1,
    },
    { icon: "copy", word: words.duplicate, run: () => entries.insert(index + 1, structuredClone(item)), isOff: isFull },
    { icon: "remove", word: words.remove, run: remove, isOff: false },
  ] as const;
  return (
    <div class="entry-tools">
      {tools.map(({ icon, word, run, isOff }) => (
        <button
          key={icon}
          type="button"
          class="icon"
          aria-label={say(word, { name })}
          title={say(word, { name })}
          aria-disabled={isOff ? "true" : undefined}
          onClick={() => {
            if (!isOff) run();
          }}
        >
          <RichIcon name={icon} />
        </button>
      ))}
    </div>
  );
}
