import { cloudflareTest } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";
import type { TestProjectInlineConfiguration } from "vitest/config";
import { PROJECTS, files } from "./test/projects.ts";
import type { Project } from "./test/projects.ts";

/** How tests of each environment are run. Worker tests run inside workerd, with the bindings of the workspace worker. */
const ENVIRONMENTS: Record<Project["in"], () => TestProjectInlineConfiguration> = {
  node: () => ({}),
  workerd: () => ({ plugins: [cloudflareTest({ wrangler: { configPath: "./sites/workspace/wrangler.jsonc" } })] }),
};

const project = (entry: Project): TestProjectInlineConfiguration => ({
  ...ENVIRONMENTS[entry.in](),
  test: {
    name: entry.name,
    ...files(entry),
    fileParallelism: entry.serial !== true,
    testTimeout: entry.timeoutMs ?? 5_000,
    hookTimeout: entry.timeoutMs ?? 10_000,
  },
});

export default defineConfig({ test: { projects: PROJECTS.map(project) } });
