/** The `ctx` of a plugin's code, over a real storage. Letters are listed, and pages are the given ones. */
import type { Verb } from "../../capabilities/contract.ts";
import { lendStorage } from "../../capabilities/storage.ts";
import { askLoan, loanOf } from "../capabilities/asking.ts";
import { testPowers } from "../runtime/kernel/powers.ts";

export interface SentLetter {
  readonly letter: string;
  readonly submission?: number;
  readonly data?: unknown;
  readonly once?: string;
}

const QUOTA = { maxBytes: 64_000_000, maxKeys: 100_000 };

type Pages = Readonly<Record<string, object>>;

export function codeContext<S extends object>(plugin: string, settings: S, pages: Pages = {}) {
  const { sql } = testPowers();
  const reads: string[] = [];
  const lent = lendStorage(sql, { site: "main", plugin }, QUOTA, (read) => reads.push(read));
  /** A loan of its own for each verb, because a test calls the plugin many times. */
  const loan = () => loanOf(lent, { deadline: Number.MAX_SAFE_INTEGER });
  const letters: SentLetter[] = [];
  let calls = 0;
  const ask = async (verb: Verb, input: unknown): Promise<Record<string, unknown>> => {
    calls += 1;
    const answer = await askLoan(loan(), verb, input);
    if (typeof answer === "string") throw new Error(`${verb}: ${answer}`);
    return answer as Record<string, unknown>;
  };
  const entries = async (keys: readonly string[]) =>
    (await ask("storage.get", { keys }))["entries"] as { key: string; value: unknown }[];
  const storage = {
    get: async (key: string) => (await entries([key]))[0]?.value,
    getMany: async (keys: readonly string[]) => new Map((await entries(keys)).map(({ key, value }) => [key, value])),
    put: (key: string, value: unknown) => ask("storage.put", { entries: [{ key, value }] }),
    change: async (seen: unknown, changes: object) => (await ask("storage.change", { seen, ...changes }))["changed"],
    delete: (...keys: string[]) => ask("storage.delete", { keys }),
    list: (options: object) => ask("storage.list", options),
  };
  const stored = () => sql.all<{ key: string; value: string }>("SELECT key, value FROM plugin_storage ORDER BY key");
  return {
    site: { id: "main", name: "Saltmarrow", origin: "https://site.example", language: "en", timeZone: "UTC" },
    settings: { ...settings },
    storage,
    content: {
      get: async (kind: string, id: string) => {
        calls += 1;
        return kind === "page" && pages[id] ? { kind, id, version: 1, body: pages[id] } : null;
      },
    },
    mail: {
      /** As the site does: of one occasion, it sends one letter. */
      send: async (letter: SentLetter) => {
        calls += 1;
        if (letter.once !== undefined && letters.some(({ once }) => once === letter.once)) return { queued: 0 };
        letters.push(letter);
        return { queued: 1 };
      },
    },
    letters,
    /** The parts of the storage that were read, as pages depend on them. */
    reads,
    stored,
    keys: (prefix: string) => stored().flatMap(({ key }) => (key.startsWith(prefix) ? [key] : [])),
    /** Runs an action once: after a call has looked, and before it changes what it saw. */
    beforeChange(action: () => Promise<unknown>) {
      const { change } = storage;
      storage.change = async (...asked) => {
        storage.change = change;
        await action();
        return change(...asked);
      };
    },
    /** The number of verbs that an action calls. */
    async callsOf(action: () => Promise<unknown>) {
      const begun = calls;
      await action();
      return calls - begun;
    },
  };
}
