/**
 * The workers of a deployment, one row each, in the order of deployment. Each binds only workers above it. The build,
 * the bundle rules, the operator's commands and the local runner derive from this list.
 */
export type Profile = "core" | "plugins" | "ai" | "full";

/** The size limit and the forbidden contents of a bundle. */
export interface BundleRule {
  /** The largest compressed size in bytes. A worker loads before its first answer, so visitors wait for its size. */
  readonly most: number;
  /** npm packages that the bundle may not contain. */
  readonly without: readonly string[];
  /** Files of the project that the bundle may not contain. */
  readonly withoutFiles?: readonly string[];
  /** Modules of Node that the platform provides to this worker. */
  readonly importsNode?: readonly string[];
  /** True if the bundle contains the guest as text. SES in it mentions `eval`, which it removes from plugin code. */
  readonly carriesGuest?: boolean;
}

export interface WorkerRow {
  /** The worker's name in commands and in folders of a prepared site. */
  readonly key: string;
  /** The worker's name on the platform, as in its `wrangler.jsonc`. */
  readonly name: string;
  /** The folder of its sources and its `wrangler.jsonc`, from the root of the project. */
  readonly folder: string;
  readonly profiles: readonly Profile[];
  /** True if visitors, members or agents reach it under a hostname of its own. */
  readonly isPublic: boolean;
  readonly bundle: BundleRule;
}

const EVERY: readonly Profile[] = ["core", "plugins", "ai", "full"];
/**
 * Profiles with the two MCP workers. These are separate workers, so that anonymous agents and members' agents share no
 * process.
 */
const AGENTS: readonly Profile[] = ["ai", "full"];

export const WORKERS: readonly WorkerRow[] = [
  {
    key: "sandbox",
    name: "drawbridge-plugin-sandbox",
    folder: "sandbox",
    profiles: ["plugins", "full"],
    isPublic: false,
    // The sandbox verifies nothing: the workspace decides which bytes run.
    bundle: { most: 90 * 1024, without: ["hono", "jose", "liquidjs", "markdown-it"], carriesGuest: true },
  },
  {
    key: "workspace",
    name: "drawbridge-workspace",
    folder: "sites/workers/workspace",
    profiles: EVERY,
    isPublic: false,
    // The workspace contains all first-party plugins with their templates. It needs jose to verify uploaded packages.
    bundle: { most: 968 * 1024, without: ["hono"] },
  },
  {
    key: "site",
    name: "drawbridge-site",
    folder: "sites/workers/site",
    profiles: EVERY,
    isPublic: true,
    // Visitors wait for this worker, so it renders nothing: the workspace renders at publication. It holds the editor's
    // English words, and reads those of other languages from static files.
    bundle: {
      most: 386 * 1024,
      without: ["liquidjs", "markdown-it", "@cfworker/json-schema"],
      withoutFiles: ["auth/handoff.ts", "description/document.ts", "words/tables.ts"],
      importsNode: ["node:async_hooks"],
    },
  },
  {
    key: "public-mcp",
    name: "drawbridge-public-mcp",
    folder: "sites/workers/public-mcp",
    profiles: AGENTS,
    isPublic: true,
    bundle: { most: 220 * 1024, without: ["hono", "jose", "ajv"] },
  },
  {
    key: "private-mcp",
    name: "drawbridge-private-mcp",
    folder: "sites/workers/private-mcp",
    profiles: AGENTS,
    isPublic: true,
    // This worker signs cookies and renders only the texts of plugins' templates. In a managed deployment it also signs
    // dispatch grants, which takes 3 KiB. Its pages for members take 2 KiB for each language.
    // Their style sheet takes 5 KB.
    bundle: { most: 270 * 1024, without: ["hono", "ajv", "markdown-it"] },
  },
  // Workers of a managed deployment. No self-hosted profile has them.
  {
    key: "dispatch",
    name: "drawbridge-dispatch",
    folder: "sites/workers/dispatch",
    profiles: [],
    isPublic: true,
    // The dispatcher contains the site worker, and signs its calls of tenants' workers.
    bundle: {
      most: 392 * 1024,
      without: ["liquidjs", "markdown-it", "@cfworker/json-schema"],
      withoutFiles: ["auth/handoff.ts", "description/document.ts", "words/tables.ts"],
      importsNode: ["node:async_hooks"],
    },
  },
  {
    key: "tenant",
    name: "drawbridge-tenant",
    folder: "sites/workers/tenant",
    profiles: [],
    isPublic: false,
    // The workspace of one tenant, with the code that verifies dispatch grants.
    bundle: { most: 967 * 1024, without: ["hono"], importsNode: ["node:async_hooks"] },
  },
  {
    key: "deployer",
    name: "drawbridge-deployer",
    folder: "sites/workers/deployer",
    profiles: [],
    isPublic: false,
    // The deployer copies archives and calls the provider. It renders nothing.
    bundle: { most: 64 * 1024, without: ["hono", "liquidjs", "markdown-it", "ajv"] },
  },
];

export const PROFILES = EVERY;

export const isProfile = (name: string): name is Profile => PROFILES.some((profile) => profile === name);

/** The workers of a profile, in the order of deployment. */
export const workersOf = (profile: Profile): readonly WorkerRow[] =>
  WORKERS.filter(({ profiles }) => profiles.includes(profile));
