const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** Bytes in lower-case hex. */
export function hexOf(bytes: Uint8Array | ArrayBuffer): string {
  let hex = "";
  for (const byte of bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes)) hex += HEX[byte];
  return hex;
}
