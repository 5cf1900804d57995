/** Asks before a member leaves a form with values that the site does not have. */
import { words } from "./page.ts";

/** The stored values of a refused form. The site draws such a form with the typed values, so the HTML lacks them. */
const stored = new WeakMap<HTMLFormElement, string>();
/** Forms whose values the site has accepted. The next page is loading. */
const accepted = new WeakSet<HTMLFormElement>();

const CONTROLS = 'input:not([type="hidden"]), select, textarea';

const valueOf = (control: Element): string | boolean =>
  control instanceof HTMLInputElement && ["checkbox", "radio"].includes(control.type)
    ? control.checked
    : (control as HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement).value;

const valuesOf = (form: HTMLFormElement): string => JSON.stringify([...form.querySelectorAll(CONTROLS)].map(valueOf));

/** The form's values in its HTML. A clone reads them, because the browser normalises colours and numbers. */
function drawnValues(form: HTMLFormElement): string {
  const copy = form.cloneNode(true) as HTMLFormElement;
  // A button named "reset" would replace the form's own method.
  HTMLFormElement.prototype.reset.call(copy);
  return valuesOf(copy);
}

const storedValues = (form: HTMLFormElement): string => stored.get(form) ?? drawnValues(form);

const isUnsaved = (form: HTMLFormElement): boolean => !accepted.has(form) && valuesOf(form) !== storedValues(form);

const forms = (within: ParentNode = document): HTMLFormElement[] => [
  ...within.querySelectorAll<HTMLFormElement>("form[data-form]"),
];

const namesakes = ({ dataset: { form: name } }: HTMLFormElement): HTMLFormElement[] =>
  forms().filter((one) => one.dataset["form"] === name);

/** Remembers the stored values of a form during its request. The caller reports the outcome. */
export function sentForm(form: HTMLFormElement): { accepted(): void; refused(): void } {
  const [values, index] = [storedValues(form), namesakes(form).indexOf(form)];
  return {
    accepted: () => void accepted.add(form),
    /** The page of the refusal has the same form, with the typed values. */
    refused() {
      const drawn = namesakes(form)[index];
      if (drawn) stored.set(drawn, values);
    },
  };
}

/** Asks if other forms have unsaved values, because the page is replaced once this form is sent. */
export const maySend = (form: HTMLFormElement): boolean =>
  !forms().some((one) => one !== form && isUnsaved(one)) || confirm(words().unsaved);

export function askBeforeLeaving(): void {
  addEventListener("beforeunload", (event) => {
    if (forms().some(isUnsaved)) event.preventDefault();
  });
}
