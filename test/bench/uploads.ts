import { randomUUID } from "node:crypto";
import { DEMO_NAMES, loadDemo } from "../../sites/demo/load.ts";
import type { Local } from "../../sites/machine/local.ts";
import { Client } from "../support/client.ts";
import { pngOfBytes } from "../support/mediaFiles.ts";
import type { Member } from "../support/members.ts";
import { peakBytes, resetPeak } from "./cpu.ts";
import { median } from "./statistics.ts";

export interface UploadFigures {
  readonly megabytes: number;
  readonly seconds: number;
  /** The process's peak memory during the upload, above its memory before. The simulated bucket is included. */
  readonly memoryGrowthMb: number;
}

const MEGABYTES = 25;
/** Uncounted uploads, after which the runtime's heap has its full size. */
const WARM = 3;
const ROUNDS = 7;

export async function measureUploads({ port, pid }: Local, [member]: readonly Member[]): Promise<UploadFigures> {
  if (pid === undefined || !member) throw new Error("workerd is not running, or nobody is a member");
  const client = new Client(port, loadDemo(DEMO_NAMES[0]).domain.hostname, member.cookie);
  const rounds: { seconds: number; growth: number }[] = [];
  for (let round = 0; round < WARM + ROUNDS; round++) {
    const file = pngOfBytes(MEGABYTES * 1024 * 1024 - round);
    const [resident, started] = [resetPeak(pid), performance.now()];
    await client.done("POST", "/api/media?name=large.png", { file, key: randomUUID() });
    rounds.push({ seconds: (performance.now() - started) / 1000, growth: peakBytes(pid) - resident });
  }
  const measured = rounds.slice(WARM);
  return {
    megabytes: MEGABYTES,
    seconds: median(measured.map(({ seconds }) => seconds)),
    memoryGrowthMb: median(measured.map(({ growth }) => growth)) / 2 ** 20,
  };
}
