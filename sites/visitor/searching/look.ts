import { searchField, outcomeOf } from "./search.ts";

/** The time in milliseconds without a key after which the words are looked up. */
const PAUSE_MS = 180;

/** The end of the running look of each search. */
const running = new WeakMap<HTMLElement, AbortController>();

/** Looks the words of a search up once no key has come for a moment, and shows what was found. */
export async function look(search: HTMLElement): Promise<void> {
  running.get(search)?.abort();
  const ending = new AbortController();
  const { signal } = ending;
  running.set(search, ending);
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  if (signal.aborted) return;
  search.ariaBusy = "true";
  try {
    await show(search, signal);
  } catch {
    // The button still works.
  }
  if (!signal.aborted) search.ariaBusy = "false";
}

/** Shows what is found for the words in the field. Shows nothing without words. */
async function show(search: HTMLElement, signal: AbortSignal): Promise<void> {
  const words = searchField(search)?.value.trim() ?? "";
  const { action = "" } = search.querySelector("form") ?? {};
  const found = words === "" ? undefined : await answer(`${action}?q=${encodeURIComponent(words)}`, signal);
  if (words === "" || found) outcomeOf(search)?.replaceChildren(...(found?.childNodes ?? []));
}

/** The results at an address. Undefined if the page there shows no search. */
async function answer(address: string, signal: AbortSignal): Promise<Element | undefined> {
  const got = await fetch(address, { signal, headers: { Accept: "text/html" } });
  const page = new DOMParser().parseFromString(await got.text(), "text/html");
  return outcomeOf(page) ?? undefined;
}
