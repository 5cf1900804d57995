import { join } from "node:path";
import { vi } from "vitest";
import { ROOT } from "./folder.ts";

/**
 * Loads modules while a table of the project has other rows. Test files share what they have loaded, so everything is
 * loaded anew, and once more when `forget` is called.
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
