/** The script of the page that crops or turns a picture. */
import { render } from "preact";
import type { ScriptWords } from "../../words/en/script.ts";
import { openClient } from "../api/client.ts";
import { failureText } from "../api/failure.ts";
import type { CropPageWords } from "../looks/cropPageWords.ts";
import { CropScreen } from "./CropScreen.tsx";

const main = document.querySelector<HTMLElement>("#main");
const root = document.querySelector<HTMLElement>("#cropping");

if (main && root) {
  const { src = "", type = "", name = "", file = "", words = "{}" } = root.dataset;
  const scriptWords = JSON.parse(main.dataset["words"] ?? "{}") as ScriptWords;
  const cropping = {
    src,
    type,
    name,
    file,
    words: JSON.parse(words) as CropPageWords,
    client: openClient().as(main.dataset["member"] ?? ""),
    explain: (failure: Parameters<typeof failureText>[1]) => failureText(scriptWords, failure),
    go: (address: string) => location.assign(address),
  };
  root.replaceChildren();
  render(<CropScreen cropping={cropping} />, root);
}
