import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { say } from "../../words/shape/say.ts";
import { askPatiently, findTexts, type FoundTexts } from "./siteSearch.ts";
import type { ReplacedPage, TextChange, Wanted } from "./finding.ts";
import type { Replacing } from "./replacing.ts";
import { type Sent, sendRows, takeBack } from "../../moving/rows/sending.ts";

interface Props {
  readonly replacing: Replacing;
}

/** The row of the menus among those of pages. */
const MENUS = "*menus";

type Step =
  | { readonly is: "asking" }
  | { readonly is: "busy"; readonly text: string }
  | { readonly is: "found"; readonly found: FoundTexts; readonly wanted: Wanted }
  | { readonly is: "done"; readonly sent: Sent<ReplacedPage>; readonly menus: boolean };

/** The form, the preview of each text, and what was done. */
export function ReplaceScreen({ replacing }: Props): JSX.Element {
  const { words, powers, explain } = replacing;
  const [step, go] = useState<Step>({ is: "asking" });
  const [fault, setFault] = useState("");
  const fail = (text: string, next: Step = { is: "asking" }): void => {
    setFault(text);
    go(next);
  };
  const look = async (wanted: Wanted): Promise<void> => {
    setFault("");
    go({ is: "busy", text: words.searching });
    const found = await findTexts(powers, wanted, (n) => go({ is: "busy", text: say(words.foundSoFar, { n }) }));
    if (found.ok) go({ is: "found", found: found.value, wanted });
    else fail(explain(found.error));
  };
  const apply = async ({ pages, menus }: FoundTexts, chosen: ReadonlySet<string>): Promise<void> => {
    const rows = pages.filter(({ page }) => chosen.has(page));
    const onProgress = (n: number): void => go({ is: "busy", text: say(words.doneSoFar, { n, of: rows.length }) });
    onProgress(0);
    const sent = await sendRows({ ...powers, onProgress }, rows);
    if (!menus || !chosen.has(MENUS) || sent.stopped) return go({ is: "done", sent, menus: false });
    const key = powers.newKey();
    const { version, body } = menus;
    const put = await askPatiently(powers, () =>
      powers.client.change("/api/navigation", { method: "PUT", version, body, key }),
    );
    if (!put.ok) setFault(explain(put.error));
    go({ is: "done", sent, menus: put.ok });
  };
  const undo = async ({ done }: Sent<ReplacedPage>): Promise<void> => {
    go({ is: "busy", text: words.takingBack });
    const failed = await takeBack({ ...powers, onProgress: () => undefined }, done);
    fail(failed ? explain(failed) : words.takenBack);
  };
  return (
    <>
      <p role="status">{step.is === "busy" ? step.text : ""}</p>
      <p class="fault" role="alert">
        {fault}
      </p>
      {step.is === "asking" && <Asking words={words} onAsk={(wanted) => void look(wanted)} />}
      {step.is === "found" && (
        <Found
          {...{ replacing, step }}
          onApply={(chosen) => void apply(step.found, chosen)}
          onAgain={() => go({ is: "asking" })}
        />
      )}
      {step.is === "done" && (
        <Done {...{ replacing, step }} onUndo={() => void undo(step.sent)} onAgain={() => go({ is: "asking" })} />
      )}
    </>
  );
}

const MOST = 200;

function Asking({ words, onAsk }: { readonly words: Replacing["words"]; readonly onAsk: (wanted: Wanted) => void }) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const fields = new FormData(event.currentTarget);
        const text = String(fields.get("text") ?? "");
        if (text.trim() === "") return;
        const replacement = String(fields.get("replacement") ?? "");
        onAsk({ text, replacement, isExact: fields.has("exact"), isWhole: fields.has("whole") });
      }}
    >
      <p class="field">
        <label for="replace-text">{words.find}</label>
        <input id="replace-text" name="text" type="text" required maxLength={MOST} />
      </p>
      <p class="field">
        <label for="replace-with">{words.replaceBy}</label>
        <input id="replace-with" name="replacement" type="text" maxLength={MOST} />
      </p>
      <p class="tick">
        <input id="replace-exact" name="exact" type="checkbox" />
        <label for="replace-exact">{words.exact}</label>
      </p>
      <p class="tick">
        <input id="replace-whole" name="whole" type="checkbox" />
        <label for="replace-whole">{words.whole}</label>
      </p>
      <button type="submit">{words.look}</button>
    </form>
  );
}

interface FoundProps extends Props {
  readonly step: Extract<Step, { readonly is: "found" }>;
  readonly onApply: (chosen: ReadonlySet<string>) => void;
  readonly onAgain: () => void;
}

/** Rows that are shown at once. All are replaced. */
const SHOWN_ROWS = 300;

