import { generateKeyPairSync } from "node:crypto";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { defineConfig, type Plugin, type TestProjectInlineConfiguration } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { packProject } from "./sites/tools/firstParty.ts";
import { bundledClients } from "./test/bundledClients.ts";
import { bundledPackages } from "./test/bundledPackages.ts";
import { DEFINE, bundledSources } from "./test/bundledSources.ts";
import { firstParty } from "./test/firstPartyModule.ts";
import { DEFAULT_TIMEOUT_MS, PROJECTS, files, runsFirst, type Project } from "./test/projects.ts";
import { sharedModules } from "./test/sharedModules.ts";
import { ensureBuilt } from "./test/staticFiles.ts";
import { useTemporaryFolder } from "./test/temporaryFolder.ts";

/** Programs that tests start share their compiled sources: each starts in half the time. */
process.env["NODE_COMPILE_CACHE"] ??= join(import.meta.dirname, ".build/compiled");

useTemporaryFolder();

const WITH_CODE = "drawbridge:with-code";

/** The project's plugins with code, which tests install as an owner does. */
const withCode = (): Plugin => ({
  name: "with-code",
  enforce: "pre",
  resolveId: (id) => (id === WITH_CODE ? `\0${WITH_CODE}` : undefined),
  load: (id) => (id === `\0${WITH_CODE}` ? `export default ${JSON.stringify(packProject().executable)};` : undefined),
});

/** A key of this run, whose plugins the workers under test believe; the tests sign with its private half. */
const { privateKey, publicKey } = generateKeyPairSync("ed25519");
const PLUGIN_TRUST = {
  PLUGIN_TRUST_KEYS: JSON.stringify([publicKey.export({ format: "jwk" })]),
  PLUGIN_SIGNING_KEY: privateKey.export({ format: "jwk" }) as Record<string, string>,
  PLUGIN_SETTINGS_SECRET: "only-for-these-tests-only-for-these-tests",
};

/** The key that dispatch grants of this run are signed with. */
const dispatch = generateKeyPairSync("ed25519");
const DISPATCH = {
  DISPATCH_SIGNING_KEY: JSON.stringify({ ...dispatch.privateKey.export({ format: "jwk" }), kid: "one" }),
  DISPATCH_KEYS: JSON.stringify([
    { ...dispatch.publicKey.export({ format: "jwk" }), kid: "one", "svc:audiences": ["public", "private", "platform"] },
  ]),
};

/** All worker tests find the control plane's migrations in their environment, to apply them to an empty database. */
const workerd = async ({ worker = "" }: Project): Promise<TestProjectInlineConfiguration> => {
  // Takes seconds to load, which suites in Node do without.
  const { cloudflareTest, readD1Migrations } = await import("@cloudflare/vitest-plugin");
  return {
    define: DEFINE,
    plugins: [
      ...bundledSources(),
      firstParty(),
      withCode(),
      bundledClients(),
      bundledPackages(),
      cloudflareTest({
        wrangler: { configPath: worker },
        miniflare: { bindings: { MIGRATIONS: await readD1Migrations("./migrations"), ...PLUGIN_TRUST, ...DISPATCH } },
      }),
    ],
  };
};

/** The way each environment runs its tests. */
const ENVIRONMENTS: Record<Project["in"], (entry: Project) => Promise<TestProjectInlineConfiguration>> = {
  node: async () => ({}),
  workerd,
};

/**
 * The way each environment loads modules. Node loads our sources as they are, in a sixth less processor time than by
 * vite, which rewrites each use of an import. A suite in workerd shares the modules that vite has rewritten.
 */
const MODULES: Record<Project["in"], TestProjectInlineConfiguration["test"]> = {
  node: { experimental: { viteModuleRunner: false } },
  workerd: sharedModules(),
};

const POLL_MS = 15_000;

/** The pause between two looks. A look often asks a site. */
const LOOK_MS = 100;

/** Room for objects that live shortly, in MiB. Where cases make many, this saves a twentieth of the processor time. */
const YOUNG_OBJECTS = "--max-semi-space-size=64";

const usualOrder = BaseSequencer.prototype.sort;

/** Begins with the files whose cost grows with what the others leave. */
class CheapestOrder extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await usualOrder.call(this, specifications);
    return [
      ...sorted.filter(({ moduleId }) => runsFirst(moduleId)),
      ...sorted.filter(({ moduleId }) => !runsFirst(moduleId)),
    ];
  }
}

const project = async (entry: Project): Promise<TestProjectInlineConfiguration> => ({
  ...(await ENVIRONMENTS[entry.in](entry)),
  test: {
    name: entry.name,
    ...files(entry),
    globalSetup: entry.setup ?? [],
    execArgv: entry.in === "node" ? [YOUNG_OBJECTS] : [],
    ...MODULES[entry.in],
    setupFiles: ["./test/originals.ts"],
    // The files of a project run one after the other in one process, or one workerd, and share the modules it has loaded.
    // To load them again for each file costs more than most files do. What a file changes for all it puts back.
    isolate: false,
    fileParallelism: false,
    testTimeout: entry.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    hookTimeout: entry.timeoutMs ?? 10_000,
    // A polled state comes late on a busy machine; only the order and the number of states say anything.
    expect: { poll: { timeout: POLL_MS, interval: LOOK_MS } },
  },
});

/** The projects that the command line names, each with a name of its own: to prepare the others takes seconds. */
function wanted(): readonly Project[] {
  const { project: names = [] } = parseArgs({ strict: false, options: { project: { type: "string", multiple: true } } })
    .values as { readonly project?: readonly string[] };
  const chosen = PROJECTS.filter(({ name }) => names.includes(name));
  // Vitest reads patterns too, and says which names are none.
  return chosen.length > 0 && chosen.length === names.length ? chosen : PROJECTS;
}

/** Workers under test serve their static files from where a build leaves them. */
await ensureBuilt();

export default defineConfig({
  test: { sequence: { sequencer: CheapestOrder }, projects: await Promise.all(wanted().map(project)) },
});
