/** Small zip archives, as packing programs write them, and as attackers do. */
import { deflateRawSync } from "node:zlib";

export interface ZipFile {
  readonly path: string;
  readonly content: string | Uint8Array;
  /** The size that the archive tells, if it lies. */
  readonly says?: number;
  /** The Unix mode, as links have their own. */
  readonly mode?: number;
  readonly flags?: number;
  readonly method?: number;
}

function header(
  signature: number,
  { path, content, says, flags = 0x800, method = 8 }: ZipFile,
  packed: Buffer,
): Buffer {
  const name = Buffer.from(path);
  const isCentral = signature === 0x02014b50;
  const bytes = Buffer.alloc(isCentral ? 46 : 30);
  bytes.writeUInt32LE(signature, 0);
  const at = isCentral ? 6 : 4;
  bytes.writeUInt16LE(20, at);
  bytes.writeUInt16LE(flags, at + 2);
  bytes.writeUInt16LE(method, at + 4);
  bytes.writeUInt32LE(packed.length, at + 14);
  bytes.writeUInt32LE(says ?? Buffer.from(content).length, at + 18);
  bytes.writeUInt16LE(name.length, at + 22);
  return Buffer.concat([bytes, name]);
}

export function zipOf(files: readonly ZipFile[]): Blob {
  const [bodies, list]: [Buffer[], Buffer[]] = [[], []];
  let at = 0;
  for (const file of files) {
    const content = Buffer.from(file.content);
    const packed = file.method === 0 ? content : deflateRawSync(content);
    const body = Buffer.concat([header(0x04034b50, file, packed), packed]);
    const central = header(0x02014b50, file, packed);
    central.writeUInt32LE(((file.mode ?? 0o100644) << 16) >>> 0, 38);
    central.writeUInt32LE(at, 42);
    bodies.push(body);
    list.push(central);
    at += body.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(
    list.reduce((sum, one) => sum + one.length, 0),
    12,
  );
  end.writeUInt32LE(at, 16);
  return new Blob([Buffer.concat([...bodies, ...list, end])]);
}

export const zipOfAll = (files: Readonly<Record<string, string | Uint8Array>>): Blob =>
  zipOf(Object.entries(files).map(([path, content]) => ({ path, content })));
