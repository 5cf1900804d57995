import type { JSX } from "preact";
import { useId, useState } from "preact/hooks";
import type { LinkTargetsView } from "../../../runtime/editing/views.ts";
import type { FieldWords } from "../../words/en/fields.ts";
import { say } from "../../words/shape/say.ts";
import { SCRIPT } from "../document/words.ts";
import { failureText } from "../api/failure.ts";
import type { FieldServices } from "../api/fieldServices.ts";
import { type LinkKind, hrefOf, LINK_KINDS, linkKindOf, writtenAddress } from "./addresses.ts";
import { Dialog } from "../drawing/Dialog.tsx";
import { titleOf, useLinkTarget } from "./useLinkTarget.ts";
import { NewEntry } from "./NewEntry.tsx";
import { useSearch } from "./useSearch.ts";

export interface LinkPickerProps {
  readonly href: string;
  readonly mayUnlink: boolean;
  /** The only kind to choose from. Default: all. */
  readonly only?: LinkKind;
  /** The content type of the pages to choose from. Default: all pages. */
  readonly of?: string;
  readonly services: FieldServices;
  readonly words: FieldWords;
  /** Reports the chosen address, and the title of a page or section; null removes the link. */
  readonly onPick: (href: string | null, title?: string) => void;
  readonly onClose: () => void;
}

export function LinkPicker(props: LinkPickerProps): JSX.Element {
  const { href, mayUnlink, only, words, onPick, onClose } = props;
  const [kind, setKind] = useState<LinkKind>(only ?? linkKindOf(href));
  const name = useId();
  // A reference names a page, and is no link.
  const dialog = only === "page" ? words.link.chosen : words.link;
  return (
    <Dialog title={dialog.title} look="picker" onClose={onClose}>
      {only === undefined && (
        <div class="radios" role="radiogroup" aria-label={dialog.title}>
          {LINK_KINDS.map((one) => (
            <label key={one} class="check">
              <input type="radio" name={name} checked={one === kind} onChange={() => setKind(one)} />
              <span>{words.link.kinds[one]}</span>
            </label>
          ))}
        </div>
      )}
      {kind === "page" && href !== "" && <Now {...props} label={dialog.now} />}
      {kind === "page" ? <Pages {...props} /> : <Address key={kind} kind={kind} {...props} />}
      <div class="buttons">
        {mayUnlink && (
          <button type="button" class="quiet" onClick={() => onPick(null)}>
            {words.link.unlink}
          </button>
        )}
        <button type="button" class="quiet" onClick={onClose}>
          {words.link.cancel}
        </button>
      </div>
    </Dialog>
  );
}

/** Shows the present target of the link. */
function Now({ href, services, words, label }: LinkPickerProps & { readonly label: string }): JSX.Element | null {
  const target = useLinkTarget(href, services);
  if (target === undefined) return null;
  return (
    <p class={target ? "note" : "fault"}>
      {target ? (
        <>
          {label} <b dir="auto">{titleOf(target)}</b> <bdi>{target.path}</bdi>
        </>
      ) : (
        words.link.deleted
      )}
    </p>
  );
}

/** All pages and entries. */
const ALL = { order: "title" } as const;

/** Pages that a reference may name, in the form of link targets: entries of one type, or all, also those without a page. */
const entrySearch =
  ({ searchEntries }: FieldServices, of: string): FieldServices["searchPages"] =>
  async (text, cursor) => {
    const found = await searchEntries(of === "" ? ALL : { type: of }, text, cursor);
    // Without the type, such as while its plugin is gone, all pages are to choose from.
    const answer = found.ok || of === "" ? found : await searchEntries(ALL, text);
    if (!answer.ok) return answer;
    const { items, next } = answer.value.body;
    const targets = items.map(({ id, title, path }) => ({ page: id, title, path, link: `page:${id}`, anchors: [] }));
    return { ...answer, value: { ...answer.value, body: { items: targets, next } } };
  };

function Pages({ services, words, onPick, only, of = "" }: LinkPickerProps): JSX.Element {
  const [text, setText] = useState("");
  const search = only === "page" ? entrySearch(services, of) : services.searchPages;
  const { items, failure, isBusy, more } = useSearch(text, search);
  return (
    <>
      <label class="search">
        <span>{words.link.search}</span>
        <input type="search" value={text} onInput={({ currentTarget }) => setText(currentTarget.value)} />
      </label>
      <p class="note" role="status">
        {failure
          ? failureText(SCRIPT, failure)
          : isBusy
            ? words.link.searching
            : items.length === 0
              ? say(words.link.noPages, { text })
              : ""}
      </p>
      <ul class="targets">
        {items.map((target) => (
          <Target key={target.page} {...{ target, words, onPick }} />
        ))}
      </ul>
      {more && (
        <button type="button" onClick={more}>
          {words.link.more}
        </button>
      )}
      {of !== "" && text.trim() !== "" && !isBusy && (
        <NewEntry {...{ of, services, words, onPick }} title={text.trim()} />
      )}
    </>
  );
}

interface TargetProps extends Pick<LinkPickerProps, "words" | "onPick"> {
  readonly target: LinkTargetsView["items"][number];
}

const Target = ({ target: { title, path, link, anchors }, words, onPick }: TargetProps): JSX.Element => (
  <li>
    <button type="button" onClick={() => onPick(link, title)}>
      <bdi>{title}</bdi> <small class="note">{path}</small>
    </button>
    {anchors.length > 0 && (
      <details>
        <summary>{say(words.link.anchors, { page: title })}</summary>
        <ul>
          {anchors.map((anchor) => (
            <li key={anchor.link}>
              <button type="button" onClick={() => onPick(anchor.link, anchor.label)}>
                <bdi>{anchor.label}</bdi>
              </button>
            </li>
          ))}
        </ul>
      </details>
    )}
  </li>
);

interface AddressProps extends LinkPickerProps {
  readonly kind: Exclude<LinkKind, "page">;
}

const INPUTS = {
  address: { mode: "url", label: "address" },
  mail: { mode: "email", label: "mail" },
  phone: { mode: "tel", label: "phone" },
} as const;

function Address({ kind, href, words, onPick }: AddressProps): JSX.Element {
  const [text, setText] = useState(writtenAddress(kind, href));
  const [isWrong, setWrong] = useState(false);
  const id = useId();
  const { mode, label } = INPUTS[kind];
  const use = (): void => {
    const made = hrefOf(kind, text);
    setWrong(made === undefined);
    if (made !== undefined) onPick(made);
  };
  return (
    <form
      noValidate
      class="address"
      onSubmit={(event) => {
        event.preventDefault();
        use();
      }}
    >
      <label for={id}>{words.link[label]}</label>
      {kind === "address" && <p class="note">{words.link.addressHelp}</p>}
      <input
        id={id}
        type="text"
        inputMode={mode}
        value={text}
        aria-invalid={isWrong ? "true" : undefined}
        aria-describedby={`${id}-fault`}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      <p class="fault" id={`${id}-fault`} role="alert">
        {isWrong ? words.link.wrong : ""}
      </p>
      <button type="submit">{words.link.use}</button>
    </form>
  );
}
