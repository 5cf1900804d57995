/** A package from an index in a file, which lies beside it. So an author tries both before they are published. */
import { basename, dirname, join } from "node:path";
import { claimsOf, newestOf } from "../../../manifests/distribution/claims.ts";
import { judgeIndex } from "../../../manifests/distribution/judgeIndex.ts";
import type { Index } from "../../../manifests/distribution/indexShape.ts";
import { textDigest } from "../../../manifests/trust/digest.ts";
import { openPackage, readPackageContent } from "../../../manifests/trust/package.ts";
import type { PackageContent } from "../../../manifests/trust/packageShape.ts";
import { distrust } from "../../../manifests/trust/untrusted.ts";
import { type Invocation, Trouble } from "../command/command.ts";
import { readIndexFile } from "../plugin/index/documents.ts";
import { fileBytes, packageSha256 } from "../plugin/signed/packageFile.ts";
import { printable } from "../site/problem.ts";

export interface FiledPlugin {
  readonly index: string;
  readonly content: PackageContent;
}

/** The index, judged as by a site that lists it with its own keys. */
async function judgedIn(file: string, now: number): Promise<Index> {
  const { index } = readIndexFile(file);
  const before = { keys: index.keys, seen: undefined };
  const judged = await judgeIndex(fileBytes(file), { name: index.index }, before, now, packageSha256);
  if (!judged.ok) throw new Trouble(`${file}: ${judged.error.detail}.`);
  return judged.value.index;
}

function listedIn(index: Index, id: string, version: string | undefined) {
  const claim = claimsOf(index).find(({ plugin }) => plugin === id);
  if (!claim) throw new Trouble(printable(`The index ${index.index} does not list ${id}.`));
  const chosen = version ?? newestOf(claim) ?? "";
  const listed = index.plugins[id]?.versions[chosen];
  if (!listed) throw new Trouble(printable(`The index ${index.index} offers no such version of ${id}.`));
  if (listed.withdrawn !== undefined) throw new Trouble(printable(`${id} ${chosen} is withdrawn: ${listed.withdrawn}`));
  return { ...listed, publisher: claim.publisher };
}

/** Reads the listed package from beside the index, and compares it with the list. Only the site decides about trust. */
export async function pluginInFile(file: string, { args: [id = ""], options, now }: Invocation): Promise<FiledPlugin> {
  const index = await judgedIn(file, now);
  const listed = listedIn(index, id, options.text("version"));
  const path = join(dirname(file), basename(new URL(listed.package).pathname));
  const bytes = fileBytes(path);
  const [opened, read] = [openPackage(bytes), readPackageContent(bytes)];
  if (!opened.ok) throw new Trouble(`${path}: ${distrust(opened.error).detail}.`);
  if (!read.ok) throw new Trouble(`${path}: ${distrust(read.error).detail}.`);
  const { manifestText, signatures } = opened.value;
  if ((await textDigest(manifestText, packageSha256)) !== listed.digest)
    throw new Trouble(`${path} is not the package that ${file} lists.`);
  if (!signatures.some(({ header }) => header.kid === listed.publisher))
    throw new Trouble(`${path} is not signed by ${listed.publisher}, the publisher in ${file}.`);
  return { index: index.index, content: read.value };
}
