import { join } from "node:path";
import { vi } from "vitest";
import { ROOT } from "./folder.ts";

/**
 * Loads modules with other rows in one of the project's tables. All modules are loaded again, because test files share
 * loaded ones. `forget` restores the original.
 */
export async function reloaded<Table extends object, Modules>(
  path: string,
  change: (table: Table) => object,
  load: () => Promise<Modules>,
): Promise<{ modules: Modules; forget(): void }> {
  const file = join(ROOT, path);
  vi.doMock(file, async (original) => ({ ...(await original<Table>()), ...change(await original<Table>()) }));
  vi.resetModules();
  const forget = (): void => {
    vi.doUnmock(file);
    vi.resetModules();
  };
  return { modules: await load(), forget };
}
