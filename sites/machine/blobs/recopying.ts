import { setTimeout } from "node:timers/promises";
import { RECOPY_PAUSE_MS, RECOPY_TRIES_MAX } from "../../../manifests/bounds/operators.ts";
import { reason } from "../process/problem.ts";
import { requestLocal } from "../process/request.ts";
import type { Loss } from "../state/losses.ts";

/** Asks for a tenant's public content to be copied to the public store again. Rejects unless it is accepted. */
export type Recopy = (tenant: string) => Promise<void>;

export interface RecopyingInput {
  readonly tell: (line: string) => void;
  /** Called for a lost value that nothing has filled again. */
  readonly onLost: (loss: Loss) => void;
  readonly wait?: (ms: number) => Promise<void>;
}

const pausing = (ms: number): Promise<void> => setTimeout(ms, undefined, { ref: false });

/** Fills the public store again when a value of it was damaged. The workspaces have everything that it held. */
export class Recopying {
  readonly #input: RecopyingInput;
  readonly #begun = Promise.withResolvers<Recopy>();
  /** Values of a tenant that were lost since its last copy began. */
  readonly #lost = new Map<string, Loss[]>();

  constructor(input: RecopyingInput) {
    this.#input = input;
  }

  /** From this call on, the workers can be asked. */
  begin(recopy: Recopy): void {
    this.#begun.resolve(recopy);
  }

  /** Many values of one tenant share one copy. */
  want(tenant: string, loss: Loss): void {
    const lost = this.#lost.get(tenant);
    if (lost) return void lost.push(loss);
    this.#lost.set(tenant, [loss]);
    void this.#copy(tenant);
  }

  async #copy(tenant: string): Promise<void> {
    const { tell, onLost, wait = pausing } = this.#input;
    const recopy = await this.#begun.promise;
    for (let tried = 1; ; tried++) {
      const lost = this.#lost.get(tenant) ?? [];
      this.#lost.set(tenant, []);
      try {
        await recopy(tenant);
        if (this.#lost.get(tenant)?.length === 0) break;
      } catch (error) {
        this.#lost.get(tenant)?.unshift(...lost);
        tell(`The public content of the tenant ${tenant} could not be copied again: ${reason(error)}`);
        if (tried >= RECOPY_TRIES_MAX) return void this.#take(tenant).forEach(onLost);
        await wait(RECOPY_PAUSE_MS);
      }
    }
    this.#take(tenant);
    tell(`The public content of the tenant ${tenant} is copied to the public store again.`);
  }

  #take(tenant: string): readonly Loss[] {
    const lost = this.#lost.get(tenant) ?? [];
    this.#lost.delete(tenant);
    return lost;
  }
}

/** Asks this machine's workers as an operator. */
export const recopyWith =
  ({ port, secret }: { readonly port: number; readonly secret: string }): Recopy =>
  async (tenant) => {
    const { status, text } = await requestLocal({
      port,
      host: "localhost",
      path: `/api/admin/tenants/${encodeURIComponent(tenant)}/recopy`,
      method: "POST",
      headers: { authorization: `Bearer ${secret}` },
    });
    if (status !== 200) throw new Error(`${text.trim().slice(0, SAID_MAX)} (${status})`);
  };

const SAID_MAX = 200;
