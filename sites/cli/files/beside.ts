import { extname } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Path of another module of this program, for what starts it as a process or hands it to a tool. `path` is relative to
 * `from`, a module's URL, and has no extension: a checkout has `.ts`, the installed package `.js`.
 */
export const moduleBeside = (from: string, path: string): string =>
  fileURLToPath(new URL(`${path}${extname(from)}`, from));
