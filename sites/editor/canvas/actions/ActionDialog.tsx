import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { ActionView, ProposalView } from "../../../../runtime/actions/views.ts";
import { say } from "../../../words/shape/say.ts";
import { ACTIONS, CANVAS } from "../../document/words.ts";
import { FieldForm } from "../../fields/FieldForm.tsx";
import { issuesWords } from "../../fields/faults.ts";
import { Dialog } from "../../drawing/Dialog.tsx";
import { studioServices } from "../studio/services.ts";
import type { Studio } from "../studio/studio.ts";
import { Proposal } from "./Proposal.tsx";
import { apply, cancel, runChosenAction } from "./run.ts";

interface Props {
  readonly studio: Studio;
  readonly action: ActionView;
  readonly section: string | null;
  readonly onClose: () => void;
}

type Values = Record<string, unknown>;

type Step =
  | { readonly kind: "form"; readonly problem: string }
  | { readonly kind: "running" }
  | { readonly kind: "proposal"; readonly proposal: ProposalView };

interface AskedProps extends Pick<Props, "studio" | "action"> {
  readonly values: Values;
  readonly problem: string;
  readonly onValues: (values: Values) => void;
  readonly onRun: () => void;
}

function Asked({ studio, action: { input }, values, problem, onValues, onRun }: AskedProps): JSX.Element {
  const services = useMemo(() => studioServices(studio), [studio]);
  const isUnfit = input !== null && issuesWords(input, values).length > 0;
  const put = (name: string, value: unknown): void => {
    const { [name]: _, ...rest } = values;
    onValues(value === undefined ? rest : { ...rest, [name]: value });
  };
  return (
    <form
      class="action-form"
      onSubmit={(event) => {
        event.preventDefault();
        onRun();
      }}
    >
      {problem !== "" && <p role="alert">{problem}</p>}
      {input && <FieldForm schema={input} values={values} issues={[]} services={services} onChange={put} />}
      <p class="action-buttons">
        <button type="submit" class="button" disabled={isUnfit}>
          {ACTIONS.run}
        </button>
      </p>
    </form>
  );
}

function Running({ title, onStop }: { readonly title: string; readonly onStop: () => void }): JSX.Element {
  const says = say(ACTIONS.running, { title });
  return (
    <>
      <p role="status">{says}</p>
      <progress aria-label={says} />
      <p class="action-buttons">
        <button type="button" onClick={onStop}>
          {ACTIONS.cancel}
        </button>
      </p>
    </>
  );
}

export function ActionDialog({ studio, action, section, onClose }: Props): JSX.Element {
  const [values, setValues] = useState<Values>({});
  const [step, setStep] = useState<Step>(action.input ? { kind: "form", problem: "" } : { kind: "running" });
  const runs = useRef(0);

  /** Starts a run. The answer to a cancelled run is ignored. */
  const begin = async (): Promise<void> => {
    runs.current += 1;
    const number = runs.current;
    setStep({ kind: "running" });
    const answer = await runChosenAction(studio, action, section, values);
    if (number !== runs.current) return;
    setStep(answer.ok ? { kind: "proposal", proposal: answer.value } : { kind: "form", problem: answer.error });
  };
  const stop = (): void => {
    runs.current += 1;
    void cancel(studio, action);
    if (action.input) setStep({ kind: "form", problem: "" });
    else onClose();
  };
  const close = (): void => {
    if (step.kind === "running") void cancel(studio, action);
    runs.current += 1;
    onClose();
  };
  const take = (proposal: ProposalView): void => {
    if (!apply(studio, proposal)) return setStep({ kind: "form", problem: ACTIONS.stale });
    onClose();
    studio.editor.say(say(ACTIONS.applied, { title: action.title }));
  };
  useEffect(() => {
    if (!action.input) void begin();
  }, []);

  return (
    <Dialog
      title={action.title}
      close={CANVAS.insert.cancel}
      {...(step.kind === "proposal" && { look: "wide" })}
      onClose={close}
    >
      <p class="note">
        <bdi>{action.description}</bdi> {say(ACTIONS.by, { plugin: action.plugin.name })}
      </p>
      {step.kind === "form" && (
        <Asked
          studio={studio}
          action={action}
          values={values}
          problem={step.problem}
          onValues={setValues}
          onRun={() => void begin()}
        />
      )}
      {step.kind === "running" && <Running title={action.title} onStop={stop} />}
      {step.kind === "proposal" && (
        <Proposal studio={studio} proposal={step.proposal} onApply={() => take(step.proposal)} onDiscard={close} />
      )}
    </Dialog>
  );
}
