import { fieldOf, outcomeOf } from "./search.ts";

/** The time in milliseconds without a key after which the words are looked up. */
const PAUSE_MS = 180;

/** What ends the running look of each search. */
const running = new WeakMap<HTMLElement, AbortController>();

/** Looks the words of a search up once no key has come for a moment, and shows what was found. */
export async function look(search: HTMLElement): Promise<void> {
  running.get(search)?.abort();
  const ending = new AbortController();
  const { signal } = ending;
  running.set(search, ending);
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  const [field, form] = [fieldOf(search), search.querySelector("form")];
  if (signal.aborted || !field || !form) return;
  search.ariaBusy = "true";
  try {
    const words = field.value.trim();
    const found = words === "" ? undefined : await answer(`${form.action}?q=${encodeURIComponent(words)}`, signal);
    if (words === "" || found) outcomeOf(search)?.replaceChildren(...(found?.childNodes ?? []));
  } catch {
    // The button still works.
  }
  if (!signal.aborted) search.ariaBusy = "false";
}

/** The results at an address. Undefined if the page there shows no search. */
async function answer(address: string, signal: AbortSignal): Promise<Element | undefined> {
  const got = await fetch(address, { signal, headers: { Accept: "text/html" } });
  const page = new DOMParser().parseFromString(await got.text(), "text/html");
  return outcomeOf(page) ?? undefined;
}
