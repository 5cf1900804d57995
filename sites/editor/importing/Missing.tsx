import type { JSX } from "preact";
import { say } from "../../words/shape/say.ts";
import type { Importing } from "./importing.ts";
import type { LackedPage } from "../../moving/rows/missing.ts";

interface MissingProps {
  readonly importing: Importing;
  readonly missing: readonly LackedPage[];
  readonly onCreate: () => void;
}

/** The most titles that are shown. The rest is counted. */
const SHOWN_TITLES = 12;

/** Offers to create the pages that rows refer to. */
export function Missing({ importing: { words }, missing, onCreate }: MissingProps): JSX.Element {
  const more = missing.length - SHOWN_TITLES;
  return (
    <section aria-labelledby="missing-title">
      <h2 id="missing-title">{words.missingPages}</h2>
      <p>
        <bdi>
          {missing
            .slice(0, SHOWN_TITLES)
            .map(({ title }) => title)
            .join(", ")}
          {more > 0 && " …"}
        </bdi>
      </p>
      <button type="button" onClick={onCreate}>
        {say(words.createPages, { n: missing.length })}
      </button>
    </section>
  );
}
