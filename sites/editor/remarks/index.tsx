/** The script of the pages that list remarks. */
import { render } from "preact";
import type { ScriptWords } from "../../words/en/script.ts";
import { openClient } from "../api/client.ts";
import { failureText } from "../api/failure.ts";
import { RemarkList } from "./RemarkList.tsx";
import { REMARKS } from "./words.ts";

const main = document.querySelector<HTMLElement>("#main");
const root = document.querySelector<HTMLElement>("#remarks");

if (main && root) {
  const member = main.dataset["member"] ?? "";
  const words = JSON.parse(main.dataset["words"] ?? "{}") as ScriptWords;
  const { page, viewer } = root.dataset;
  const client = openClient().as(member);
  const remarking = {
    client,
    member,
    isViewer: viewer !== undefined,
    explain: (failure: Parameters<typeof failureText>[1]) => failureText(words, failure),
  };
  root.replaceChildren();
  render(
    <>
      {page === undefined && <p class="lead">{REMARKS.lead}</p>}
      <RemarkList remarking={remarking} place={page === undefined ? undefined : { page }} />
    </>,
    root,
  );
}
