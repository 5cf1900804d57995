/** Reads and writes indexes of plugins as files. */
import { INDEX_FORMAT, type IndexDocument, type Index } from "../../../../manifests/distribution/indexShape.ts";
import { readIndexDocument, readIndexText } from "../../../../manifests/distribution/openIndex.ts";
import { strictText } from "../../../../manifests/trust/exactText.ts";
import { UsageError } from "../../command/command.ts";
import { fileBytes } from "../signed/packageFile.ts";

export interface IndexFile {
  readonly document: IndexDocument;
  readonly index: Index;
}

export const unsignedIndex = (index: Index): IndexDocument => ({
  format: INDEX_FORMAT,
  jws: { payload: Buffer.from(JSON.stringify(index), "utf8").toString("base64url"), signatures: [] },
});

export const indexFileBytes = (document: IndexDocument): Uint8Array =>
  Buffer.from(`${JSON.stringify(document)}\n`, "utf8");

/** Reads an index file, signed or not. */
export function readIndexFile(file: string): IndexFile {
  const document = readIndexDocument(fileBytes(file));
  if (!document.ok) throw new UsageError(`${file}: ${document.error.detail}.`);
  const text = strictText(document.value.jws.payload) ?? "";
  const index = readIndexText(text);
  if (!index.ok) throw new UsageError(`${file}: ${index.error.detail}.`);
  return { document: document.value, index: index.value };
}
