import { type Size, broken, decodable } from "./unfit.ts";
import { type Walk, asciiAt, skip, take } from "./walk.ts";

const FORMAT = "PNG";
const HEADER_BYTES = 13;

/** Parses all chunks up to IEND, which must be the last. */
export function* png(): Walk<Size> {
  yield* skip(8, FORMAT);
  const first = yield* chunk();
  if (first.name !== "IHDR" || first.length !== HEADER_BYTES) throw broken(FORMAT);
  const header = yield* take(HEADER_BYTES + 4, FORMAT);
  const size = decodable({ width: header.getUint32(0), height: header.getUint32(4) }, FORMAT);
  for (let seen = false; ;) {
    const { name, length } = yield* chunk();
    yield* skip(length + 4, FORMAT);
    if (name === "IEND" && seen) return size;
    seen ||= name === "IDAT";
  }
}

function* chunk(): Walk<{ name: string; length: number }> {
  const head = yield* take(8, FORMAT);
  const name = asciiAt(head, 4, 4);
  if (!/^[A-Za-z]{4}$/.test(name)) throw broken(FORMAT);
  return { name, length: head.getUint32(0) };
}
