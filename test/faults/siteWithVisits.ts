import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { loadDemo } from "../../sites/demo/load.ts";
import { Owner } from "../../sites/machine/provisioning/owner.ts";
import { requestLocal, type LocalReply } from "../../sites/machine/process/request.ts";
import { persistently } from "../support/driver.ts";

/** A plugin whose route performs the harmful action that a caller names. */
export const VISITS = "lantern.visits";
export const VISITS_FOLDER = fileURLToPath(new URL("../fixtures/plugins/visits", import.meta.url));

export const OWNER = "ottilie-marchbank";
export const DEMO = loadDemo("saltmarrow");
const { hostname } = DEMO.domain;

/** A site of another tenant on the same machine. */
export const NEIGHBOUR = loadDemo("pocketful").domain.hostname;

/** The site with the plugin, and its owner. */
export class SiteWithVisits {
  readonly #port: number;
  readonly #owner: Owner;

  private constructor(port: number, owner: Owner) {
    this.#port = port;
    this.#owner = owner;
  }

  static async at(port: number): Promise<SiteWithVisits> {
    return new SiteWithVisits(port, await Owner.logIn({ port, hostname, subject: OWNER }));
  }

  ask(deed: string): Promise<LocalReply> {
    const path = `/api/plugins/${VISITS}/routes/count?deed=${deed}`;
    return requestLocal({ port: this.#port, host: hostname, path });
  }

  /** The status of a call; 0 without an answer. */
  call(deed: string): Promise<number> {
    return this.ask(deed).then(
      ({ status }) => status,
      () => 0,
    );
  }

  state(): Promise<string> {
    return persistently(async () => (await this.#owner.read<{ state: string }>(`/api/plugins/${VISITS}`)).state);
  }

  async answersAgain(): Promise<void> {
    await persistently(async () => {
      const status = await this.call("tell");
      if (status !== 200) throw new Error(`the plugin answers ${status}`);
    });
  }

  async putBack(): Promise<void> {
    const body = { state: "enabled" };
    await persistently(() => this.#owner.done({ method: "PUT", path: `/api/plugins/${VISITS}/state`, body }));
  }
}

/** The message that blames the plugin. */
export const VISITS_DID_IT = expect.stringMatching(
  /lantern\.visits of the site .+ caused it\. Its version goes into quarantine if it is in use, and is refused if it is waiting\.$/,
) as string;

/** The messages about ended processes. */
export const endingsIn = (said: readonly string[]): string[] => said.filter((line) => line.includes("so it is ended"));
