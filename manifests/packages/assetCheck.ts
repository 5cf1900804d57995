/**
 * Checks a package's files for browsers: their bytes match their ending, they are small enough, and templates use only
 * declared ones.
 */
import { ASSET_MAX_BYTES } from "../bounds/packages.ts";
import { fromBase64, toBase64 } from "../bytes/base64.ts";
import { splitLiquid, type LiquidFault } from "../liquid/liquid.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { quote } from "../refusals/pointer.ts";
import { assetKind } from "../assets/kinds.ts";
import { iconFaults } from "../assets/svg.ts";

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** The bytes of a base64 text. Undefined unless the text is the canonical encoding. */
function bytesOf(text: string): Uint8Array | undefined {
  if (!BASE64.test(text) || text.length % 4 !== 0) return undefined;
  const bytes = fromBase64(text);
  return toBase64(bytes) === text ? bytes : undefined;
}

/** Bytes that are read to recognise a kind of file, enough for every kind. */
const BEGINNING = 16;

const fault = (found: string, allowed: string): LiquidFault => ({ found, allowed, offset: 0 });

export function assetFaults(path: string, text: string): LiquidFault[] {
  const kind = assetKind(path);
  if (kind?.role === "icon") return iconFaults(text);
  const bytes = bytesOf(text);
  if (!kind || !bytes) return [fault("text that is not base64", "the bytes of the file in base64")];
  if (bytes.length > ASSET_MAX_BYTES) return [fault(`${bytes.length} bytes`, `at most ${ASSET_MAX_BYTES} bytes`)];
  const beginning = String.fromCharCode(...bytes.subarray(0, BEGINNING));
  return kind.begins.test(beginning) ? [] : [fault("bytes of another file type", `a file of the type ${kind.type}`)];
}

/** Literal names that a template passes to the filters `asset` and `icon`. */
const PRINTED = /(["'])([^"']*)\1\s*\|\s*(asset|icon)\b/g;
const STYLED = /url\(\s*(["'])asset:([^"']*)\1\s*\)/g;

interface Named {
  readonly name: string;
  readonly wants: "file" | "icon";
  readonly offset: number;
}

const namedInTemplate = (text: string): Named[] =>
  splitLiquid(text).parts.flatMap(({ kind, body, offset }) =>
    kind === "text"
      ? []
      : [...body.matchAll(PRINTED)].map(([, , name = "", filter]) => ({
          name,
          wants: filter === "icon" ? ("icon" as const) : ("file" as const),
          offset,
        })),
  );

const namedInStyle = (text: string): Named[] =>
  [...text.matchAll(STYLED)].map(({ 2: name = "", index }) => ({ name, wants: "file" as const, offset: index }));

/** Assets that a template or style sheet uses and the manifest does not declare. */
export function unknownAssets({ contributes: { assets = [] } }: Manifest, path: string, text: string): LiquidFault[] {
  const isThere = ({ name, wants }: Named): boolean =>
    assets.some(({ name: known, file }) => known === name && (assetKind(file)?.role === "icon") === (wants === "icon"));
  const named = path.endsWith(".css") ? namedInStyle(text) : namedInTemplate(text);
  return named
    .filter((one) => !isThere(one))
    .map(({ name, wants, offset }) => ({
      found: quote(name),
      allowed:
        wants === "icon" ? "the name of an asset that is an icon" : "the name of an asset that is a font or a picture",
      offset,
    }));
}
