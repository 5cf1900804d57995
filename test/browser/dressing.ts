import { randomUUID } from "node:crypto";
import type { Theme } from "../../runtime/documents/content/content.ts";
import { loadDemo } from "../../sites/demo/load.ts";
import { Driver, persistently, visit } from "../support/driver.ts";
import { DEMO_HOST } from "./sitePages.ts";

const { tenant, site, theme: own } = loadDemo("saltmarrow");

/** Changes the demo's theme and publishes it, as a member would. */
export class Dressing {
  readonly #port: number;
  readonly #driver: Driver;
  #version = 1;

  constructor(port: number) {
    this.#port = port;
    this.#driver = new Driver(port);
  }

  /** Resolves when visitors see the theme on all these paths. */
  async wear(body: Theme, paths: readonly string[]): Promise<void> {
    await this.#command("documents.write", { writes: [{ kind: "theme", id: "site", expected: this.#version, body }] });
    this.#version += 1;
    await this.#command("publish", {});
    await persistently(async () => {
      const seen = await Promise.all(paths.map((path) => visit(this.#port, DEMO_HOST, path)));
      if (!seen.every((page) => page.body.includes(`data-theme="${body.theme}"`)))
        throw new Error(`visitors do not see ${body.theme} yet`);
    });
  }

  /** Restores the demo's own theme. */
  own(paths: readonly string[]): Promise<void> {
    return this.wear(own, paths);
  }

  async #command(name: string, input: unknown): Promise<void> {
    const envelope = {
      site: site.id,
      actor: { kind: "member", id: "tester" },
      key: randomUUID(),
      requestId: randomUUID(),
    };
    await this.#driver.call(tenant.id, "execute", name, envelope, input);
  }
}
