import { pageIn, partOfPage, show, tellPage } from "./page.ts";

/** The pause between two looks at a release that is being made, in milliseconds. */
const LOOKS_MS = 1_500;
const UNDERWAY = "is-building";

/** Follows a release in steps until it is whole. */
export function followProgress(): void {
  let isLooking = false;
  setInterval(() => {
    if (isLooking || document.hidden || !isUnderway(document)) return;
    isLooking = true;
    void look().finally(() => (isLooking = false));
  }, LOOKS_MS);
}

const isUnderway = (page: Document): boolean => partOfPage("status", page)?.classList.contains(UNDERWAY) === true;

async function look(): Promise<void> {
  const address = location.href;
  const html = await fetch(address, { headers: { accept: "text/html" } }).then(
    (response) => (response.ok ? response.text() : undefined),
    () => undefined,
  );
  if (html === undefined || location.href !== address || !isUnderway(document)) return;
  const next = pageIn(html);
  if (isUnderway(next)) tellPage(partOfPage("status", next)?.textContent ?? "");
  else show(html, address);
}
