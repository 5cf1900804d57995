import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { MediaView } from "../../../runtime/media/views.ts";
import type { Client } from "../api/client.ts";
import type { RequestFailure } from "../../requests/requestFailure.ts";
import type { CropPageWords } from "../looks/cropPageWords.ts";
import { cropFile, drawCrop } from "./drawn.ts";
import { type CropFrame, fitted, frameBetween, turnedFrame, WHOLE } from "./frame.ts";

export interface Cropping {
  readonly src: string;
  readonly type: string;
  readonly name: string;
  /** The address of the file's page. */
  readonly file: string;
  readonly words: CropPageWords;
  readonly client: Client;
  readonly explain: (failure: RequestFailure) => string;
  readonly go: (address: string) => void;
}

/** The longest side of the shown picture, in pixels. */
const SHOWN_PIXELS = 1_200;

const SIDES = [
  ["left", "cropLeft"],
  ["top", "cropTop"],
  ["width", "cropWidth"],
  ["height", "cropHeight"],
] as const satisfies readonly (readonly [keyof CropFrame, keyof CropPageWords])[];

/** The picture and what the member does to it. */
function useCrop({ src, words, file, client, explain, go, ...of }: Cropping) {
  const [image, setImage] = useState<ImageBitmap>();
  const [turns, setTurns] = useState(0);
  const [frame, setFrame] = useState(WHOLE);
  const [fault, setFault] = useState("");
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    const load = async (): Promise<void> => setImage(await createImageBitmap(await (await fetch(src)).blob()));
    load().catch(() => setFault(words.cropFailed));
  }, []);
  const turn = (quarters: number): void => {
    setTurns((turns + quarters) % 4);
    setFrame((now) => Array.from({ length: quarters }).reduce<CropFrame>((one) => turnedFrame(one), now));
  };
  const send = async (): Promise<void> => {
    if (!image || isBusy) return;
    setBusy(true);
    const made = await cropFile(image, { turns, frame }, of).catch(() => undefined);
    const sent = made && (await client.upload<MediaView>(made));
    setBusy(false);
    if (!sent) setFault(words.cropFailed);
    else if (sent.ok) go(`${file}?by=${sent.value.body.id}`);
    else setFault(explain(sent.error));
  };
  return { image, turns, frame, setFrame, fault, isBusy, turn, send };
}

export function CropScreen({ cropping }: { readonly cropping: Cropping }): JSX.Element {
  const { words } = cropping;
  const { image, turns, frame, setFrame, fault, isBusy, turn, send } = useCrop(cropping);
  return (
    <>
      <p class="help">{words.cropHelp}</p>
      {image && <Stage {...{ image, turns, frame }} onFrame={setFrame} />}
      <p class="acts">
        <button type="button" class="quiet" onClick={() => turn(3)}>
          {words.turnLeft}
        </button>{" "}
        <button type="button" class="quiet" onClick={() => turn(1)}>
          {words.turnRight}
        </button>
      </p>
      <div class="tokens">
        {SIDES.map(([side, word]) => (
          <p class="field" key={side}>
            <label for={`crop-${side}`}>{words[word]}</label>
            <input
              type="number"
              id={`crop-${side}`}
              min={0}
              max={100}
              value={Math.round(frame[side] * 10) / 10}
              onChange={({ currentTarget: { valueAsNumber } }) => setFrame(fitted({ ...frame, [side]: valueAsNumber }))}
            />
          </p>
        ))}
      </div>
      <p class="warning" role="alert">
        {fault}
      </p>
      <p class="acts">
        <button type="button" disabled={!image || isBusy} onClick={() => void send()}>
          {words.cropDone}
        </button>
      </p>
    </>
  );
}

interface StageProps {
  readonly image: ImageBitmap;
  readonly turns: number;
  readonly frame: CropFrame;
  readonly onFrame: (frame: CropFrame) => void;
}

/** The turned picture, on which a member draws the frame. */
function Stage({ image, turns, frame, onFrame }: StageProps): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  const begun = useRef<readonly [number, number] | null>(null);
  useEffect(() => {
    if (canvas.current) drawCrop(canvas.current, image, { turns, frame: WHOLE }, SHOWN_PIXELS);
  }, [image, turns]);
  const at = ({ clientX, clientY }: PointerEvent): readonly [number, number] => {
    const { left = 0, top = 0, width = 1, height = 1 } = canvas.current?.getBoundingClientRect() ?? {};
    const percent = (share: number): number => Math.min(100, Math.max(0, share * 100));
    return [percent((clientX - left) / width), percent((clientY - top) / height)];
  };
  return (
    <div
      class="stage is-cropping"
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        begun.current = at(event);
      }}
      onPointerMove={(event) => {
        if (begun.current) onFrame(frameBetween(begun.current, at(event)));
      }}
      onPointerUp={() => (begun.current = null)}
      onPointerCancel={() => (begun.current = null)}
    >
      <canvas ref={canvas} class="whole" />
      <span
        class="crop-frame"
        style={{
          left: `${frame.left}%`,
          top: `${frame.top}%`,
          width: `${frame.width}%`,
          height: `${frame.height}%`,
        }}
      />
    </div>
  );
}
