import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { startLocal } from "../../sites/machine/local.ts";
import type { PublishResult } from "../../runtime/publishing/publisher.ts";
import type { PluginView } from "../../runtime/plugins/management/views.ts";
import { DRIVER, Driver } from "../support/driver.ts";
import { ACME, documentOf, pins } from "../vectors/trust/workshop.ts";
import type { SandboxFigures } from "./sandbox.ts";
import { draftSite, touch } from "./sites.ts";
import { median } from "./statistics.ts";

const PLUGINS = 5;
const PAGES = 10;
const ROUNDS = 100;

/** Measures the publication of one changed page, with active plugins that take no part in it and without them. */
export async function measureBystanders(data: string): Promise<SandboxFigures> {
  const keys = `${data}-keys.json`;
  writeFileSync(keys, JSON.stringify([ACME.jwk]));
  const local = await startLocal({
    port: 0,
    data: join(data, "run"),
    fresh: false,
    profile: "plugins",
    plugins: [],
    demo: false,
    trust: [keys],
    extraWorkers: [DRIVER],
  });
  try {
    return await measured(new Driver(local.port));
  } finally {
    await local.stop();
  }
}

async function measured(driver: Driver): Promise<SandboxFigures> {
  const [alone, among] = [new Publishing(driver, "alone"), new Publishing(driver, "among")];
  await Promise.all([alone.prepare(0), among.prepare(PLUGINS)]);
  const rounds: { ours: number; theirs: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    // The sites take turns, and each goes first equally often.
    const first = round % 2 === 0 ? [among, alone] : [alone, among];
    const times = new Map<Publishing, number>();
    for (const site of first) times.set(site, await site.once(round));
    rounds.push({ ours: times.get(among) ?? 0, theirs: times.get(alone) ?? 0 });
  }
  return {
    name: `publish one changed page, with ${PLUGINS} plugins that declare no hook against none`,
    wanted: "at most 1.10",
    oursMicros: median(rounds.map(({ ours }) => ours)) * 1_000,
    baselineMicros: median(rounds.map(({ theirs }) => theirs)) * 1_000,
    ratio: median(rounds.map(({ ours, theirs }) => ours / theirs)),
  };
}

class Publishing {
  readonly #driver: Driver;
  readonly #tenant: string;
  #version = 1;

  constructor(driver: Driver, tenant: string) {
    this.#driver = driver;
    this.#tenant = tenant;
  }

  async prepare(plugins: number): Promise<void> {
    await draftSite(this.#driver, this.#tenant, PAGES);
    for (let n = 0; n < plugins; n++) await this.#add(`acme.bystander-${n}`);
    await this.#driver.publish(this.#tenant);
  }

  /** Milliseconds from the request to its answer. */
  async once(round: number): Promise<number> {
    this.#version = await touch(this.#driver, this.#tenant, 0, this.#version, `Described for the ${round}th time.`);
    const start = performance.now();
    const { changed } = await this.#driver.run<PublishResult>(this.#tenant, "publish", {});
    const time = performance.now() - start;
    if (changed < 1) throw new Error("publishing a changed page changed nothing");
    return time;
  }

  async #add(id: string): Promise<void> {
    const files = { "main.js": "export const routes = { go: () => ({ body: 1 }) };" };
    const manifest = JSON.stringify({
      manifestVersion: 1,
      id,
      version: "1.0.0",
      name: id,
      kind: "executable",
      engine: "^1.0.0",
      main: "main.js",
      contributes: { routes: [{ name: "go", path: "/go", methods: ["GET"], access: "public" }] },
      files: pins(files),
    });
    const document = JSON.stringify(documentOf({ manifest, files }));
    await this.#driver.run(this.#tenant, "plugin.install", { document, allowDowngrade: false });
    const { active } = await this.#driver.run<PluginView>(this.#tenant, "plugin.state", {
      plugin: id,
      state: "enabled",
    });
    if (!active) throw new Error(`${id} takes no part`);
  }
}
