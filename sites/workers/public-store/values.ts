import { WorkerEntrypoint } from "cloudflare:workers";
import { withoutDisposer } from "../../platform/tenants/stubs.ts";
import type { ProvenValue } from "../../platform/publicStore/publicValues.ts";
import type { Env, Listed, Listing } from "./env.ts";
import type { PublicValues } from "./publicValues.ts";

/** The binding names the store, so a worker reaches no other one. */
interface Props {
  readonly store: string;
}

/** The binding of workers: a part of KV's functions, and one that stores several values at once. */
export class Values extends WorkerEntrypoint<Env, Props> {
  async get(key: string, type: "text" | "json" = "text"): Promise<unknown> {
    const text = await this.#store.get(key);
    return type === "json" && text !== null ? JSON.parse(text) : text;
  }

  put(key: string, text: string, { metadata }: { readonly metadata: { readonly sha256: string } }): Promise<void> {
    return this.#store.putAll([{ key, text, sha256: metadata.sha256 }]);
  }

  putAll(values: readonly ProvenValue[]): Promise<void> {
    return this.#store.putAll(values);
  }

  delete(key: string): Promise<void> {
    return this.#store.remove(key);
  }

  async list(listing: Listing): Promise<Listed> {
    return withoutDisposer(await this.#store.list(listing));
  }

  get #store(): Store {
    const { STORES } = this.env;
    return STORES.get(STORES.idFromName(this.ctx.props.store)) as unknown as Store;
  }
}

/** The object's methods, as they are called from another worker. */
interface Store {
  get(...input: Parameters<PublicValues["get"]>): Promise<string | null>;
  putAll(...input: Parameters<PublicValues["putAll"]>): Promise<void>;
  remove(...input: Parameters<PublicValues["remove"]>): Promise<void>;
  list(...input: Parameters<PublicValues["list"]>): Promise<Listed>;
}
