import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { LinkPicker } from "../pickers/later.tsx";
import { isOfPage, useLinkTarget } from "../pickers/useLinkTarget.ts";
import { ChosenPage } from "./ChosenPage.tsx";
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
        <ChosenPage {...{ props, target, open }} />
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
          <button type="button" aria-label={`${label}${words.colon}${words.chooseLink}`} onClick={open}>
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
