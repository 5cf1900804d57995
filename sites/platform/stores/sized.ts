/** A stream of known length, which R2 needs. A body of another length makes it fail, and R2's `put` reports that. */
export function sizedBody(body: ReadableStream<Uint8Array>, bytes: number): ReadableStream<Uint8Array> {
  const { readable, writable } = new FixedLengthStream(bytes);
  // The reader gets a failure of either side.
  void body.pipeTo(writable).catch(() => undefined);
  return readable;
}
