import { join } from "node:path";
import { DEMO_NAMES, loadDemo } from "../../sites/demo/load.ts";
import { startLocal, type Local } from "../../sites/machine/local.ts";
import { DRIVER } from "../support/driver.ts";
import type { Member } from "../support/members.ts";
import { BEHIND_TESTS } from "../support/proxied.ts";
import { benchEditors, compareEditing } from "./editing.ts";
import { type ServingFigures, compare, targetOf } from "./serving.ts";

/** One worker for each tenant compared with one for all, in turns on the same machine. */
export interface ManagedFigures {
  readonly figures: readonly ServingFigures[];
  readonly startSeconds: number;
}

const start = (data: string, managed: boolean, first: readonly string[] = []): Promise<Local> =>
  startLocal({
    port: 0,
    data,
    fresh: false,
    profile: "full",
    managed,
    plugins: [],
    extraWorkers: first,
    serving: BEHIND_TESTS,
  });

async function withEditors(data: string, managed: boolean): Promise<Member[]> {
  const local = await start(data, managed, [DRIVER]);
  try {
    return await benchEditors(local);
  } finally {
    await local.stop();
  }
}

const { hostname } = loadDemo(DEMO_NAMES[0]).domain;
const page = (local: Local, path: string) => targetOf(local, path, `${hostname}:${local.port}`);

export async function measureManaged(data: string): Promise<ManagedFigures> {
  const [one, other] = [join(data, "managed"), join(data, "shared")];
  const editors = { ours: await withEditors(one, true), theirs: await withEditors(other, false) };
  const before = performance.now();
  await using managed = stopping(await start(one, true));
  const startSeconds = (performance.now() - before) / 1000;
  await using shared = stopping(await start(other, false));
  const [ours, theirs] = [managed.local, shared.local];
  return {
    startSeconds,
    figures: [
      await compare("cached page, by tenant", page(ours, "/"), page(theirs, "/"), 300),
      await compare("uncached page, by tenant", page(ours, "/?fresh"), page(theirs, "/?fresh"), 200),
      await compareEditing("section update, by tenant", ours, theirs, editors),
    ],
  };
}

const stopping = (local: Local) => ({ local, [Symbol.asyncDispose]: () => local.stop() });
