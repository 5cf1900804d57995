/** Moves items of the calendar by dragging, and by arrow keys on their link. The form without a script does the same. */
import { partOfPage, tellPage } from "./page.ts";

const DAY_MS = 86_400_000;
const WEEK = 7;

/** The item that is dragged, or whose new day the arrow keys choose, and that day. */
let held: { readonly item: HTMLElement; day: HTMLElement | null } | null = null;

const itemOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>("[data-form-name]") : null;
const dayOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>("td[data-day]") : null;

export function followCalendar(): void {
  document.addEventListener("dragstart", ({ target, dataTransfer }) => {
    const item = itemOf(target);
    if (!item || !dataTransfer) return;
    held = { item, day: null };
    // Firefox drags nothing without data.
    dataTransfer.setData("text/plain", item.textContent ?? "");
    dataTransfer.effectAllowed = "move";
  });
  document.addEventListener("dragover", (event) => {
    const day = held && dayOf(event.target);
    if (!day) return;
    event.preventDefault();
    choose(day);
  });
  document.addEventListener("drop", (event) => {
    if (!held || !dayOf(event.target)) return;
    event.preventDefault();
    drop();
  });
  document.addEventListener("dragend", letGo);
  document.addEventListener("keydown", onKey);
}

function choose(day: HTMLElement | null): void {
  held?.day?.classList.remove("is-target");
  if (held) held.day = day;
  day?.classList.add("is-target");
}

function letGo(): void {
  choose(null);
  held = null;
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -WEEK, ArrowDown: WEEK };

/** The keys that end the choice of a day. */
const KEYS: Readonly<Record<string, () => void>> = {
  Enter: drop,
  Escape() {
    letGo();
    tellPage("");
  },
};

function onKey(event: KeyboardEvent): void {
  const link = event.target instanceof Element ? event.target.closest("[data-move]") : null;
  const item = itemOf(link);
  if (!item || event.ctrlKey || event.altKey || event.metaKey) return;
  const step = STEPS[event.key];
  const act = step === undefined ? held?.day && KEYS[event.key] : () => walk(item, stepOn(event.key, step));
  if (!act) return;
  event.preventDefault();
  act();
}

/** Days run from right to left in such languages, and one below the other in a narrow window. */
function stepOn(key: string, step: number): number {
  if (key === "ArrowUp" || key === "ArrowDown") return matchMedia("(width < 48rem)").matches ? Math.sign(step) : step;
  return document.documentElement.dir === "rtl" ? -step : step;
}

function walk(item: HTMLElement, step: number): void {
  if (held?.item !== item) letGo();
  held ??= { item, day: null };
  const days = [...document.querySelectorAll<HTMLElement>(".calendar td[data-day]")];
  const from = days.indexOf(held.day ?? dayOf(item) ?? item);
  const day = days[Math.min(Math.max(from + step, 0), days.length - 1)] ?? null;
  choose(day);
  const says = day?.closest<HTMLElement>("[data-target]")?.dataset["target"] ?? "";
  tellPage(says.replace("{day}", day?.dataset["name"] ?? ""));
}

const numberOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS;

/** The days of a drop: where the item was taken, and where it is now. Null if it stays. */
function daysOf({ item, day }: NonNullable<typeof held>): readonly [here: string, there: string] | null {
  const [here, there] = [dayOf(item)?.dataset["day"], day?.dataset["day"]];
  return here === undefined || there === undefined || here === there ? null : [here, there];
}

/** Sends the form of the item with its new day. An item of several days moves by as many days as its part was moved. */
function drop(): void {
  const form = partOfPage("dropping")?.querySelector("form");
  const days = held && daysOf(held);
  const { formName, item, first, seen } = held?.item.dataset ?? {};
  letGo();
  if (!form || !days) return;
  const [here, there] = days;
  const moved = new Date((numberOf(first ?? here) + numberOf(there) - numberOf(here)) * DAY_MS);
  const values = { do: formName, item, day: moved.toISOString().slice(0, 10), seen };
  for (const [field, value] of Object.entries(values))
    form.querySelector<HTMLInputElement>(`[name="${field}"]`)?.setAttribute("value", value ?? "");
  form.requestSubmit();
}
