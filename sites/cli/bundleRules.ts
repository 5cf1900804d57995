/** The size limit and the forbidden contents of each deployed worker's bundle. */
import { gzipSync } from "node:zlib";

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

/** Nothing that is deployed turns text into code, or was meant for the machine of a developer. */
const EVAL = /(?<![.\w])eval\s*\(/;
const NEVER = [/\bnew Function\s*\(/, EVAL, /\brequire\("node:/, /\bfrom "node:/];
const NO_WORKER_HAS = [
  "wrangler",
  "miniflare",
  "commander",
  "jsonc-parser",
  "json-schema-to-typescript",
  "esbuild",
  "typescript",
];

export const BUNDLES: Readonly<Record<string, BundleRule>> = {
  // Visitors wait for it. Rendering happens in the workspace, at publication. The description of the API takes 62 KB.
  // Each language of the editor takes about 24, with its words for refusals, for plugins and for logging in.
  site: {
    most: 408 * 1024,
    without: ["liquidjs", "markdown-it", "@cfworker/json-schema"],
    withoutFiles: ["auth/handoff.ts"],
    importsNode: ["node:async_hooks"],
  },
  // The dispatcher answers as the site worker does, and signs what it asks of tenants' workers. The forms of plugins'
  // actions at pictures take 2 KB.
  dispatch: {
    most: 414 * 1024,
    without: ["liquidjs", "markdown-it", "@cfworker/json-schema"],
    withoutFiles: ["auth/handoff.ts"],
    importsNode: ["node:async_hooks"],
  },
  // The workspace of one tenant, with the entrance before it.
  tenant: { most: 1024 * 1024, without: ["hono"], importsNode: ["node:async_hooks"] },
  // The workspace holds every first-party plugin with its templates. It also holds jose, because it verifies uploaded
  // packages.
  workspace: { most: 1024 * 1024, without: ["hono"] },
  // The sandbox holds the guest as text and verifies nothing: the workspace decides which bytes run.
  sandbox: { most: 100 * 1024, without: ["hono", "jose", "liquidjs", "markdown-it"], carriesGuest: true },
  // The worker of members' agents signs and reads what browsers carry, and renders only the texts of plugins'
  // templates. Where tenants have a worker each it also signs dispatch grants, which takes 3 KB.
  // Its pages for members are in every language, which takes 2 KB each.
  "private-mcp": { most: 260 * 1024, without: ["hono", "ajv", "markdown-it"] },
  // The deployer moves archives and talks to the provider, and renders nothing.
  deployer: { most: 80 * 1024, without: ["hono", "liquidjs", "markdown-it", "ajv"] },
  "public-mcp": { most: 250 * 1024, without: ["hono", "jose", "ajv"] },
};

/** Packages whose files the bundler put in, as its comments name them. */
export function packagesIn(text: string): Set<string> {
  const files = text.matchAll(/^\s*\/\/ (?:.*\/)?node_modules\/((?:@[\w.-]+\/)?[\w.-]+)\//gm);
  return new Set([...files].map(([, name]) => name ?? ""));
}

/** Lists the faults of a bundle, one line each. */
export function bundleFaults(
  text: string,
  { most, without, withoutFiles = [], importsNode = [], carriesGuest = false }: BundleRule,
): string[] {
  const withoutNode = importsNode.reduce((rest, name) => rest.replaceAll(`from "${name}"`, ""), text);
  const packages = packagesIn(text);
  const bytes = compressedSize(text);
  return [
    ...(bytes > most ? [`it has ${bytes} bytes compressed, of at most ${most}`] : []),
    ...[...without, ...NO_WORKER_HAS]
      .filter((name) => packages.has(name))
      .map((name) => `it holds the package ${name}`),
    ...withoutFiles.filter((file) => text.includes(`${file}\n`)).map((file) => `it holds the file ${file}`),
    ...NEVER.filter((pattern) => !(carriesGuest && pattern === EVAL) && pattern.test(withoutNode)).map(
      (pattern) => `it holds ${pattern.exec(withoutNode)?.[0]}`,
    ),
  ];
}

export const compressedSize = (text: string): number => gzipSync(text).byteLength;
