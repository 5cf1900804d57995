import type { JSX } from "preact";
import { say } from "../../words/shape/say.ts";
import type { FieldWords } from "../../words/en/fields.ts";
import { type Focal, MIDDLE, focalMovedBy, percent, pointAt } from "./focalPoint.ts";

export interface FocalPointProps {
  readonly src: string;
  readonly focal: Focal | undefined;
  readonly words: FieldWords;
  readonly id: string;
  /** True if the site does not have the picture, so that no point can be chosen. */
  readonly isLost: boolean;
  readonly onLost: () => void;
  readonly onChange: (focal: Focal | undefined) => void;
}

const AXES = ["x", "y"] as const;

/** Chooses the focal point of a picture by a click, by arrow keys or in numbers. */
export function FocalPoint({ src, focal, words, id, isLost, onLost, onChange }: FocalPointProps): JSX.Element {
  const { picture } = words;
  const { x, y } = focal ?? MIDDLE;
  if (isLost) return <div class="picture-lost" aria-hidden="true" />;
  return (
    <div class="focal">
      <button
        type="button"
        class="focal-stage"
        aria-label={`${picture.focal}. ${say(picture.point, { x: percent(x), y: percent(y) })}`}
        aria-describedby={`${id}-focal-help`}
        onClick={(event) => {
          // Enter also causes a click, but without a position.
          if (event.detail === 0) return;
          const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
          onChange(pointAt((event.clientX - left) / width, (event.clientY - top) / height));
        }}
        onKeyDown={(event) => {
          const next = focalMovedBy(event.key, event.shiftKey, { x, y });
          if (!next) return;
          event.preventDefault();
          event.stopPropagation();
          onChange(next);
        }}
      >
        <img key={src} src={src} alt="" onError={onLost} />
        <span class="focal-mark" style={{ insetInlineStart: "auto", left: `${percent(x)}%`, top: `${percent(y)}%` }} />
      </button>
      <p class="note" id={`${id}-focal-help`}>
        {picture.focalHelp}
      </p>
      <div class="focal-numbers">
        {AXES.map((axis) => (
          <label key={axis}>
            <span>{axis === "x" ? picture.across : picture.down}</span>
            <input
              type="number"
              min={0}
              max={100}
              value={percent(axis === "x" ? x : y)}
              onInput={({ currentTarget: { valueAsNumber } }) => {
                if (!Number.isNaN(valueAsNumber)) onChange(pointAt(...shares(axis, valueAsNumber / 100, { x, y })));
              }}
            />
          </label>
        ))}
        {focal && (
          <button type="button" class="quiet" onClick={() => onChange(undefined)}>
            {picture.middle}
          </button>
        )}
      </div>
    </div>
  );
}

const shares = (axis: "x" | "y", share: number, { x, y }: Focal): [number, number] =>
  axis === "x" ? [share, y] : [x, share];
