/** `svc plugin index sign`: signs an index. The key of a later version must be one that the earlier version names. */
import { INDEX_TYPE, readHeader } from "../../../../manifests/trust/header.ts";
import { indexKeys, openIndex } from "../../../../manifests/distribution/openIndex.ts";
import { type CliCommand, type Invocation, type Outcome, Trouble } from "../../command/command.ts";
import { writeWhole } from "../../files/writeWhole.ts";
import { readKey, type Signature, signatureOver } from "../signed/signing.ts";
import { indexFileBytes, readIndexFile } from "./documents.ts";

const isBy =
  (kid: string) =>
  ({ protected: encoded }: Signature): boolean => {
    const header = readHeader(encoded, "", INDEX_TYPE);
    return header.ok && header.value.kid === kid;
  };

async function run({ args: [file = ""], options, now }: Invocation): Promise<Outcome> {
  const key = await readKey(options.required("key"));
  const { document, index } = readIndexFile(file);
  const isOwn = isBy(key.kid);
  const signatures = [
    ...document.jws.signatures.filter((signature) => !isOwn(signature)),
    await signatureOver(document, key, INDEX_TYPE),
  ];
  const bytes = indexFileBytes({ ...document, jws: { ...document.jws, signatures } });
  const opened = await openIndex(bytes, await indexKeys([key.publicJwk]), now);
  if (!opened.ok) throw new Trouble(`${file}: ${opened.error.detail}.`);
  const out = options.text("out") ?? file;
  writeWhole(out, bytes);
  const isNamed = (await indexKeys(index.keys)).has(key.kid);
  return {
    ok: true,
    lines: [out],
    data: { file: out, index: index.index, version: index.version, kid: key.kid, signatures: signatures.length },
    talk: [
      `Version ${index.version} of ${index.index} signed by ${key.kid}.`,
      ...(isNamed ? [] : ["This key may not sign the next version. Also sign with a key that may."]),
    ],
  };
}

export const signIndex: CliCommand = {
  name: "sign",
  summary: "Add a signature to an index, in place of an earlier one by the same key.",
  argument: ["<index>", "an index from svc plugin index make"],
  options: [
    ["--key <file>", "the private key from svc plugin keygen"],
    ["--out <file>", "output file for the signed index (default: the same file)"],
  ],
  examples: ["svc plugin index sign index.json --key acme.key.json"],
  run,
};