function Found({ replacing: { words }, step: { found }, onApply, onAgain }: FoundProps): JSX.Element {
  const menus = found.menus && { page: MENUS, title: words.menus, path: "", changes: found.menus.changes };
  const rows = [...found.pages, ...(menus ? [menus] : [])];
  const [left, leave] = useState<ReadonlySet<string>>(new Set());
  const chosen = new Set(rows.map(({ page }) => page).filter((page) => !left.has(page)));
  const toggle = (page: string): void =>
    leave(left.has(page) ? new Set([...left].filter((one) => one !== page)) : new Set([...left, page]));
  if (rows.length === 0)
    return (
      <>
        <p class="none">{words.nothing}</p>
        <Again words={words} onAgain={onAgain} />
      </>
    );
  return (
    <section aria-labelledby="found-title">
      <h2 id="found-title">{say(words.foundIn, { n: rows.length })}</h2>
      <p class="acts">
        <button type="button" disabled={chosen.size === 0} onClick={() => onApply(chosen)}>
          {say(words.replaceIn, { n: chosen.size })}
        </button>{" "}
        <Again words={words} onAgain={onAgain} />
      </p>
      <ul class="rows">
        {rows.slice(0, SHOWN_ROWS).map((row) => (
          <Row key={row.page} row={row} isChosen={!left.has(row.page)} onToggle={() => toggle(row.page)} />
        ))}
      </ul>
      {rows.length > SHOWN_ROWS && <p>{say(words.more, { n: rows.length - SHOWN_ROWS })}</p>}
    </section>
  );
}

const Again = ({ words, onAgain }: { readonly words: Replacing["words"]; readonly onAgain: () => void }) => (
  <button type="button" class="quiet" onClick={onAgain}>
    {words.again}
  </button>
);

interface RowProps {
  readonly row: Pick<ReplacedPage, "page" | "title" | "path" | "changes">;
  readonly isChosen: boolean;
  readonly onToggle: () => void;
}

const Row = ({ row: { page, title, path, changes }, isChosen, onToggle }: RowProps): JSX.Element => (
  <li class="row">
    <div class="what">
      <p class="name">
        <label>
          <input type="checkbox" checked={isChosen} onChange={onToggle} /> <bdi>{title}</bdi>
        </label>{" "}
        <span class="facts">
          <bdi>{path || (page === MENUS ? "" : page)}</bdi>
        </span>
      </p>
      {changes.map((change, index) => (
        <Change key={index} change={change} />
      ))}
    </div>
  </li>
);

/** Characters that are shown around the first difference. */
const AROUND = 60;

/** The part of two texts around their first difference. */
function excerpts(before: string, after: string): readonly [string, string] {
  let at = 0;
  while (at < before.length && before[at] === after[at]) at += 1;
  const start = Math.max(0, at - AROUND);
  const cut = (text: string): string =>
    `${start > 0 ? "…" : ""}${text.slice(start, at + AROUND * 2)}${text.length > at + AROUND * 2 ? "…" : ""}`;
  return [cut(before), cut(after)];
}

function Change({ change: { name, before, after } }: { readonly change: TextChange }): JSX.Element {
  const [was, is] = excerpts(before, after);
  return (
    <p class="replaced">
      {name !== "" && (
        <span class="facts">
          <bdi>{name}</bdi>{" "}
        </span>
      )}
      <del dir="auto">{was}</del> <ins dir="auto">{is}</ins>
    </p>
  );
}

interface DoneProps extends Props {
  readonly step: Extract<Step, { readonly is: "done" }>;
  readonly onUndo: () => void;
  readonly onAgain: () => void;
}

function Done({ replacing: { words, explain }, step: { sent, menus }, onUndo, onAgain }: DoneProps): JSX.Element {
  return (
    <section aria-labelledby="done-title">
      <h2 id="done-title">{say(words.done, { n: sent.done.length })}</h2>
      {menus && <p>{words.menusDone}</p>}
      {sent.stopped && (
        <p class="warning">
          {explain(sent.stopped)} {words.stopped}
        </p>
      )}
      {sent.refused.length > 0 && (
        <>
          <p class="warning">{words.refused}</p>
          <ul>
            {sent.refused.map(({ row, failure }) => (
              <li key={row.page}>
                <bdi>{row.title}</bdi>: {explain(failure)}
              </li>
            ))}
          </ul>
        </>
      )}
      <p class="acts">
        {sent.done.length > 0 && (
          <button type="button" class="quiet" onClick={onUndo}>
            {words.takeBack}
          </button>
        )}{" "}
        <Again words={words} onAgain={onAgain} />
      </p>
    </section>
  );
}
