/**
 * Finds private keys, and files whose names are those of secrets. Everybody who has a package reads its files, so no
 * package may have them, wherever it was made. A refusal names the place and never the value.
 */
import { quote } from "../refusals/pointer.ts";

/** A secret in a file, without its value. */
export interface SecretFound {
  readonly found: string;
  readonly offset: number;
}

/**
 * A private key as text: of OpenSSL, OpenSSH or PGP. Libraries that read keys contain the first line without a key, so
 * the key itself must follow. In code, its line breaks may be escapes, and it may be in several pieces.
 */
const KEY_TEXT =
  /-----BEGIN (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----(?:[\s"'`+,]|\\[nr]|[A-Za-z-]{1,40}: [^\r\n\\]{0,200}){0,400}[A-Za-z0-9+/]{40}/;
const PUTTY = /^PuTTY-User-Key-File-\d+:/m;
const SSH2 = /---- BEGIN SSH2 (?:ENCRYPTED )?PRIVATE KEY ----/;

/** An object of JSON or code that contains no other, as a JWK is one. */
const OBJECT = /\{[^{}]*\}/g;
const member = (name: string, value: string): RegExp =>
  new RegExp(`(?<![\\w$])(?:\\\\?["'])?${name}(?:\\\\?["'])?\\s*:\\s*\\\\?["'\`]${value}\\\\?["'\`]`);
const PAIR = member("kty", "(?:OKP|EC|RSA|AKP)");
const PAIR_SECRET = member("(?:d|priv)", "[\\w-]{20,}=*");
const SHARED = member("kty", "oct");
const SHARED_SECRET = member("k", "[\\w-]{20,}=*");

const isPrivateJwk = (text: string): boolean =>
  (PAIR.test(text) && PAIR_SECRET.test(text)) || (SHARED.test(text) && SHARED_SECRET.test(text));

function jwkIn(text: string): number {
  if (!text.includes("kty")) return -1;
  return [...text.matchAll(OBJECT)].find(([object]) => isPrivateJwk(object))?.index ?? -1;
}

/** Finds the first private key in a text. */
export function privateKeyIn(text: string): SecretFound | undefined {
  const offset = [text.search(KEY_TEXT), text.search(PUTTY), text.search(SSH2), jwkIn(text)].find((at) => at >= 0);
  return offset === undefined ? undefined : { found: "a private key", offset };
}

/** Variables for examples, which authors publish on purpose. */
const EXAMPLE = /\.(?:example|sample|template)$/i;

const SECRET_NAMES: readonly RegExp[] = [
  /^\.(?:env|dev\.vars)(?:\.|$)/i,
  /^env(?:\.(?:txt|sh|local|json|ya?ml|ini))?$/i,
  /^\.(?:netrc|pgpass|htpasswd|git-credentials)$/i,
  /^id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?$/i,
  /^(?:credentials?|secrets?)(?:\.(?:txt|json|ya?ml|toml|ini|env))?$/i,
  /\.(?:key|p12|pfx|jks|keystore|ppk|kdbx)$/i,
  /\.key\.json$/i,
];

/** True if people give such a name to a file with secrets. */
function hasSecretName(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return !EXAMPLE.test(name) && SECRET_NAMES.some((pattern) => pattern.test(name));
}

/** Finds a private key in a file, or the name of a secret. */
export function fileSecret(path: string, text: string): SecretFound | undefined {
  const key = privateKeyIn(text);
  if (key) return { ...key, found: `${key.found} in ${quote(path)}` };
  return hasSecretName(path) ? { found: `${quote(path)}, the name of a file with secrets`, offset: 0 } : undefined;
}
