/** A new capability verb is one row and its function. An invented row shows this. */
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import type { VerbRow } from "../../capabilities/verbs/verb.ts";
import type { Manifest } from "../../manifests/manifest/manifest.ts";
import { executable } from "../manifests/fixture.ts";
import { reloaded } from "./reloaded.ts";

const VERB = "storage.count" as "storage.list";

const ROW: VerbRow<{ readonly maxKeys: number }> = {
  input: z.strictObject({ from: z.string() }),
  answer: z.object({ keys: z.int() }),
  methods: {
    count: {
      says: ["The number of keys that follow one."],
      takes: ({ maxKeys }) => ({ from: z.string(), most: z.optional(z.enum([`${maxKeys}`])) }),
      gives: z.int(),
      code: "async (from) => (await ask({ from })).keys",
    },
    countAll: {
      takes: () => ({}),
      gives: z.object({ keys: z.int() }),
      code: '() => ask({ from: "" })',
      isOfferedWith: ({ maxKeys }) => maxKeys > 1,
    },
  },
  callsApart: 2,
};

const load = async () => ({
  ...(await import("../../capabilities/loan.ts")),
  ...(await import("../../capabilities/outcome.ts")),
  ...(await import("../../sites/tools/guest/guestPowers.ts")),
  ...(await import("../../sites/cli/plugin/types/declarations.ts")),
});

let made: Awaited<ReturnType<typeof load>>;
let forget: () => void;
beforeAll(async () => {
  type Table = typeof import("../../capabilities/verbs/storage.ts");
  ({ modules: made, forget } = await reloaded(
    "capabilities/verbs/storage.ts",
    ({ STORAGE }: Table) => ({ STORAGE: { ...STORAGE, [VERB]: ROW } }),
    load,
  ));
});
afterAll(() => forget());

/** The generated module as an isolate loads it, with a lender that echoes each question. */
async function powers(): Promise<Record<string, Record<string, (...input: unknown[]) => Promise<unknown>>>> {
  const stand = {
    "./currentCall.ts":
      "export const askLender = async (verb, input) => ({ keys: `${verb} ${JSON.stringify(input)}` });",
    "./fetch.ts": "export const bytesOf = 0, leasedFetch = 0;",
  };
  const { outputFiles } = await build({
    stdin: { contents: made.guestPowers(""), loader: "ts" },
    bundle: true,
    write: false,
    format: "esm",
    plugins: [
      {
        name: "stand",
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^\.\// }, ({ path }) => ({ path, namespace: "stand" }));
          onLoad({ filter: /./, namespace: "stand" }, ({ path }) => ({ contents: stand[path as keyof typeof stand] }));
        },
      },
    ],
  });
  const module = (await import(`data:text/javascript,${encodeURIComponent(outputFiles[0]?.text ?? "")}`)) as {
    powers: Awaited<ReturnType<typeof powers>>;
  };
  return module.powers;
}

const typesWith = (maxKeys: number): Promise<string> => {
  const manifest: Manifest = { ...executable, contributes: {}, capabilities: { storage: { maxBytes: 1, maxKeys } } };
  return made.declarations(manifest);
};

describe("one row of the contract gives", () => {
  test("the check of what is asked, and how often", async () => {
    const terms = { verbs: { [VERB]: (input: unknown) => made.given({ input }) }, calls: 0, deadline: 1 };
    const loan = new made.Loan(terms, {
      now: () => 0,
      stillHolds: () => true,
      broke: () => undefined,
      calledLate: () => undefined,
    });
    const answers = [];
    for (const input of [{ from: 1 }, { from: "a" }, { from: "b" }])
      answers.push(JSON.parse(await loan.call(VERB, JSON.stringify(input))) as unknown);
    expect(answers).toMatchObject([
      { error: { code: "invalid" } },
      { value: { input: { from: "a" } } },
      { error: { code: "spent" } },
    ]);
  });

  test("the members of ctx inside an isolate", async () => {
    const { storage = {} } = await powers();
    expect(await storage["count"]?.("a")).toBe('storage.count {"from":"a"}');
    expect(await storage["countAll"]?.()).toEqual({ keys: 'storage.count {"from":""}' });
  });

  test("the types authors get, as far as the manifest asks", async () => {
    expect(await typesWith(7)).toContain(
      '  /** The number of keys that follow one. */\n  count(from: string, most?: "7"): Promise<number>;\n  countAll(): Promise<{ keys: number }>;\n}\n',
    );
    expect(await typesWith(1)).not.toContain("countAll");
  });
});
