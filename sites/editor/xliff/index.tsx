/** The script of the page that exchanges texts with translators. */
import { render } from "preact";
import type { ScriptWords } from "../../words/en/script.ts";
import { openClient } from "../api/client.ts";
import { failureText } from "../api/failure.ts";
import type { TextExchange } from "./exchange.ts";
import { ExchangeScreen } from "./ExchangeScreen.tsx";

const main = document.querySelector<HTMLElement>("#main");
const root = document.querySelector<HTMLElement>("#xliff");

if (main && root) {
  const { language = "", list = "", words = "{}" } = root.dataset;
  const scriptWords = JSON.parse(main.dataset["words"] ?? "{}") as ScriptWords;
  const exchange: TextExchange = {
    language,
    list,
    words: JSON.parse(words) as TextExchange["words"],
    powers: {
      client: openClient().as(main.dataset["member"] ?? ""),
      wait: (seconds) => new Promise<void>((resolve) => setTimeout(resolve, seconds * 1000)),
      newKey: () => crypto.randomUUID(),
    },
    explain: (failure) => failureText(scriptWords, failure),
  };
  root.replaceChildren();
  render(<ExchangeScreen exchange={exchange} />, root);
}
