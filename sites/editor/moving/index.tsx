/** The script of the page that moves a site of other software in. It reads the files in the member's browser. */
import { render } from "preact";
import type { ScriptWords } from "../../words/en/script.ts";
import { openClient } from "../api/client.ts";
import { failureText } from "../api/failure.ts";
import type { ImportPageWords } from "../looks/importPageWords.ts";
import type { RequestFailure } from "../../requests/requestFailure.ts";
import { rowPowers } from "../importing/powers.ts";
import { MoveScreen } from "./MoveScreen.tsx";

const main = document.querySelector<HTMLElement>("#main");
const root = document.querySelector<HTMLElement>("#importing");

if (main && root) {
  const { importing: words, fields: fieldWords } = JSON.parse(root.dataset["words"] ?? "{}") as ImportPageWords;
  const scriptWords = JSON.parse(main.dataset["words"] ?? "{}") as ScriptWords;
  const member = main.dataset["member"] ?? "";
  const powers = rowPowers(openClient().as(member));
  const explain = (failure: RequestFailure): string => failureText(scriptWords, failure);
  const { list = "", entries = "", zone: timeZone = "" } = root.dataset;
  const importing = (type: string) => ({
    type,
    list: `${entries}?type=${encodeURIComponent(type)}`,
    timeZone,
    words,
    fieldWords,
    powers,
    explain,
  });
  root.replaceChildren();
  render(<MoveScreen moving={{ words: words.site, member, importing, list }} />, root);
}
