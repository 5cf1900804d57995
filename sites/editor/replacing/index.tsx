/** The script of the page that replaces words in the whole draft. */
import { render } from "preact";
import type { ScriptWords } from "../../words/en/script.ts";
import { openClient } from "../api/client.ts";
import { failureText } from "../api/failure.ts";
import type { Replacing } from "./replacing.ts";
import { ReplaceScreen } from "./Screen.tsx";

const main = document.querySelector<HTMLElement>("#main");
const root = document.querySelector<HTMLElement>("#replacing");

if (main && root) {
  const scriptWords = JSON.parse(main.dataset["words"] ?? "{}") as ScriptWords;
  const replacing: Replacing = {
    words: JSON.parse(root.dataset["words"] ?? "{}") as Replacing["words"],
    powers: {
      client: openClient().as(main.dataset["member"] ?? ""),
      wait: (seconds) => new Promise<void>((resolve) => setTimeout(resolve, seconds * 1000)),
      newKey: () => crypto.randomUUID(),
    },
    explain: (failure) => failureText(scriptWords, failure),
  };
  root.replaceChildren();
  render(<ReplaceScreen replacing={replacing} />, root);
}
