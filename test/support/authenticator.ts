/** An authenticator in software, as WebAuthn describes one. Its fields let a test lie. */
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from "node:crypto";

const sha256 = (data: Uint8Array | string): Buffer => createHash("sha256").update(data).digest();
const base64url = (data: Uint8Array | string): string => Buffer.from(data).toString("base64url");

/** The CBOR of a small map, with the value kinds that WebAuthn needs. */
function cbor(value: unknown): Buffer {
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.byteLength), value]);
  const entries = [...(value as ReadonlyMap<unknown, unknown>)];
  return Buffer.concat([head(5, entries.length), ...entries.flatMap(([key, one]) => [cbor(key), cbor(one)])]);
}

function head(major: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(major << 5) | size]);
  if (size < 256) return Buffer.from([(major << 5) | 24, size]);
  return Buffer.from([(major << 5) | 25, size >> 8, size & 0xff]);
}

/** The parts of an answer that the browser adds. */
interface Scene {
  readonly challenge: string;
  readonly origin: string;
  readonly rpId: string;
  readonly crossOrigin?: boolean;
  /** False for an authenticator that did not ask for a finger, a face or a PIN. */
  readonly isVerified?: boolean;
  readonly type?: string;
}

export class Authenticator {
  readonly id = randomBytes(32);
  readonly #key: KeyObject;
  readonly #publicKey: KeyObject;
  counter = 0;
  userHandle = "";

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    [this.#key, this.#publicKey] = [privateKey, publicKey];
  }

  get idText(): string {
    return base64url(this.id);
  }

  create(scene: Scene & { readonly user: string }) {
    this.userHandle = scene.user;
    const { x = "", y = "" } = this.#publicKey.export({ format: "jwk" });
    const point = (part: string): Buffer => Buffer.from(part, "base64url");
    const key = cbor(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, point(x)],
        [-3, point(y)],
      ]),
    );
    const length = Buffer.from([0, this.id.byteLength]);
    const authData = Buffer.concat([this.#data(scene, 0x40), Buffer.alloc(16), length, this.id, key]);
    const attestation = cbor(
      new Map<string, unknown>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", authData],
      ]),
    );
    return this.#answer({
      clientDataJSON: base64url(clientData(scene, "webauthn.create")),
      attestationObject: base64url(attestation),
      transports: ["internal"],
    });
  }

  get(scene: Scene) {
    const [authData, data] = [this.#data(scene, 0), clientData(scene, "webauthn.get")];
    return this.#answer({
      clientDataJSON: base64url(data),
      authenticatorData: base64url(authData),
      signature: base64url(sign("sha256", Buffer.concat([authData, sha256(data)]), this.#key)),
      userHandle: this.userHandle,
    });
  }

  /** The authenticator data without a credential. 1: present, 4: verified. */
  #data({ rpId, isVerified = true }: Scene, flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags | 1 | (isVerified ? 4 : 0)]), counter]);
  }

  #answer<Response>(response: Response) {
    const id = this.idText;
    return { id, rawId: id, type: "public-key", clientExtensionResults: {}, response };
  }
}

const clientData = ({ challenge, origin, crossOrigin = false, type }: Scene, usual: string): string =>
  JSON.stringify({ type: type ?? usual, challenge, origin, crossOrigin });
