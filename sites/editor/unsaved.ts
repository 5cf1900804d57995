/** Forms in which something is typed or chosen that the site does not have: nobody leaves them without a question. */
import { words } from "./page.ts";

/** The values a form began with, where it was drawn with others: a refused form is drawn as it was typed. */
const stored = new WeakMap<HTMLFormElement, string>();
/** Forms whose values the site has taken. The page behind them is on its way. */
const taken = new WeakSet<HTMLFormElement>();

const CONTROLS = 'input:not([type="hidden"]), select, textarea';

const valueOf = (control: Element): string | boolean =>
  control instanceof HTMLInputElement && ["checkbox", "radio"].includes(control.type)
    ? control.checked
    : (control as HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement).value;

const valuesOf = (form: HTMLFormElement): string => JSON.stringify([...form.querySelectorAll(CONTROLS)].map(valueOf));

/** Values as the browser shows those of the HTML: it may write a colour or a number in another way. */
function drawnValues(form: HTMLFormElement): string {
  const copy = form.cloneNode(true) as HTMLFormElement;
  // A button of the name "reset" takes the place of the form's own method.
  HTMLFormElement.prototype.reset.call(copy);
  return valuesOf(copy);
}

const storedValues = (form: HTMLFormElement): string => stored.get(form) ?? drawnValues(form);

const isUnsaved = (form: HTMLFormElement): boolean => !taken.has(form) && valuesOf(form) !== storedValues(form);

const forms = (within: ParentNode = document): HTMLFormElement[] => [
  ...within.querySelectorAll<HTMLFormElement>("form[data-form]"),
];

const namesakes = ({ dataset: { form: name } }: HTMLFormElement): HTMLFormElement[] =>
  forms().filter((one) => one.dataset["form"] === name);

/** Remembers a form that is being sent, until it is known what became of it. */
export function sentForm(form: HTMLFormElement): { taken(): void; refused(): void } {
  const [values, index] = [storedValues(form), namesakes(form).indexOf(form)];
  return {
    taken: () => void taken.add(form),
    /** The page that came instead has the same form, with what was typed. */
    refused() {
      const drawn = namesakes(form)[index];
      if (drawn) stored.set(drawn, values);
    },
  };
}

/** The page is drawn anew when a form was sent, and takes along what was typed in the others. */
export const maySend = (form: HTMLFormElement): boolean =>
  !forms().some((one) => one !== form && isUnsaved(one)) || confirm(words().unsaved);

export function askBeforeLeaving(): void {
  addEventListener("beforeunload", (event) => {
    if (forms().some(isUnsaved)) event.preventDefault();
  });
}
