/**
 * The test projects, one line each. A project claims whole folders under `test/`; `unit` takes every folder
 * nobody claims, so a new folder of tests can never be left out. The runner fails on a project without tests.
 */
export interface Project {
  readonly name: string;
  readonly folders: readonly string[];
  readonly in: "node" | "workerd";
  /** In workerd: the wrangler configuration with the worker and the bindings the tests run with. */
  readonly worker?: string;
  /** True if nothing else may run beside it. */
  readonly alone?: boolean;
  readonly timeoutMs?: number;
  /** Test files whose cost grows with the sites that earlier files have made. They run before all others. */
  readonly first?: readonly string[];
  /** The suites that its files are divided into. One suite of them all would keep a single core busy to the end. */
  readonly parts?: number;
  /** A module that runs once before the project's tests and cleans up after them. */
  readonly setup?: string;
}

/** The longest that a case may take in a project that says nothing else. */
export const DEFAULT_TIMEOUT_MS = 5_000;

/**
 * In the order in which they are started: the longest first, those that compute beside those that wait. Folders whose
 * tests run in the same worker are one project, which prepares its modules once. One that takes far longer than all
 * others is divided, because a suite seldom uses a second core.
 */
export const PROJECTS: readonly Project[] = [
  {
    name: "browser",
    folders: ["browser", "hostile/frames"],
    in: "node",
    timeoutMs: 120_000,
    setup: "./test/browser/setup.ts",
  },
  { name: "machine", folders: ["machine"], in: "node", timeoutMs: 180_000, setup: "./test/machine/setup.ts" },
  {
    name: "api",
    folders: ["worker/api", "hostile/api"],
    in: "workerd",
    worker: "./test/worker/site/wrangler.jsonc",
    timeoutMs: 60_000,
  },
  { name: "unit", folders: [], in: "node", timeoutMs: 60_000, parts: 2 },
  { name: "faults", folders: ["faults"], in: "node", timeoutMs: 120_000, setup: "./test/faults/setup.ts" },
  { name: "cli", folders: ["cli"], in: "node", timeoutMs: 60_000 },
  {
    name: "site",
    folders: ["worker/site", "hostile/site", "worker/auth", "hostile/auth"],
    in: "workerd",
    worker: "./test/worker/site/wrangler.jsonc",
    timeoutMs: 60_000,
  },
  {
    name: "plugins",
    folders: ["worker/plugins", "hostile/dispatch", "worker/forms", "hostile/forms"],
    first: ["worker/plugins/trust.test.ts"],
    in: "workerd",
    worker: "./test/worker/plugins/wrangler.jsonc",
    timeoutMs: 60_000,
  },
  {
    name: "deployer",
    folders: ["worker/deployer", "hostile/deployer"],
    in: "workerd",
    worker: "./test/worker/deployer/wrangler.jsonc",
    timeoutMs: 40_000,
  },
  {
    name: "workspace",
    folders: ["worker/workspace"],
    in: "workerd",
    worker: "./test/worker/workspace/wrangler.jsonc",
    timeoutMs: 40_000,
  },
  {
    name: "sandbox",
    folders: ["worker/sandbox", "hostile/sandbox"],
    in: "workerd",
    worker: "./test/worker/sandbox/wrangler.jsonc",
    timeoutMs: 60_000,
  },
  {
    name: "private-mcp",
    folders: ["worker/private-mcp", "hostile/private-mcp"],
    in: "workerd",
    worker: "./test/worker/private-mcp/wrangler.jsonc",
    timeoutMs: 40_000,
  },
  {
    name: "public-mcp",
    folders: ["worker/public-mcp", "hostile/public-mcp"],
    in: "workerd",
    worker: "./test/worker/public-mcp/wrangler.jsonc",
    timeoutMs: 40_000,
  },
  { name: "agents", folders: ["agents"], in: "node", timeoutMs: 180_000, setup: "./test/machine/setup.ts" },
  {
    name: "dispatch",
    folders: ["worker/dispatch", "worker/tenant", "hostile/tenants"],
    in: "workerd",
    worker: "./test/worker/dispatch/wrangler.jsonc",
    timeoutMs: 60_000,
  },
  {
    name: "lighthouse",
    folders: ["lighthouse"],
    in: "node",
    alone: true,
    timeoutMs: 120_000,
    setup: "./test/lighthouse/setup.ts",
  },
];

const CLAIMED = PROJECTS.flatMap(({ folders }) => folders);

const glob = (folder: string): string => `test/${folder}/**/*.test.ts`;

/** The folders a project runs and leaves alone, in the words of vitest. */
export const files = ({ folders }: Project): { include: string[]; exclude: string[] } =>
  folders.length > 0
    ? { include: folders.map(glob), exclude: [] }
    : { include: ["test/**/*.test.ts"], exclude: [...CLAIMED.map(glob), "test/fixtures/**", "test/gates/fixtures/**"] };

const FIRST = PROJECTS.flatMap(({ first = [] }) => first).map((file) => `/test/${file}`);

/** True for a test file that runs before the others of its project. */
export const runsFirst = (path: string): boolean => FIRST.some((file) => path.endsWith(file));
