import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { LinkPicker } from "../pickers/later.tsx";
import { type LinkTarget, isOfPage, titleOf, useLinkTarget } from "../pickers/useLinkTarget.ts";
import { type ControlProps, describedControl } from "./control.ts";

/** The control of a link, typed or chosen. A link to a page shows the page's title, and not its id. */
export function LinkControl(props: ControlProps): JSX.Element {
  const { value, onChange, isRequired, label, context } = props;
  const { words, services } = context;
  const [isOpen, setOpen] = useState(false);
  const text = typeof value === "string" ? value : "";
  const target = useLinkTarget(text, services);
  const write = (href: string): void => onChange(href === "" && !isRequired ? undefined : href);
  const open = (): void => setOpen(true);
  return (
    <div class="link">
      {isOfPage(text) ? (
        <Chosen {...{ props, target, open }} />
      ) : (
        <>
          <input
            {...describedControl(props)}
            type="text"
            inputMode="url"
            spellcheck={false}
            value={text}
            onInput={({ currentTarget }) => write(currentTarget.value.trim())}
          />
          <button type="button" aria-label={`${label}: ${words.chooseLink}`} onClick={open}>
            {words.choose}
          </button>
          {target && (
            <small class="leads">
              <span class="way">→</span> <bdi>{target.title}</bdi>
            </small>
          )}
        </>
      )}
      {isOpen && (
        <LinkPicker
          href={text}
          mayUnlink={!isRequired && text !== ""}
          {...{ services, words }}
          onPick={(href) => {
            write(href ?? "");
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}

interface ChosenProps {
  readonly props: ControlProps;
  readonly target: LinkTarget | null | undefined;
  readonly open: () => void;
}

/** Shows the chosen page; a click opens the picker again. */
function Chosen({ props, target, open }: ChosenProps): JSX.Element {
  const { id, describedBy, context } = props;
  const { link } = context.words;
  const title = target ? titleOf(target) : target === null ? link.deleted : "…";
  return (
    <button
      id={id}
      aria-describedby={describedBy}
      type="button"
      class={target === null ? "chosen-page is-lost" : "chosen-page"}
      aria-labelledby={`${id}-label ${id}`}
      onClick={open}
    >
      <span>
        <bdi>{title}</bdi>
        {target && <small class="note"> {target.path}</small>}
      </span>{" "}
      <span class="change">{link.change}</span>
    </button>
  );
}
