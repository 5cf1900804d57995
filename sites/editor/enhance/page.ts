import { localTimes } from "./moments.ts";
import { localZones } from "./zones.ts";
import type { RefusalCode } from "../../../manifests/refusals/refusal.ts";
import { SENDER_HEADER } from "../../requests/senderHeader.ts";
import type { ScriptWords } from "../../words/en/script.ts";

export const partOfPage = <T extends HTMLElement = HTMLElement>(id: string, within: ParentNode = document): T | null =>
  within.querySelector<T>(`#${id}`);

/** The script's texts in the page's language. */
export const words = (): ScriptWords => JSON.parse(partOfPage("main")?.dataset["words"] ?? "{}") as ScriptWords;

/** The header that names this page's member. The site refuses the request if another member is logged in. */
export const sender = (): Readonly<Record<string, string>> => {
  const member = partOfPage("main")?.dataset["member"];
  return member === undefined ? {} : { [SENDER_HEADER]: member };
};

export function tellPage(text: string): void {
  const status = partOfPage("status");
  if (status) status.textContent = text;
}

export const pageIn = (html: string): Document => new DOMParser().parseFromString(html, "text/html");

/** After this refusal, the page and its input stay. The member can log in again and send the form again. */
const KEPT: RefusalCode = "OTHER_MEMBER";

/** Shows the HTML of an answer in place of this page. */
export function show(html: string, address: string): void {
  const next = pageIn(html);
  const [now, then] = [partOfPage("main"), partOfPage("main", next)];
  if (!now || !then) return location.assign(address);
  if (then.dataset["refused"] === KEPT) return tellPage(words().refused[KEPT] ?? "");
  document.title = next.title;
  now.replaceWith(document.adoptNode(then));
  history.replaceState(null, "", address);
  localTimes();
  localZones();
  lead(then);
}

/** Moves the focus to the first error or message. */
function lead(main: HTMLElement): void {
  const wanted = main.querySelector<HTMLElement>("[autofocus]");
  if (wanted) return wanted.focus();
  const invalid = main.querySelector<HTMLElement>('[aria-invalid="true"]');
  const read = main.querySelector<HTMLElement>('.alert, [role="status"]:not(:empty)') ?? main;
  if (!invalid) read.tabIndex = -1;
  (invalid ?? read).focus();
  read.scrollIntoView({ block: "nearest" });
}

/** Replaces only the list of files, because the member may be writing in a form beside it. */
export async function refreshFiles(): Promise<void> {
  const response = await fetch(location.href, { headers: { accept: "text/html" } });
  const fresh = response.ok ? partOfPage("files", pageIn(await response.text())) : null;
  if (fresh) partOfPage("files")?.replaceWith(document.adoptNode(fresh));
}
