/**
 * What a browser does with a form beyond sending it: visitors stay on the page and where they were, see how much of a
 * file has gone, and need not choose it again when something else is to be mended. The answer is the page that browsers
 * without a script are shown, and the form in it takes this one's place, so nothing is checked or worded twice. Whatever
 * this cannot do is left to the browser.
 */

const ADDRESS = "/api/forms/";

interface Answer {
  readonly page: Document;
  /** Where it is from, after redirects. */
  readonly address: string;
}

type Button = HTMLElement | null;

/** Forms on their way, so that a second press of a button sends nothing. */
const sending = new WeakSet<HTMLFormElement>();

document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (!(form instanceof HTMLFormElement) || !addressOf(form).startsWith(ADDRESS) || find(form, ".cf-turnstile").length > 0) return;
  event.preventDefault();
  if (!sending.has(form)) void send(form, submitter);
});

/** A field may have the name of anything a form has, and is what is found there then: a form is asked by way of its class. */
const addressOf = (form: HTMLFormElement): string => Element.prototype.getAttribute.call(form, "action") ?? "";
const find = <T extends Element = HTMLElement>(form: HTMLFormElement, selector: string): T[] => [...Element.prototype.querySelectorAll.call(form, selector)] as T[];
const mark = (form: HTMLFormElement, isBusy: boolean): void => Element.prototype.setAttribute.call(form, "aria-busy", String(isBusy));

async function send(form: HTMLFormElement, button: Button): Promise<void> {
  sending.add(form);
  mark(form, true);
  const answer = await ask(form, button);
  sending.delete(form);
  mark(form, false);
  if (!answer) return leave(form, button);
  const next = inPlaceOf(form, answer.page);
  if (next) return show(form, next);
  if (new URL(answer.address).pathname !== addressOf(form)) location.assign(answer.address);
  else leave(form, button);
}

/** Undefined when none came. */
function ask(form: HTMLFormElement, button: Button): Promise<Answer | undefined> {
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

/** As the browser would send it. */
function bodyOf(form: HTMLFormElement, button: Button): FormData | URLSearchParams {
  const data = new FormData(form, button);
  if (Element.prototype.hasAttribute.call(form, "enctype")) return data;
  return new URLSearchParams([...data].map(([name, value]): [string, string] => [name, String(value)]));
}

const chosen = (form: HTMLFormElement): HTMLInputElement[] =>
  find<HTMLInputElement>(form, "input[type=file]").filter(({ files }) => (files?.length ?? 0) > 0);

/** Files take a while. What is shown is called like the button, the only word for it on the page. */
function progressOf(form: HTMLFormElement, button: Button): HTMLProgressElement | undefined {
  if (chosen(form).length === 0) return undefined;
  const progress = document.createElement("progress");
  progress.ariaLabel = button?.textContent ?? "";
  find(form, ".form-buttons").at(-1)?.append(progress);
  return progress;
}

/** The same form with what is to be mended or asked next, or what is said once it was sent. */
function inPlaceOf(form: HTMLFormElement, page: Document): HTMLElement | undefined {
  const same = [...page.querySelectorAll<HTMLFormElement>("form")].find((other) => addressOf(other) === addressOf(form));
  return same ?? page.querySelector<HTMLElement>(".form-sent") ?? undefined;
}

function show(form: HTMLFormElement, next: HTMLElement): void {
  const then = document.adoptNode(next);
  if (then instanceof HTMLFormElement) keepFiles(form, then);
  Element.prototype.replaceWith.call(form, then);
  const first = [...Element.prototype.querySelectorAll.call(then, "[autofocus], input:not([type=hidden], [tabindex='-1']), select, textarea")] as HTMLElement[];
  (first.find((element) => element.autofocus) ?? (then instanceof HTMLFormElement ? first[0] : then))?.focus();
}

function keepFiles(form: HTMLFormElement, then: HTMLFormElement): void {
  const before = new Map(chosen(form).map(({ name, files }) => [name, files]));
  for (const input of find<HTMLInputElement>(then, "input[type=file]")) input.files = before.get(input.name) ?? null;
}

/** The browser sends it by itself, and shows what comes of it or why nothing does. */
function leave(form: HTMLFormElement, button: Button): void {
  if (button instanceof HTMLButtonElement && button.name !== "") {
    const pressed = document.createElement("input");
    Object.assign(pressed, { type: "hidden", name: button.name, value: button.value });
    Element.prototype.append.call(form, pressed);
  }
  HTMLFormElement.prototype.submit.call(form);
}
