import { broken } from "./unfit.ts";
import { type Walk, asciiAt, skip, skipAll, take } from "./walk.ts";

const FORMAT = "MP3";

/** The bit rates in kbit/s, by the number in the header: of MPEG 1 layer III, and of MPEG 2 and 2.5. */
const RATES = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const LOW_RATES = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
/** The samples per second of MPEG 1. MPEG 2 halves them, and MPEG 2.5 halves them twice. */
const SAMPLES = [44_100, 48_000, 32_000];
const HALVED: Readonly<Record<number, number>> = { 3: 1, 2: 2, 0: 4 };

/** The length of an audio frame, from its first four bytes. Undefined if they are no frame header. */
export function frameLength(head: number): number | undefined {
  const halved = HALVED[(head >>> 19) & 3];
  const bits = (halved === 1 ? RATES : LOW_RATES)[(head >>> 12) & 15];
  const samples = SAMPLES[(head >>> 10) & 3];
  if (head >>> 21 !== 0x7ff || ((head >>> 17) & 3) !== 1 || !halved || !bits || !samples) return undefined;
  return Math.floor(((halved === 1 ? 144 : 72) * bits * 1000 * halved) / samples) + ((head >>> 9) & 1);
}

/** Requires two consecutive frames, because a single frame header may occur by chance. */
export function* mp3(): Walk<null> {
  let head = yield* take(4, FORMAT);
  if (asciiAt(head, 0, 3) === "ID3") {
    const more = yield* take(6, FORMAT);
    const length = [2, 3, 4, 5].reduce((sum, at) => sum * 128 + (more.getUint8(at) & 127), 0);
    yield* skip(length, FORMAT);
    head = yield* take(4, FORMAT);
  }
  const length = frameLength(head.getUint32(0));
  if (length === undefined) throw broken(FORMAT);
  yield* skip(length - 4, FORMAT);
  if (frameLength((yield* take(4, FORMAT)).getUint32(0)) === undefined) throw broken(FORMAT);
  yield* skipAll();
  return null;
}
