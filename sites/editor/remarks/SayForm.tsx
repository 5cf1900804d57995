import type { JSX } from "preact";
import { useId, useState } from "preact/hooks";
import { REMARK_MENTIONS_MAX, REMARK_WORDS_MAX_CHARS } from "../../../manifests/bounds/publishing.ts";
import { REMARKS as WORDS } from "./words.ts";
import type { Colleague, Remarking } from "./remarking.ts";

interface Props {
  readonly remarking: Remarking;
  readonly colleagues: readonly Colleague[];
  /** The label of the text, and of the button. */
  readonly label: string;
  readonly send: string;
  /** Sends the words. Answers what went wrong; null if nothing did. */
  readonly onSend: (said: { readonly words: string; readonly mentions: readonly string[] }) => Promise<string | null>;
}

interface MentionsProps {
  readonly others: readonly Colleague[];
  readonly chosen: readonly string[];
  readonly onChoose: (chosen: readonly string[]) => void;
}

function Mentions({ others, chosen, onChoose }: MentionsProps): JSX.Element | null {
  if (others.length === 0) return null;
  const isFull = chosen.length >= REMARK_MENTIONS_MAX;
  return (
    <details>
      <summary>{WORDS.mention}</summary>
      <ul class="remark-mentions">
        {others.map(({ id, name }) => (
          <li key={id}>
            <label>
              <input
                type="checkbox"
                checked={chosen.includes(id)}
                disabled={isFull && !chosen.includes(id)}
                onChange={({ currentTarget }) =>
                  onChoose(currentTarget.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
                }
              />{" "}
              <bdi>{name}</bdi>
            </label>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** A text with the members who get a letter about it. What could not be sent stays in the form. */
export function SayForm({ remarking, colleagues, label, send, onSend }: Props): JSX.Element {
  const [words, setWords] = useState("");
  const [chosen, choose] = useState<readonly string[]>([]);
  const [fault, setFault] = useState("");
  const [isBusy, setBusy] = useState(false);
  const id = useId();
  const others = colleagues.filter((one) => one.id !== remarking.member);
  const submit = async (): Promise<void> => {
    if (isBusy || words.trim() === "") return;
    setBusy(true);
    const failed = await onSend({ words: words.trim(), mentions: chosen });
    setBusy(false);
    setFault(failed ?? "");
    if (failed !== null) return;
    setWords("");
    choose([]);
  };
  return (
    <form
      class="remark-form"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <label for={`${id}-words`}>{label}</label>
      <textarea
        id={`${id}-words`}
        required
        rows={3}
        maxLength={REMARK_WORDS_MAX_CHARS}
        value={words}
        onInput={({ currentTarget }) => setWords(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          void submit();
        }}
      />
      <Mentions others={others} chosen={chosen} onChoose={choose} />
      <p class="fault" role="alert">
        {fault}
      </p>
      <button type="submit" disabled={isBusy}>
        {send}
      </button>
    </form>
  );
}
