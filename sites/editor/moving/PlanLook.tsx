/** Shows the plan of an import, and what would be lost. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { kindLine, type LossKind, lossKinds, lossLine, lossPlace, type PreparedMove } from "../../moving/move.ts";
import type { MoveLoss } from "../../moving/tree/moved.ts";
import { say } from "../../words/shape/say.ts";
import type { Moving } from "./moving.ts";

/** Pages, or places of a loss, that are shown. The rest is counted, and the receipt has all losses. */
const SHOWN = 200;

export interface MoveWishes {
  readonly overwrite: boolean;
  readonly restore: boolean;
}

interface PlanLookProps {
  readonly words: Moving["words"];
  readonly prepared: PreparedMove;
  readonly onMove: (wishes: MoveWishes) => void;
  readonly onAgain: () => void;
}

export function PlanLook({ words, prepared, onMove, onAgain }: PlanLookProps): JSX.Element {
  const { kind, plan, site } = prepared;
  const { pages, files, redirects, losses } = plan;
  const [wishes, setWishes] = useState<MoveWishes>({ overwrite: false, restore: false });
  const known = new Set(site.pages.map(({ source }) => source));
  const again = pages.filter(({ source }) => known.has(source)).length;
  const gone = new Set(site.deleted.map(({ source }) => source));
  const remote = files.filter(({ bytes }) => bytes === undefined).length;
  const counts = [
    say(words.pages, { n: pages.length }),
    say(words.storedFiles, { n: files.length }),
    say(words.redirects, { n: redirects.length }),
  ];
  return (
    <div class="work">
      <section aria-labelledby="plan-title">
        <h2 id="plan-title">{words.plan}</h2>
        <p role="status">
          {words.kinds[kind]}: {counts.join(", ")}.
        </p>
        {again > 0 && <p class="facts">{say(words.again, { n: again })}</p>}
        {remote > 0 && <p class="warning">{say(words.remote, { n: remote })}</p>}
        {again > 0 && (
          <Wish
            label={words.overwrite}
            isOn={wishes.overwrite}
            onTurn={(on) => setWishes({ ...wishes, overwrite: on })}
          />
        )}
        {pages.some(({ source }) => gone.has(source)) && (
          <Wish label={words.restore} isOn={wishes.restore} onTurn={(on) => setWishes({ ...wishes, restore: on })} />
        )}
        <p class="acts">
          <button type="button" disabled={pages.length === 0} onClick={() => onMove(wishes)}>
            {say(words.move, { n: pages.length })}
          </button>{" "}
          <button type="button" class="quiet" onClick={onAgain}>
            {words.another}
          </button>
        </p>
      </section>
      <Losses words={words} losses={losses} />
      <PlannedPages words={words} pages={pages} />
    </div>
  );
}

interface PlannedPagesProps {
  readonly words: Moving["words"];
  readonly pages: PreparedMove["plan"]["pages"];
}

const PlannedPages = ({ words, pages }: PlannedPagesProps): JSX.Element => (
  <section aria-labelledby="pages-title">
    <h2 id="pages-title">{words.pagesTitle}</h2>
    <ul class="rows">
      {pages.slice(0, SHOWN).map(({ id, body }) => (
        <li class="row" key={id}>
          <div class="what">
            <p class="name">
              <bdi>{body.title}</bdi> {body.held === true && <span class="badge is-none">{words.held}</span>}
            </p>
            <p class="facts">
              <bdi>{body.path}</bdi>
            </p>
          </div>
        </li>
      ))}
    </ul>
    {pages.length > SHOWN && <p>{say(words.more, { n: pages.length - SHOWN })}</p>}
  </section>
);

interface WishProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onTurn: (isOn: boolean) => void;
}

const Wish = ({ label, isOn, onTurn }: WishProps): JSX.Element => (
  <p>
    <label>
      <input type="checkbox" checked={isOn} onChange={({ currentTarget }) => onTurn(currentTarget.checked)} /> {label}
    </label>
  </p>
);

interface PlacesProps {
  readonly words: Moving["words"];
  readonly kind: LossKind;
}

interface LossesProps {
  readonly words: Moving["words"];
  readonly losses: readonly MoveLoss[];
}

/** The kinds of losses. Each opens to its places. */
export function Losses({ words, losses }: LossesProps): JSX.Element {
  const kinds = lossKinds(losses);
  if (kinds.length === 0) return <p>{words.noLosses}</p>;
  return (
    <section aria-labelledby="losses-title">
      <h2 id="losses-title">{say(words.losses, { n: kinds.reduce((sum, { times }) => sum + times, 0) })}</h2>
      <ul class="reasons">
        {kinds.map((kind) => (
          <li key={kind.kind}>
            {kind.losses.length === 1 ? <bdi>{kindLine(kind)}</bdi> : <Places words={words} kind={kind} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A loss that only its place tells from others of its kind is its place. */
const placeText = (loss: MoveLoss, kind: string): string => (loss.what === kind ? lossPlace(loss) : lossLine(loss));

const Places = ({ words, kind: { kind, losses, times } }: PlacesProps): JSX.Element => (
  <details>
    <summary>
      <bdi>{say(words.lossKind, { n: times, what: kind })}</bdi>
    </summary>
    <ul>
      {losses.slice(0, SHOWN).map((loss) => (
        <li key={lossLine(loss)}>
          <bdi>{placeText(loss, kind)}</bdi>
        </li>
      ))}
    </ul>
    {losses.length > SHOWN && <p>{say(words.more, { n: losses.length - SHOWN })}</p>}
  </details>
);
