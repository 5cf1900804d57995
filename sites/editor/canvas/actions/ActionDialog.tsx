import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { ActionView, ProposalView } from "../../../../runtime/actions/views.ts";
import { say } from "../../../shared/editor/words/say.ts";
import { fieldServices } from "../../api/fieldServices.ts";
import { FieldForm } from "../../fields/FieldForm.tsx";
import { faultsOf } from "../../fields/faults.ts";
import { Dialog } from "../page/Dialog.tsx";
import type { Studio } from "../page/studio.ts";
import { Proposal } from "./Proposal.tsx";
import { apply, cancel, run } from "./run.ts";
import { WORDS } from "./words.ts";

interface Props {
  readonly studio: Studio;
  readonly action: ActionView;
  readonly section: string | null;
  readonly onClose: () => void;
}

type Step =
  | { readonly kind: "form"; readonly problem: string }
  | { readonly kind: "running" }
  | { readonly kind: "proposal"; readonly proposal: ProposalView };

export function ActionDialog({ studio, action, section, onClose }: Props): JSX.Element {
  const [values, setValues] = useState<Record<string, unknown>>({});
  const [step, setStep] = useState<Step>(action.input ? { kind: "form", problem: "" } : { kind: "running" });
  const services = useMemo(() => fieldServices(studio.client), [studio]);
  const runs = useRef(0);

  /** The answer to a run that was cancelled is unheard. */
  const begin = async (): Promise<void> => {
    runs.current += 1;
    const own = runs.current;
    setStep({ kind: "running" });
    const answer = await run(studio, action, section, values);
    if (own !== runs.current) return;
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
    if (!apply(studio, proposal)) return setStep({ kind: "form", problem: WORDS.stale });
    onClose();
    studio.editor.say(say(WORDS.applied, { title: action.title }));
  };
  useEffect(() => {
    if (!action.input) void begin();
  }, []);

  return (
    <Dialog label={action.title} isWide={step.kind === "proposal"} onClose={close}>
      <h2>
        <bdi>{action.title}</bdi>
      </h2>
      <p class="note">
        <bdi>{action.description}</bdi> {say(WORDS.by, { plugin: action.plugin.name })}
      </p>
      {step.kind === "form" && (
        <form
          class="action-form"
          onSubmit={(event) => {
            event.preventDefault();
            void begin();
          }}
        >
          {step.problem !== "" && <p role="alert">{step.problem}</p>}
          {action.input && (
            <FieldForm
              schema={action.input}
              values={values}
              issues={[]}
              services={services}
              onChange={(name, value) =>
                setValues(({ [name]: _, ...rest }) => (value === undefined ? rest : { ...rest, [name]: value }))
              }
            />
          )}
          <p class="action-buttons">
            <button
              type="submit"
              class="button"
              disabled={action.input ? faultsOf(action.input, values).length > 0 : false}
            >
              {WORDS.run}
            </button>
          </p>
        </form>
      )}
      {step.kind === "running" && (
        <>
          <p role="status">{say(WORDS.running, { title: action.title })}</p>
          <progress aria-label={say(WORDS.running, { title: action.title })} />
          <p class="action-buttons">
            <button type="button" onClick={stop}>
              {WORDS.cancel}
            </button>
          </p>
        </>
      )}
      {step.kind === "proposal" && (
        <Proposal studio={studio} proposal={step.proposal} onApply={() => take(step.proposal)} onDiscard={close} />
      )}
    </Dialog>
  );
}
