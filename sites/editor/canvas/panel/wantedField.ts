import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";
import type { Studio, WantedField } from "../studio/studio.ts";

/** The control of a field that is focused and clicked. */
const CONTROL = { image: ".image > .buttons > button", other: "input, textarea, button" };

/** Scrolls to a field that the member chose in the page, and opens it if `isOpened`. */
function goTo(form: HTMLElement | null, { pointer, isOpened }: WantedField): void {
  const field = form?.querySelector<HTMLElement>(`[data-at="${CSS.escape(pointer)}"]`);
  if (!field) return;
  for (let around = field.closest("details"); around; around = around.parentElement?.closest("details") ?? null)
    around.open = true;
  field.scrollIntoView({ block: "nearest" });
  const control = field.querySelector<HTMLElement>(CONTROL[field.matches(".is-image") ? "image" : "other"]);
  if (!isOpened) return;
  // A value that another page keeps has no control here: the member gets to the link that leads there.
  if (field.matches(".is-kept")) return field.querySelector<HTMLElement>(":scope > .note a")?.focus();
  control?.focus();
  control?.click();
}

/** Goes to the form's field that the member chose in the draft. */
export function useWantedField({ field }: Studio, form: RefObject<HTMLElement | null>): void {
  const wanted = field.value;
  useEffect(() => {
    if (wanted !== null) goTo(form.current, wanted);
  }, [wanted]);
}
