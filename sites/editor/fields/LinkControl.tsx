import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { LinkPicker } from "../pickers/later.tsx";
import type { ControlProps } from "./control.ts";
import { describedControl } from "./control.ts";

/** An address, written or chosen. */
export function LinkControl(props: ControlProps): JSX.Element {
  const { value, onChange, isRequired, label, context } = props;
  const { words, services } = context;
  const [isOpen, setOpen] = useState(false);
  const text = typeof value === "string" ? value : "";
  const title = services.titleOf(/^page:([^#?]+)/.exec(text)?.[1] ?? "");
  const write = (href: string): void => onChange(href === "" && !isRequired ? undefined : href);
  return (
    <div class="link">
      <input
        {...describedControl(props)}
        type="text"
        inputMode="url"
        spellcheck={false}
        value={text}
        onInput={({ currentTarget }) => write(currentTarget.value.trim())}
      />
      <button type="button" aria-label={`${label}: ${words.chooseLink}`} onClick={() => setOpen(true)}>
        {words.choose}
      </button>
      {title !== undefined && (
        <small class="leads">
          <span class="way">→</span> <bdi>{title}</bdi>
        </small>
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
