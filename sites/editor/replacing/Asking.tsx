import type { JSX } from "preact";
import type { ReplacingWords } from "../../words/en/pages/replacing.ts";
import type { Wanted } from "./finding.ts";

interface Props {
  readonly words: ReplacingWords;
  /** The last search. */
  readonly asked: Wanted | undefined;
  readonly onAsk: (wanted: Wanted) => void;
}

const MOST = 200;

/** The form for the words, those that replace them, and where. */
export function Asking({ words, asked, onAsk }: Props): JSX.Element {
  const ticks = [
    ["exact", words.exact, asked?.isExact],
    ["whole", words.whole, asked?.isWhole],
    ["addresses", words.addresses, asked?.withAddresses],
  ] as const;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const fields = new FormData(event.currentTarget);
        const text = String(fields.get("text") ?? "");
        if (text.trim() === "") return;
        onAsk({
          text,
          replacement: String(fields.get("replacement") ?? ""),
          isExact: fields.has("exact"),
          isWhole: fields.has("whole"),
          withAddresses: fields.has("addresses"),
        });
      }}
    >
      <p class="field">
        <label for="replace-text">{words.find}</label>
        <input id="replace-text" name="text" type="text" required maxLength={MOST} defaultValue={asked?.text ?? ""} />
      </p>
      <p class="field">
        <label for="replace-with">{words.replaceBy}</label>
        <input
          id="replace-with"
          name="replacement"
          type="text"
          maxLength={MOST}
          defaultValue={asked?.replacement ?? ""}
        />
      </p>
      {ticks.map(([name, label, isTicked]) => (
        <p class="tick" key={name}>
          <input id={`replace-${name}`} name={name} type="checkbox" defaultChecked={isTicked === true} />
          <label for={`replace-${name}`}>{label}</label>
        </p>
      ))}
      <button type="submit">{words.look}</button>
    </form>
  );
}
