import type { JSX } from "preact";
import { type Done, lossReceipt } from "../../moving/move.ts";
import { say } from "../../words/shape/say.ts";
import type { Moving } from "./moving.ts";
import { Losses } from "./PlanLook.tsx";

const PUBLISH = "/_editor/publish";

interface MoveReceiptProps {
  readonly moving: Moving;
  readonly done: Done;
  readonly onAgain: () => void;
}

/** Says what has moved in and what has not. The member may keep it as a file. */
export function MoveReceipt({ moving: { words, list }, done, onAgain }: MoveReceiptProps): JSX.Element {
  const { pages, files, redirects, menus, losses, extras } = done;
  const written = [
    say(words.pages, { n: pages.created + pages.replaced }),
    say(words.storedFiles, { n: files.made }),
    say(words.redirects, { n: redirects }),
    say(words.menus, { n: menus }),
  ];
  const kept = [
    ...(pages.changed.length === 0 ? [] : [say(words.changed, { n: pages.changed.length })]),
    ...(pages.deleted.length === 0 ? [] : [say(words.deleted, { n: pages.deleted.length })]),
  ];
  return (
    <div class="work">
      <section aria-labelledby="receipt-title">
        <h2 id="receipt-title">{words.receipt}</h2>
        <p class="status" role="status">
          {say(words.written, { what: written.join(", ") })} {words.inDraft}
        </p>
        {kept.map((line) => (
          <p class="warning" key={line}>
            {line}
          </p>
        ))}
        <p class="acts">
          <a class="button" href={PUBLISH}>
            {words.toPublish}
          </a>{" "}
          <a href={list}>{words.allPages}</a>{" "}
          <button type="button" class="quiet" onClick={() => keep("receipt.md", lossReceipt(losses))}>
            {words.keep}
          </button>{" "}
          {[...extras].map(([name, text]) => (
            <button type="button" class="quiet" key={name} onClick={() => keep(name, text)}>
              {say(words.keepExtra, { name })}
            </button>
          ))}{" "}
          <button type="button" class="quiet" onClick={onAgain}>
            {words.another}
          </button>
        </p>
      </section>
      <Losses words={words} losses={losses} />
    </div>
  );
}

/** Saves a text as if the member had followed a link to it. */
function keep(name: string, text: string): void {
  const address = URL.createObjectURL(new File([text], name, { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
