/** A certificate made at run time, for test servers that speak TLS. It signs itself. */
import { type KeyObject, generateKeyPairSync, sign } from "node:crypto";

const der = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  const length =
    body.length < 128
      ? Buffer.from([body.length])
      : body.length < 256
        ? Buffer.from([0x81, body.length])
        : Buffer.from([0x82, body.length >> 8, body.length & 255]);
  return Buffer.concat([Buffer.from([tag]), length, body]);
};

const [INTEGER, BITS, BYTES, OID, TEXT, TIME, SEQUENCE, SET] = [2, 3, 4, 6, 12, 23, 0x30, 0x31];
const ECDSA_SHA256 = der(SEQUENCE, der(OID, Buffer.from("2a8648ce3d040302", "hex")));
const NAME = der(
  SEQUENCE,
  der(SET, der(SEQUENCE, der(OID, Buffer.from("550403", "hex")), der(TEXT, Buffer.from("localhost")))),
);
/** The subject's other names. */
const namesOf = (hostnames: readonly string[]): Buffer =>
  der(
    SEQUENCE,
    der(OID, Buffer.from("551d11", "hex")),
    der(BYTES, der(SEQUENCE, ...hostnames.map((name) => der(0x82, Buffer.from(name))))),
  );
const time = (at: Date): Buffer => der(TIME, Buffer.from(`${at.toISOString().replaceAll(/[-:T]/g, "").slice(2, 14)}Z`));

const DAY_MS = 86_400_000;

/** A certificate for some hostnames that ends after some days. */
export function selfSigned(
  hostnames: readonly string[] = ["localhost"],
  days = 1,
): { readonly key: string; readonly cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return { key: pemOf(privateKey), cert: certified(hostnames, spkiOf(publicKey), privateKey, days) };
}

/** A certificate of a key that an authority got in a request; of a key of nobody without one. */
export function certificateFor(hostnames: readonly string[], publicKey: Buffer | undefined, days: number): string {
  const own = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return certified(hostnames, publicKey ?? spkiOf(own.publicKey), own.privateKey, days);
}

/** The public key in a request for a certificate (RFC 2986): after version and subject. */
export function publicKeyIn(request: Buffer): Buffer {
  const info = partsOf(request)[0] ?? request;
  return partsOf(info)[2] ?? info;
}

/** The elements of a DER sequence, with their heads. */
function partsOf(sequence: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  const end = sizeAt(sequence, 0).end;
  for (let at = sizeAt(sequence, 0).start; at < end; at = sizeAt(sequence, at).end)
    parts.push(sequence.subarray(at, sizeAt(sequence, at).end));
  return parts;
}

function sizeAt(bytes: Buffer, at: number): { start: number; end: number } {
  const first = bytes[at + 1] ?? 0;
  const more = first < 128 ? 0 : first - 128;
  const length = more === 0 ? first : bytes.readUIntBE(at + 2, more);
  return { start: at + 2 + more, end: at + 2 + more + length };
}

const spkiOf = (key: KeyObject): Buffer => key.export({ type: "spki", format: "der" });

function certified(hostnames: readonly string[], publicKey: Buffer, signer: KeyObject, days: number): string {
  const body = der(
    SEQUENCE,
    der(0xa0, der(INTEGER, Buffer.from([2]))),
    der(INTEGER, Buffer.from([1])),
    ECDSA_SHA256,
    NAME,
    der(SEQUENCE, time(new Date(Date.now() - 30 * DAY_MS)), time(new Date(Date.now() + days * DAY_MS))),
    NAME,
    publicKey,
    der(0xa3, der(SEQUENCE, namesOf(hostnames))),
  );
  const signature = der(BITS, Buffer.from([0]), sign("sha256", body, signer));
  const pem = der(SEQUENCE, body, ECDSA_SHA256, signature).toString("base64");
  return `-----BEGIN CERTIFICATE-----\n${linesOf(pem)}\n-----END CERTIFICATE-----\n`;
}

/** Lines of 64 characters, and no empty one: after it, OpenSSL reads no certificate. */
const linesOf = (base64: string): string => (base64.match(/.{1,64}/g) ?? []).join("\n");

const pemOf = (key: KeyObject): string => key.export({ type: "pkcs8", format: "pem" }) as string;
