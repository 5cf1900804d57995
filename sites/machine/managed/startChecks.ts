import { randomUUID } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { messageOf } from "../logs/message.ts";
import { reason } from "../process/problem.ts";
import { ADDRESS } from "../process/listening.ts";
import type { TenantScript } from "../provider/state.ts";
import { withCertificates } from "../runner/certificates.ts";
import { guard } from "../runner/guarded.ts";
import { limitsOfSandbox } from "../runner/limits.ts";
import { workerdPath } from "../runner/platform.ts";
import { writeRuntimeConfig } from "../runner/runtimeConfig.ts";
import type { DataFolder } from "../state/dataFolder.ts";
import { uploadedWorker } from "./uploadedWorker.ts";
import { writeScript } from "./writeScript.ts";

/** The longest start of one worker, in milliseconds. It takes a tenth of a second on an idle machine. */
const START_MS = 20_000;
/** The longest reason, in characters. */
const REASON_MAX = 200;

/**
 * Starts uploaded code alone, as the provider does at each upload. All tenants share one process, which does not start
 * if the code of one tenant does not.
 */
export class StartChecks {
  readonly #folder: Pick<DataFolder, "config">;
  readonly #startMs: number;
  readonly #known = new Map<string, Promise<string | undefined>>();

  constructor(folder: Pick<DataFolder, "config">, startMs = START_MS) {
    this.#folder = folder;
    this.#startMs = startMs;
  }

  /** The reason why the code does not start. Undefined if it starts. Code that several tenants have starts once. */
  async findFault(uploaded: TenantScript): Promise<string | undefined> {
    return faultOfBindings(uploaded) ?? (await this.#faultOfCode(uploaded));
  }

  #faultOfCode(uploaded: TenantScript): Promise<string | undefined> {
    const { script, metadata, classes } = uploaded;
    const key = JSON.stringify([script.etag, metadata.main_module, datesOf(metadata), classes]);
    const known = this.#known.get(key);
    if (known) return known;
    const found = this.#start(uploaded);
    this.#known.set(key, found);
    return found;
  }

  async #start(uploaded: TenantScript): Promise<string | undefined> {
    const folder = join(this.#folder.config, "checks", randomUUID());
    mkdirSync(folder, { recursive: true });
    try {
      return await faultOfStart(configIn(folder, uploaded), this.#startMs, withCertificates(this.#folder));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

function faultOfBindings({ script, metadata, classes }: TenantScript): string | undefined {
  try {
    uploadedWorker({ name: script.id, script: "", metadata, classes });
    return undefined;
  } catch (error) {
    return reason(error);
  }
}

const datesOf = ({ compatibility_date, compatibility_flags = [] }: TenantScript["metadata"]) => [
  compatibility_date,
  ...compatibility_flags,
];

/** A configuration with the code alone: without bindings, stores and a network. */
function configIn(folder: string, uploaded: TenantScript): string {
  const { metadata, classes } = uploaded;
  const script = writeScript(folder, uploaded);
  const alone = { ...metadata, bindings: [] };
  const worker = uploadedWorker({ name: NAME, script, metadata: alone, classes });
  const sockets = { [NAME]: { address: `${ADDRESS}:0`, worker: NAME } };
  return writeRuntimeConfig({ workers: [worker], sockets, folder, state: join(folder, "state"), host: undefined });
}

const NAME = "uploaded";

/** workerd reports a socket only after all code has started. */
async function faultOfStart(config: string, startMs: number, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const command = [...limitsOfSandbox(), workerdPath(), "serve", "--experimental", "--control-fd=3", config];
  const running = guard(command, env);
  const output: string[] = [];
  const listening = Promise.withResolvers<undefined>();
  createInterface({ input: running.control }).on("line", () => listening.resolve(undefined));
  for (const input of [running.stdout, running.stderr])
    createInterface({ input }).on("line", (line) => output.push(...messageOf(line).text.split("\n")));
  try {
    return await Promise.race([
      listening.promise,
      running.exited.then((code) => faultIn(output) ?? `workerd ended with code ${code}`),
      setTimeout(startMs, `it did not start within ${startMs / 1000} s`, { ref: false }),
    ]);
  } finally {
    await running.stop();
  }
}

const SAYS = /^service \w+: (.+)$/;

const faultIn = (lines: readonly string[]): string | undefined =>
  lines
    .flatMap((line) => SAYS.exec(line)?.[1] ?? [])
    .map((text) => text.slice(0, REASON_MAX))
    .at(0);
