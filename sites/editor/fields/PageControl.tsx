import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { LinkPicker } from "../pickers/later.tsx";
import { useLinkTarget } from "../pickers/useLinkTarget.ts";
import { ChosenPage } from "./ChosenPage.tsx";
import type { ControlProps } from "./control.ts";

const PAGE = "page:";

/** The control of a reference to a page. Its value is the page's id; people see the title. */
export function PageControl(props: ControlProps): JSX.Element {
  const { id, value, onChange, isRequired, label, context } = props;
  const { words, services } = context;
  const [isOpen, setOpen] = useState(false);
  const link = typeof value === "string" && value !== "" ? PAGE + value : "";
  const target = useLinkTarget(link, services);
  const open = (): void => setOpen(true);
  return (
    <div class="link">
      {link === "" ? (
        <button type="button" id={id} aria-label={`${label}: ${words.choosePage}`} onClick={open}>
          {words.choosePage}
        </button>
      ) : (
        <ChosenPage {...{ props, target, open }} />
      )}
      {isOpen && (
        <LinkPicker
          href={link}
          only="page"
          mayUnlink={!isRequired && link !== ""}
          {...{ services, words }}
          onPick={(href) => {
            onChange(href === null ? undefined : href.slice(PAGE.length).replace(/#.*$/, ""));
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}
