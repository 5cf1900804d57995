import { readKeyring } from "../../manifests/trust/keyring.ts";
import { verifyPackage } from "../../manifests/trust/verify.ts";
import { ACME, documentOf, manifestOf, NOW, pins, sha256, signature } from "../vectors/trust/workshop.ts";
import { median } from "./statistics.ts";

const PACKAGE_BYTES = 100 * 1024;
const FILES = 8;
const ROUNDS = 200;

/** Processor time in milliseconds to verify a package of 100 KB, which happens at each load. */
export async function measureVerification(): Promise<number> {
  const text = "<p>{{ fields.text }}</p>".padEnd(PACKAGE_BYTES / FILES, " ");
  const names = [
    "notice.liquid",
    "notice.md.liquid",
    ...Array.from({ length: FILES - 2 }, (_, n) => `part-${n}.liquid`),
  ];
  const files = Object.fromEntries(names.map((name) => [name, text]));
  const sections = names.slice(2).map((template, n) => ({ ...SECTION, name: `part-${n}`, template }));
  const manifest = manifestOf({ contributes: { sections: [SECTION, ...sections] }, files: pins(files) });
  const bytes = new TextEncoder().encode(
    JSON.stringify(documentOf({ manifest, signatures: [signature(manifest, ACME)], files })),
  );
  const keyring = await readKeyring(JSON.stringify([ACME.jwk]), sha256);
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const before = process.cpuUsage();
    const verified = await verifyPackage(bytes, keyring, NOW, sha256);
    const { user, system } = process.cpuUsage(before);
    if (!verified.ok) throw new Error(JSON.stringify(verified.error));
    rounds.push((user + system) / 1_000);
  }
  return median(rounds);
}

const SECTION = {
  name: "notice",
  title: "Notice",
  category: "content",
  template: "notice.liquid",
  markdown: "notice.md.liquid",
  variants: [{ name: "plain", title: "Plain" }],
  fields: {
    type: "object",
    properties: { text: { $ref: "drawbridge:text", title: "Text", default: "Closed" } },
    additionalProperties: false,
  },
  example: { fields: { text: "Closed" } },
};
