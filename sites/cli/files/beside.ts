import { extname } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Path of another module of this program, for a new process or a tool. `path` is relative to `from`, a module's URL.
 * Its extension is left out: `.ts` in a checkout, `.js` in the installed package.
 */
export const moduleBeside = (from: string, path: string): string =>
  fileURLToPath(new URL(`${path}${extname(from)}`, from));
