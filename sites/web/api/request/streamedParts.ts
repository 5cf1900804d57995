interface Part<Next> {
  readonly csv: string;
  /** The place of the next part; null after the last. */
  readonly next: Next | null;
}

/**
 * Streams an export. The next part is read only after the previous one was sent, so that both sides hold one part. The
 * first part is read at once, because a refusal still needs its status.
 */
export async function streamedParts<Next>(
  read: (from: Next | null) => Promise<Part<Next>>,
): Promise<ReadableStream<Uint8Array>> {
  const text = new TextEncoder();
  let part: Part<Next> | null = await read(null);
  let from: Next | null = null;
  return new ReadableStream({
    async pull(controller) {
      const { csv, next }: Part<Next> = part ?? (await read(from));
      part = null;
      from = next;
      if (csv !== "") controller.enqueue(text.encode(csv));
      if (next === null) controller.close();
    },
  });
}
