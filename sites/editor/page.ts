import { localTimes } from "./moments.ts";
import { localZones } from "./zones.ts";
import type { RefusalCode } from "../../manifests/refusals/refusal.ts";
import { SENDER_HEADER } from "../shared/senderHeader.ts";
import type { ScriptWords } from "../shared/editor/words/en/script.ts";

export const partOfPage = <T extends HTMLElement = HTMLElement>(id: string, within: ParentNode = document): T | null =>
  within.querySelector<T>(`#${id}`);

/** The texts, in the language of the page. */
export const words = (): ScriptWords => JSON.parse(partOfPage("main")?.dataset["words"] ?? "{}") as ScriptWords;

/** The header that names this page's member: the site takes its requests from nobody else's login. */
export const sender = (): Readonly<Record<string, string>> => {
  const member = partOfPage("main")?.dataset["member"];
  return member === undefined ? {} : { [SENDER_HEADER]: member };
};

export function tellPage(text: string): void {
  const status = partOfPage("status");
  if (status) status.textContent = text;
}

const parsed = (html: string): Document => new DOMParser().parseFromString(html, "text/html");

/** After this refusal the page stays as it is, with what was typed: its member can log in again and send it. */
const KEPT: RefusalCode = "OTHER_MEMBER";

/** Shows the page that the server would have shown at that address, in place of this one. */
export function show(html: string, address: string): void {
  const next = parsed(html);
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

/** Replaces the list of files and nothing else, because the member may be writing beside it. */
export async function refreshFiles(): Promise<void> {
  const response = await fetch(location.href, { headers: { accept: "text/html" } });
  const fresh = response.ok ? partOfPage("files", parsed(await response.text())) : null;
  if (fresh) partOfPage("files")?.replaceWith(document.adoptNode(fresh));
}
