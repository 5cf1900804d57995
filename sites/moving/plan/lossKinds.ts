/** Losses of an import by their kinds, so that a person can read many of them. */
import type { MoveLoss } from "../tree/moved.ts";

/** One line of text. A source cannot break out of it. */
export const inLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ").trim();

export const lossPlace = ({ place, line }: MoveLoss): string =>
  inLine(`${place}${line === undefined ? "" : `, line ${line}`}`);

export const lossLine = (loss: MoveLoss): string =>
  `${lossPlace(loss)}: ${inLine(loss.what)}${loss.times === undefined ? "" : ` (${loss.times} times)`}`;

export interface LossKind {
  readonly kind: string;
  /** Each with a place of its own. */
  readonly losses: readonly MoveLoss[];
  /** The count in the whole source. */
  readonly times: number;
}

/** The kinds of losses, the most frequent first. A loss that is told twice counts once. */
export function lossKinds(losses: readonly MoveLoss[]): LossKind[] {
  const each = [...new Map(losses.map((loss) => [lossLine(loss), loss])).values()];
  const kinds = [...Map.groupBy(each, ({ what, kind = what }) => kind)].map(([kind, some]) => ({
    kind,
    losses: some,
    times: some.reduce((sum, { times = 1 }) => sum + times, 0),
  }));
  return kinds.toSorted((one, other) => other.times - one.times);
}

/** Places that the line of a kind names. */
export const PLACES_NAMED = 3;

/** A kind in one line: its count and its first places. A kind with one loss is that loss. */
export function kindLine({ kind, losses, times }: LossKind): string {
  const [first] = losses;
  if (first && losses.length === 1) return lossLine(first);
  const places = [...new Set(losses.map(lossPlace))];
  const named = places.slice(0, PLACES_NAMED).map((place, at, all) => withoutFile(place, all[at - 1]));
  return `${times} times: ${inLine(kind)}. ${places.length <= PLACES_NAMED ? "At" : "First at"} ${named.join("; ")}`;
}

/** A place without the file that the place before it has named. */
function withoutFile(place: string, before = ""): string {
  const [file = "", ...rest] = place.split(", ");
  return rest.length > 0 && before.startsWith(`${file}, `) ? rest.join(", ") : place;
}
