/**
 * The workers of a deployment, one row each, in the order in which a deployment makes them: each binds only rows above
 * it. The build, the rules of bundles, the operator's commands and the one-machine runner are derived from this list.
 */
export type Profile = "core" | "plugins" | "ai" | "full";

/** The size limit and the forbidden contents of a bundle. */
export interface BundleRule {
  /** Largest compressed size in bytes. A worker is loaded before its first answer: its size is a visitor's wait. */
  readonly most: number;
  /** Packages that have no business in this worker. A size says that something grew; a name says what crept in. */
  readonly without: readonly string[];
  /** Files of the project that are not for a deployment. */
  readonly withoutFiles?: readonly string[];
  /** Modules of Node that the platform lends this worker. */
  readonly importsNode?: readonly string[];
  /** True if the bundle holds the guest as text. SES names `eval` there, which it takes away from plugin code. */
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
/** Kept together, and apart: anonymous agents and members' agents share no process in a deployment. */
const AGENTS: readonly Profile[] = ["ai", "full"];

export const WORKERS: readonly WorkerRow[] = [
  {
    key: "sandbox",
    name: "drawbridge-plugin-sandbox",
    folder: "sandbox",
    profiles: ["plugins", "full"],
    isPublic: false,
    // The sandbox holds the guest as text and verifies nothing: the workspace decides which bytes run.
    bundle: { most: 100 * 1024, without: ["hono", "jose", "liquidjs", "markdown-it"], carriesGuest: true },
  },
  {
    key: "workspace",
    name: "drawbridge-workspace",
    folder: "sites/workspace",
    profiles: EVERY,
    isPublic: false,
    // The workspace holds every first-party plugin with its templates. It also holds jose, because it verifies uploaded
    // packages.
    bundle: { most: 1024 * 1024, without: ["hono"] },
  },
  {
    key: "site",
    name: "drawbridge-site",
    folder: "sites/site",
    profiles: EVERY,
    isPublic: true,
    // Visitors wait for it. Rendering happens in the workspace, at publication. The description of the API is a static file.
    // Each language of the editor takes about 24, with its words for refusals, for plugins and for logging in.
    bundle: {
      most: 344 * 1024,
      without: ["liquidjs", "markdown-it", "@cfworker/json-schema"],
      withoutFiles: ["auth/handoff.ts", "openapi.generated.json"],
      importsNode: ["node:async_hooks"],
    },
  },
  {
    key: "public-mcp",
    name: "drawbridge-public-mcp",
    folder: "sites/public-mcp",
    profiles: AGENTS,
    isPublic: true,
    bundle: { most: 250 * 1024, without: ["hono", "jose", "ajv"] },
  },
  {
    key: "private-mcp",
    name: "drawbridge-private-mcp",
    folder: "sites/private-mcp",
    profiles: AGENTS,
    isPublic: true,
    // This worker signs and reads what browsers carry, and renders only the texts of plugins' templates. Where tenants
    // have a worker each it also signs dispatch grants, which takes 3 KB. Its pages for members take 2 KB in each
    // language.
    bundle: { most: 260 * 1024, without: ["hono", "ajv", "markdown-it"] },
  },
  // One worker per tenant: no profile of a self-hosted deployment has these.
  {
    key: "dispatch",
    name: "drawbridge-dispatch",
    folder: "sites/dispatch",
    profiles: [],
    isPublic: true,
    // The dispatcher answers as the site worker does, and signs what it asks of tenants' workers.
    bundle: {
      most: 352 * 1024,
      without: ["liquidjs", "markdown-it", "@cfworker/json-schema"],
      withoutFiles: ["auth/handoff.ts", "openapi.generated.json"],
      importsNode: ["node:async_hooks"],
    },
  },
  {
    key: "tenant",
    name: "drawbridge-tenant",
    folder: "sites/tenant",
    profiles: [],
    isPublic: false,
    // The workspace of one tenant, with the entrance before it.
    bundle: { most: 1024 * 1024, without: ["hono"], importsNode: ["node:async_hooks"] },
  },
  {
    key: "deployer",
    name: "drawbridge-deployer",
    folder: "sites/deployer",
    profiles: [],
    isPublic: false,
    // The deployer moves archives and talks to the provider, and renders nothing.
    bundle: { most: 80 * 1024, without: ["hono", "liquidjs", "markdown-it", "ajv"] },
  },
];

export const PROFILES = EVERY;

export const isProfile = (name: string): name is Profile => PROFILES.some((profile) => profile === name);

/** The workers of a profile, in the order of deployment. */
export const workersOf = (profile: Profile): readonly WorkerRow[] =>
  WORKERS.filter(({ profiles }) => profiles.includes(profile));
