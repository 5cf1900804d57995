/** Moves a site in: choose what there is, look at the plan and its losses, and write it into the draft. */
import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import type { CatalogueView } from "../../../runtime/editing/views.ts";
import { carryOut, type Done, NothingToMove, type PreparedMove, prepare, SiteRefusal } from "../../moving/move.ts";
import type { Folder } from "../../moving/tree/folder.ts";
import type { Door } from "../../moving/apply/door.ts";
import { say } from "../../words/shape/say.ts";
import { Screen } from "../importing/Screen.tsx";
import { browserDoor, ImportStopped } from "./browserDoor.ts";
import { chosenFolder, isTable } from "./chosenFolder.ts";
import { FilesChoice } from "./FilesChoice.tsx";
import type { Moving } from "./moving.ts";
import { MoveReceipt } from "./MoveReceipt.tsx";
import { type MoveWishes, PlanLook } from "./PlanLook.tsx";
import { Halted, Progress } from "./Progress.tsx";
import { type NamedType, TypeChoice } from "./TypeChoice.tsx";

type Step =
  | { readonly is: "choosing"; readonly note: string }
  | { readonly is: "reading" }
  | { readonly is: "typing"; readonly file: File; readonly types: readonly NamedType[] }
  | { readonly is: "rows"; readonly file: File; readonly type: string }
  | { readonly is: "looking"; readonly folder: Folder; readonly prepared: PreparedMove }
  | {
      readonly is: "moving";
      readonly what: "files" | "pages";
      readonly done: number;
      readonly all: number;
      readonly isStopping: boolean;
    }
  | { readonly is: "stopped"; readonly folder: Folder; readonly wishes: MoveWishes; readonly note: string }
  | { readonly is: "receipt"; readonly done: Done };

const CHOOSING: Step = { is: "choosing", note: "" };

export function MoveScreen({ moving }: { readonly moving: Moving }): JSX.Element {
  const [step, setStep] = useState<Step>(CHOOSING);
  const isStopped = useRef(false);
  const run = new MoveRun(moving, isStopped, setStep);
  return <Shown {...{ moving, step, run, setStep }} />;
}

/** The acts of the page. Each leads from one step to the next. */
class MoveRun {
  readonly #moving: Moving;
  readonly #isStopped: { current: boolean };
  readonly #setStep: (step: Step) => void;
  readonly #door: Door;

  constructor(moving: Moving, isStopped: { current: boolean }, setStep: (step: Step) => void) {
    this.#moving = moving;
    this.#isStopped = isStopped;
    this.#setStep = setStep;
    this.#door = browserDoor(moving.member, { isStopped: () => isStopped.current });
  }

  take = async (files: readonly File[]): Promise<void> => {
    this.#setStep({ is: "reading" });
    try {
      this.#setStep(await this.#taken(files));
    } catch (error) {
      this.#setStep({ is: "choosing", note: reasonOf(this.#moving, error) });
    }
  };

  async #taken(files: readonly File[]): Promise<Step> {
    const [file] = files;
    if (file && isTable(files)) return { is: "typing", file, types: await listTypes(this.#moving) };
    const folder = await chosenFolder(files);
    return { is: "looking", folder, prepared: await prepare(folder, this.#door, Date.now()) };
  }

  carry = async (folder: Folder, prepared: PreparedMove, wishes: MoveWishes): Promise<void> => {
    const tell = (what: "files" | "pages", done: number, all: number): void =>
      this.#setStep({ is: "moving", what, done, all, isStopping: this.#isStopped.current });
    this.#isStopped.current = false;
    tell("files", 0, prepared.plan.files.length);
    try {
      this.#setStep({ is: "receipt", done: await carryOut(this.#door, prepared, { ...wishes, tell }) });
    } catch (error) {
      this.#halt(folder, wishes, error);
    }
  };

  /** Plans again, because what was done is at the site now. */
  goOn = async (folder: Folder, wishes: MoveWishes): Promise<void> => {
    this.#isStopped.current = false;
    this.#setStep({ is: "reading" });
    try {
      await this.carry(folder, await prepare(folder, this.#door, Date.now()), wishes);
    } catch (error) {
      this.#halt(folder, wishes, error);
    }
  };

  stop = (step: Step): void => {
    this.#isStopped.current = true;
    if (step.is === "moving") this.#setStep({ ...step, isStopping: true });
  };

  #halt(folder: Folder, wishes: MoveWishes, error: unknown): void {
    const note = error instanceof ImportStopped ? "" : reasonOf(this.#moving, error);
    this.#setStep({ is: "stopped", folder, wishes, note });
  }
}

interface ShownProps {
  readonly moving: Moving;
  readonly step: Step;
  readonly run: MoveRun;
  readonly setStep: (step: Step) => void;
}

function Shown({ moving, step, run, setStep }: ShownProps): JSX.Element {
  const { words } = moving;
  const onAgain = (): void => setStep(CHOOSING);
  switch (step.is) {
    case "choosing":
      return <FilesChoice words={words} note={step.note} onTake={(files) => void run.take(files)} />;
    case "reading":
      return <p role="status">{words.reading}</p>;
    case "typing": {
      const onChoose = (type: string): void => setStep({ is: "rows", file: step.file, type });
      return <TypeChoice {...{ words, types: step.types, onChoose, onAgain }} />;
    }
    case "rows":
      return <Screen importing={moving.importing(step.type)} file={step.file} />;
    case "looking": {
      const onMove = (wishes: MoveWishes): void => void run.carry(step.folder, step.prepared, wishes);
      return <PlanLook {...{ words, prepared: step.prepared, onMove, onAgain }} />;
    }
    case "moving":
      return <Progress {...{ words, ...step }} onStop={() => run.stop(step)} />;
    case "stopped":
      return <Halted {...{ words, note: step.note, onAgain }} onGoOn={() => void run.goOn(step.folder, step.wishes)} />;
    case "receipt":
      return <MoveReceipt {...{ moving, done: step.done, onAgain }} />;
  }
}

async function listTypes({ importing }: Moving): Promise<readonly NamedType[]> {
  const { powers, explain } = importing("");
  const catalogue = await powers.client.read<CatalogueView>("/api/catalogue");
  if (!catalogue.ok) throw new Error(explain(catalogue.error));
  return catalogue.value.body.contentTypes.map(({ type, plural }) => ({ type, plural }));
}

/** The reason in the member's language, as far as it is known. */
function reasonOf({ words, importing }: Moving, error: unknown): string {
  if (error instanceof NothingToMove) return words.nothing;
  if (error instanceof SiteRefusal) {
    const { status, code, issues, after } = error;
    const { explain } = importing("");
    return explain({ kind: "refused", status, code: code as never, detail: { issues }, retryAfter: after });
  }
  return say(words.unreadable, { reason: error instanceof Error ? error.message : String(error) });
}
