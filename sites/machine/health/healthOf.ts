import { requestLocal } from "../process/request.ts";
import { ownVersion } from "../state/dataVersion.ts";
import type { Space } from "../state/space.ts";
import { Health, type HealthReport } from "./health.ts";

/**
 * The longest wait for a page of the status, and then for any answer, in milliseconds. Both waits together stay below
 * the eight seconds after which monitors give up.
 */
const ANSWER_MS = 3_000;

interface Watched {
  /** The port on which the workers listen. */
  readonly inner: number;
  readonly secret: string;
  readonly space: Space;
  /** The number of lost and damaged parts of the data. */
  readonly losses: () => number;
  readonly wantsLoader: boolean;
}

/** Builds the health check of a run, which asks its workers as an operator would. */
export function healthOf({ inner, secret, space, losses, wantsLoader }: Watched): () => Promise<HealthReport> {
  const health = new Health({
    release: ownVersion().release,
    wantsLoader,
    losses,
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
