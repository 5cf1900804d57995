import { requestLocal } from "../request.ts";
import { ownVersion } from "../state/dataVersion.ts";
import type { Space } from "../state/space.ts";
import { Health } from "./health.ts";
import type { HealthReport } from "./health.ts";

/**
 * Longest wait for one page of the status, and then for any answer at all, in milliseconds. Programs that watch a machine
 * give up after eight seconds.
 */
const ANSWER_MS = 3_000;

interface Watched {
  /** The port on which the workers listen. */
  readonly inner: number;
  readonly secret: string;
  readonly space: Space;
  readonly wantsLoader: boolean;
}

/** Looks at the health of a run by asking its workers as an operator asks. */
export function healthOf({ inner, secret, space, wantsLoader }: Watched): () => Promise<HealthReport> {
  const health = new Health({
    release: ownVersion().release,
    wantsLoader,
    disk: () => ({ freeBytes: space.free, isEnough: space.isEnough }),
    now: Date.now,
    answers: () =>
      requestLocal({ port: inner, host: "localhost", path: "/", timeoutMs: ANSWER_MS }).then(
        () => true,
        () => false,
      ),
    status: async (cursor) => {
      const { status, text } = await requestLocal({
        port: inner,
        host: "localhost",
        path: `/api/admin/status${cursor === null ? "" : `?cursor=${encodeURIComponent(cursor)}`}`,
        headers: { authorization: `Bearer ${secret}` },
        timeoutMs: ANSWER_MS,
      });
      if (status !== 200) throw new Error(`The status answers ${status}.`);
      return JSON.parse(text) as unknown;
    },
  });
  return () => health.report();
}
