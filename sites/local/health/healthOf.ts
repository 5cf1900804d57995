import { requestLocal } from "../request.ts";
import { ownVersion } from "../state/dataVersion.ts";
import type { Space } from "../state/space.ts";
import { Health } from "./health.ts";

/** Longest wait for one page of the status, in milliseconds. Programs that watch a machine give up after ten seconds. */
const ANSWER_MS = 4_000;

interface Watched {
  /** The port on which the workers listen. */
  readonly inner: number;
  readonly secret: string;
  readonly space: Space;
  readonly wantsLoader: boolean;
}

/** The health of a run, asked of its workers as an operator asks. */
export const healthOf = ({ inner, secret, space, wantsLoader }: Watched): Health =>
  new Health({
    release: ownVersion().release,
    wantsLoader,
    disk: () => ({ freeBytes: space.free, isEnough: space.isEnough }),
    now: Date.now,
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
