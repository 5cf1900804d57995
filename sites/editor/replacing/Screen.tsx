import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { say } from "../../words/shape/say.ts";
import { Asking } from "./Asking.tsx";
import { Done } from "./Done.tsx";
import { Found } from "./Found.tsx";
import type { Wanted } from "./finding.ts";
import type { Replacing } from "./replacing.ts";
import { type Back, type ReplaceReport, run, type RunPowers, type Task, taskOf, takeTextsBack } from "./run.ts";
import { findTexts, type FoundTexts } from "./siteSearch.ts";

interface Props {
  readonly replacing: Replacing;
}

type Step =
  | { readonly is: "asking" }
  | { readonly is: "busy"; readonly text: string }
  | { readonly is: "found"; readonly found: FoundTexts }
  | { readonly is: "done" | "undone"; readonly found: FoundTexts; readonly outcome: ReplaceReport };

/** The form, the preview of each text, and what was done. */
export function ReplaceScreen({ replacing }: Props): JSX.Element {
  const { words, powers, explain } = replacing;
  const [step, go] = useState<Step>({ is: "asking" });
  const [asked, setAsked] = useState<Wanted>();
  const [fault, setFault] = useState("");
  const look = async (wanted: Wanted): Promise<void> => {
    setAsked(wanted);
    setFault("");
    go({ is: "busy", text: words.searching });
    const found = await findTexts(powers, wanted, (n) => go({ is: "busy", text: say(words.foundSoFar, { n }) }));
    if (found.ok) return go({ is: "found", found: found.value });
    setFault(explain(found.error));
    go({ is: "asking" });
  };
  const running = (found: FoundTexts, of: number): RunPowers => {
    const names = new Map(found.pages.map(({ stored }) => [stored.id, stored.body.title]));
    return {
      ...powers,
      titles: { page: (id) => names.get(id) ?? id, beside: (kind) => words.beside[kind] },
      onProgress: (n) => go({ is: "busy", text: say(words.doneSoFar, { n, of }) }),
    };
  };
  const apply = async (found: FoundTexts, task: Task, before?: ReplaceReport): Promise<void> => {
    const sending = running(found, task.pages.length);
    sending.onProgress(0);
    const outcome = await run(sending, task);
    go({ is: "done", found, outcome: before ? joined(before, outcome) : outcome });
  };
  const takeBack = async (found: FoundTexts, back: Back): Promise<void> => {
    const outcome = await takeTextsBack(running(found, back.edits.length), back);
    go({ is: "undone", found, outcome });
  };
  const again = (): void => go({ is: "asking" });
  return (
    <>
      <p role="status">{step.is === "busy" ? step.text : ""}</p>
      {fault !== "" && (
        <p class="alert" role="alert">
          {fault}
        </p>
      )}
      {step.is === "asking" && <Asking {...{ words, asked }} onAsk={(wanted) => void look(wanted)} />}
      {step.is === "found" && (
        <Found
          {...{ words, found: step.found }}
          onApply={(isChosen) => void apply(step.found, taskOf(step.found, isChosen))}
          onAgain={again}
        />
      )}
      {(step.is === "done" || step.is === "undone") && (
        <Done
          {...{ words, explain, outcome: step.outcome, isUndone: step.is === "undone" }}
          onGoOn={(task) => void apply(step.found, task, step.outcome)}
          onUndo={(back) => void takeBack(step.found, back)}
          onAgain={again}
        />
      )}
    </>
  );
}

/** The report about the work before an interruption and after it. */
const joined = (before: ReplaceReport, after: ReplaceReport): ReplaceReport => ({
  ...after,
  done: before.done + after.done,
  refused: [...before.refused, ...after.refused],
  back: {
    edits: [...before.back.edits, ...after.back.edits],
    beside: [...before.back.beside, ...after.back.beside],
  },
});
