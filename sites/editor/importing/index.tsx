/** The script of the page that brings entries in from a file. */
import { render } from "preact";
import type { ScriptWords } from "../../words/en/script.ts";
import { openClient } from "../api/client.ts";
import { failureText } from "../api/failure.ts";
import { rowPowers } from "./powers.ts";
import { Screen } from "./Screen.tsx";
import type { ImportPageWords } from "../looks/importPageWords.ts";

const main = document.querySelector<HTMLElement>("#main");
const root = document.querySelector<HTMLElement>("#importing");

if (main && root) {
  const { importing: words, fields: fieldWords } = JSON.parse(root.dataset["words"] ?? "{}") as ImportPageWords;
  const scriptWords = JSON.parse(main.dataset["words"] ?? "{}") as ScriptWords;
  const powers = rowPowers(openClient().as(main.dataset["member"] ?? ""));
  const explain = (failure: Parameters<typeof failureText>[1]): string => failureText(scriptWords, failure);
  root.replaceChildren();
  const { type = "", list = "", zone: timeZone = "" } = root.dataset;
  render(<Screen importing={{ type, list, timeZone, words, fieldWords, powers, explain }} />, root);
}
