import { broken, unfitFile } from "./unfit.ts";
import { type Walk, asciiAt, skip, take, takeMore } from "./walk.ts";

const FORMAT = "Ogg";
const HEAD_BYTES = 27;
/** Bits of a page's header type: first and last page of a stream. */
const [BEGINS, ENDS] = [2, 4];
const NAME_BYTES = 8;

/** The beginning of an audio stream. Ogg files with video or other contents are refused. */
const SOUNDS = /^(?:\x01vorbis|OpusHead|\x7fFLAC|Speex {3})/;

interface OggPage {
  readonly kind: number;
  readonly stream: number;
  readonly length: number;
}

function* pageOf(head: DataView): Walk<OggPage> {
  if (asciiAt(head, 0, 4) !== "OggS" || head.getUint8(4) !== 0) throw broken(FORMAT);
  const segments = yield* take(head.getUint8(26), FORMAT);
  let length = 0;
  for (let index = 0; index < segments.byteLength; index++) length += segments.getUint8(index);
  return { kind: head.getUint8(5), stream: head.getUint32(14), length };
}

/** Parses all pages. Each stream must begin as audio, and must have a last page. */
export function* ogg(): Walk<null> {
  const open = new Set<number>();
  let streams = 0;
  for (let head = yield* takeMore(HEAD_BYTES, FORMAT); head; head = yield* takeMore(HEAD_BYTES, FORMAT)) {
    const { kind, stream, length } = yield* pageOf(head);
    if (kind & BEGINS) {
      if (open.has(stream) || length < NAME_BYTES) throw broken(FORMAT);
      if (!SOUNDS.test(asciiAt(yield* take(NAME_BYTES, FORMAT), 0, NAME_BYTES)))
        throw unfitFile("an Ogg file with content other than sound", "an Ogg file with Opus, Vorbis, FLAC or Speex");
      open.add(stream);
      streams += 1;
    } else if (!open.has(stream)) throw broken(FORMAT);
    yield* skip(length - (kind & BEGINS ? NAME_BYTES : 0), FORMAT);
    if (kind & ENDS) open.delete(stream);
  }
  if (streams === 0 || open.size > 0) throw broken(FORMAT);
  return null;
}
