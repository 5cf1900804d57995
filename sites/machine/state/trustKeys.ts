import { readFileSync } from "node:fs";
import { readKeyring } from "../../../manifests/trust/keyring.ts";
import { packageSha256 } from "../../cli/plugin/signed/packageFile.ts";
import { reason } from "../process/problem.ts";
import { WrongValue } from "../process/wrongValue.ts";
import type { FolderSigningKey } from "./signingKey.ts";

/**
 * The keyring of a run, as text for the workspace: the installation's own key and the keys of `--trust`. A deployment
 * skips an invalid key; here it throws, because the person who named the file can correct it.
 */
export async function trustKeys({ trusted }: FolderSigningKey, files: readonly string[]): Promise<string> {
  const keys = new Map<unknown, unknown>([[JSON.stringify(trusted), trusted]]);
  for (const file of files) {
    for (const key of await soundKeys(file)) keys.set(JSON.stringify(key), key);
  }
  const text = JSON.stringify([...keys.values()]);
  const {
    refused: [first],
  } = await readKeyring(text, packageSha256);
  if (first !== undefined)
    throw new WrongValue(
      OPTION,
      undefined,
      (where) =>
        `The trusted keys contradict each other: found ${first.found}; allowed: ${first.allowed}. ${where} names their files.`,
    );
  return text;
}

const OPTION = "trust";

/** Reads one public JWK, or a list of them, as `svc plugin keygen` prints it. */
async function soundKeys(file: string): Promise<unknown[]> {
  const value = parsed(file);
  const keys: unknown[] = Array.isArray(value) ? value : [value];
  const {
    refused: [first],
  } = await readKeyring(JSON.stringify(keys), packageSha256);
  if (first !== undefined)
    throw new WrongValue(
      OPTION,
      file,
      (where) =>
        `${where}: the keys in ${file} were refused (${first.pointer || "/"}: found ${first.found}; allowed: ${first.allowed}).`,
    );
  return keys;
}

function parsed(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    // The parser's message would quote the text, which may be a private key.
    const why = error instanceof SyntaxError ? "it is not JSON" : reason(error);
    throw new WrongValue(
      OPTION,
      file,
      (where) => `Cannot read the keys in ${file} (${why}). ${where} takes the output of svc plugin keygen.`,
      { cause: error },
    );
  }
}
