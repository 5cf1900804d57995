/** Gives texts out as a file, and takes a translated one in. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { XLIFF_FILE_MAX_BYTES } from "../../../manifests/bounds/editor.ts";
import { sizeOf } from "../../../manifests/bytes/sizeOf.ts";
import { say } from "../../words/shape/say.ts";
import type { TextExchange } from "./exchange.ts";
import { isXliffTooLarge } from "./file.ts";
import { type TakenTexts, takenIn } from "./taking.ts";
import { givenOut } from "./giving.ts";
import { TakenReceipt } from "./TakenReceipt.tsx";

type Step =
  | { readonly is: "choosing"; readonly note: string }
  | { readonly is: "working"; readonly done: number; readonly all: number }
  | { readonly is: "receipt"; readonly done: TakenTexts };

const CHOOSING: Step = { is: "choosing", note: "" };

export function ExchangeScreen({ exchange }: { readonly exchange: TextExchange }): JSX.Element {
  const { words } = exchange;
  const [step, setStep] = useState<Step>(CHOOSING);
  const working = (done: number, all: number): void => setStep({ is: "working", done, all });
  const give = async (isAll: boolean): Promise<void> => {
    const file = await givenOut(exchange, isAll, working);
    if (typeof file !== "string") save(file);
    setStep(typeof file === "string" ? { is: "choosing", note: file } : CHOOSING);
  };
  const take = async (file: File): Promise<void> => {
    const sizes = { size: sizeOf(file.size), most: sizeOf(XLIFF_FILE_MAX_BYTES) };
    if (isXliffTooLarge(file.size)) return setStep({ is: "choosing", note: say(words.tooLarge, sizes) });
    working(0, 0);
    const done = await takenIn(exchange, new Uint8Array(await file.arrayBuffer()), working);
    setStep(typeof done === "string" ? { is: "choosing", note: done } : { is: "receipt", done });
  };
  switch (step.is) {
    case "choosing":
      return <Choosing {...{ words, give, take, note: step.note }} />;
    case "working":
      return <p role="status">{say(words.working, { done: step.done, all: step.all })}</p>;
    case "receipt":
      return <TakenReceipt exchange={exchange} done={step.done} onAgain={() => setStep(CHOOSING)} />;
  }
}

/** Saves a file as if the member had followed a link to it. */
function save(file: File): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

interface ChoosingProps {
  readonly words: TextExchange["words"];
  readonly note: string;
  readonly give: (isAll: boolean) => Promise<void>;
  readonly take: (file: File) => Promise<void>;
}

const CHOICES = ["open", "all"] as const;

function Choosing({ words, note, give, take }: ChoosingProps): JSX.Element {
  const [choice, setChoice] = useState<(typeof CHOICES)[number]>("open");
  return (
    <div class="work columns">
      {note !== "" && (
        <p class="alert wide" role="alert">
          {note}
        </p>
      )}
      <section aria-labelledby="out-title">
        <h2 id="out-title">{words.outTitle}</h2>
        <p class="field">
          <label for="xliff-which">{words.which}</label>
          <select
            id="xliff-which"
            value={choice}
            onChange={({ currentTarget }) => setChoice(CHOICES.find((one) => one === currentTarget.value) ?? "open")}
          >
            {CHOICES.map((one) => (
              <option key={one} value={one}>
                {words.choices[one]}
              </option>
            ))}
          </select>
        </p>
        <button type="button" onClick={() => void give(choice === "all")}>
          {words.out}
        </button>
      </section>
      <section aria-labelledby="in-title">
        <h2 id="in-title">{words.inTitle}</h2>
        <p class="field">
          <label for="xliff-file">{words.file}</label>
          <input
            id="xliff-file"
            type="file"
            accept=".xlf,.xliff,.xml,application/xliff+xml"
            aria-describedby="xliff-file-help"
            onChange={({ currentTarget: { files } }) => files?.[0] && void take(files[0])}
          />
          <span class="help" id="xliff-file-help">
            {say(words.fileHelp, { most: sizeOf(XLIFF_FILE_MAX_BYTES) })}
          </span>
        </p>
      </section>
    </div>
  );
}
