/**
 * Keeps what Node compiles of a checkout's sources: its TypeScript without types, and code of V8. A start then takes half
 * of the processor time and 18 MB less. The installed package has no such folder, because others could write beside it.
 */
import module from "node:module";
import { fileURLToPath } from "node:url";

module.enableCompileCache?.(fileURLToPath(new URL("../../.build/compiled", import.meta.url)));
