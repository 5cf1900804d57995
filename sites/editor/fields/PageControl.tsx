import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { JsonSchema } from "../../../manifests/shapes/shape.ts";
import { LinkPicker } from "../pickers/later.tsx";
import { useLinkTarget } from "../pickers/useLinkTarget.ts";
import { ChosenPage } from "./ChosenPage.tsx";
import type { ControlProps } from "./control.ts";

const PAGE = "page:";

/** The content type of the pages that a reference names. Empty for any page. */
const ofIn = ({ of }: JsonSchema): string => (typeof of === "string" ? of : "");

/** The control of a reference to a page. Its value is the page's id; people see the title. */
export function PageControl(props: ControlProps): JSX.Element {
  const { id, schema, value, onChange, isRequired, label, context } = props;
  const { words, services } = context;
  const [isOpen, setOpen] = useState(false);
  const link = typeof value === "string" && value !== "" ? PAGE + value : "";
  const target = useLinkTarget(link, services);
  const open = (): void => setOpen(true);
  return (
    <div class="link">
      {link === "" ? (
        <button type="button" id={id} aria-label={`${label}${words.colon}${words.choosePage}`} onClick={open}>
          {words.choosePage}
        </button>
      ) : (
        <ChosenPage {...{ props, target, open }} />
      )}
      {isOpen && (
        <LinkPicker
          href={link}
          only="page"
          of={ofIn(schema)}
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
