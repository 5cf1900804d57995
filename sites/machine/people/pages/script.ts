import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const at = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** The pages' script: in the installed package as it was compiled, in a checkout without its types. */
export async function pageScript(): Promise<string> {
  const compiled = at("./pageScript.js");
  if (existsSync(compiled)) return readFileSync(compiled, "utf8");
  const { transform } = await import("esbuild");
  const { code } = await transform(readFileSync(at("./pageScript.ts"), "utf8"), { loader: "ts", target: "es2022" });
  return code;
}
