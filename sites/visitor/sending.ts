import { add, addressOf, filled, find, hasFiles, mark, replace, submit } from "./formElement.ts";

interface Answer {
  readonly page: Document;
  /** The final address of the answer, after redirects. */
  readonly address: string;
}

type Button = HTMLElement | null;

/** Forms that are being sent, so that a second press of a button does nothing. */
const sending = new WeakSet<HTMLFormElement>();

export async function send(form: HTMLFormElement, button: Button): Promise<void> {
  if (sending.has(form)) return;
  sending.add(form);
  mark(form, true);
  const answer = await post(form, button);
  sending.delete(form);
  mark(form, false);
  const next = answer && inPlaceOf(form, answer);
  if (next) show(form, next);
  else if (answer && isElsewhere(form, answer)) location.assign(answer.address);
  else leave(form, button);
}

/** The answer; undefined if none came. */
function post(form: HTMLFormElement, button: Button): Promise<Answer | undefined> {
  const request = new XMLHttpRequest();
  request.open("POST", addressOf(form));
  request.responseType = "document";
  request.setRequestHeader("Accept", "text/html");
  const progress = progressOf(form, button);
  if (progress) request.upload.addEventListener("progress", ({ loaded, total }) => (progress.value = loaded / total));
  return new Promise((resolve) => {
    request.addEventListener("loadend", () => {
      progress?.remove();
      const { responseXML: page, responseURL: address } = request;
      resolve(page ? { page, address } : undefined);
    });
    request.send(bodyOf(form, button));
  });
}

/** Builds the body as the browser would send it. */
function bodyOf(form: HTMLFormElement, button: Button): FormData | URLSearchParams {
  const data = new FormData(form, button);
  if (hasFiles(form)) return data;
  return new URLSearchParams([...data].map(([name, value]): [string, string] => [name, String(value)]));
}

/** Shows the progress of files, labelled with the button's text, which is the only text about sending on the page. */
function progressOf(form: HTMLFormElement, button: Button): HTMLProgressElement | undefined {
  if (filled(form).length === 0) return undefined;
  const progress = document.createElement("progress");
  progress.ariaLabel = button?.textContent ?? "";
  find(form, ".form-buttons").at(-1)?.append(progress);
  return progress;
}

const pathOf = ({ address }: Answer): string => new URL(address).pathname;
const sentOf = (form: HTMLFormElement): string => `${addressOf(form)}/sent`;

/** Finds the part of the answer that replaces the form: the next form, or the text after sending. */
function inPlaceOf(form: HTMLFormElement, answer: Answer): HTMLElement | undefined {
  if (pathOf(answer) === sentOf(form)) return sentIn(answer, form);
  if (pathOf(answer) !== addressOf(form)) return undefined;
  return [...answer.page.querySelectorAll<HTMLFormElement>("form")].find(
    (other) => addressOf(other) === addressOf(form),
  );
}

/** Finds the text after sending by the form's id. A section of another plugin may contain text that looks like it. */
const sentIn = ({ page }: Answer, form: HTMLFormElement): HTMLElement | undefined =>
  [...page.querySelectorAll<HTMLElement>("[data-form-sent]")].find(
    ({ dataset }) => `/api/forms/${dataset["formSent"]}` === addressOf(form),
  );

/** Tells whether the site redirects visitors to another page after sending. */
const isElsewhere = (form: HTMLFormElement, answer: Answer): boolean => pathOf(answer) !== addressOf(form);

function show(form: HTMLFormElement, next: HTMLElement): void {
  const then = document.adoptNode(next);
  if (then instanceof HTMLFormElement) keepFiles(form, then);
  replace(form, then);
  lead(then);
}

/** Moves the focus to the first error, or to the first field of the next step. */
function lead(next: HTMLElement): void {
  const fields = find(next, "[autofocus], input:not([type=hidden], [tabindex='-1']), select, textarea");
  const first = fields.find((element) => element.autofocus) ?? fields[0] ?? next;
  first.focus();
}

function keepFiles(form: HTMLFormElement, then: HTMLFormElement): void {
  const before = new Map(filled(form).map(({ name, files }) => [name, files]));
  for (const input of find<HTMLInputElement>(then, "input[type=file]")) input.files = before.get(input.name) ?? null;
}

/** Lets the browser send the form and show the answer. */
function leave(form: HTMLFormElement, button: Button): void {
  if (button instanceof HTMLButtonElement && button.name !== "") {
    const pressed = document.createElement("input");
    Object.assign(pressed, { type: "hidden", name: button.name, value: button.value });
    add(form, pressed);
  }
  submit(form);
}
