/**
 * Throws for a cookie that no browser keeps, because its name's prefix demands other attributes (RFC 6265bis, 4.1.3). The
 * browsers of tests keep every other cookie, so a login would work in them and nowhere else.
 */
export function refuseLostCookie(line: string): void {
  const [pair = "", ...attributes] = line.split(/;\s*/);
  const has = (wanted: RegExp): boolean => attributes.some((one) => wanted.test(one));
  const isLost =
    (/^__(?:Host|Secure)-/i.test(pair) && !has(/^secure$/i)) ||
    (/^__Host-/i.test(pair) && (!has(/^path=\/$/i) || has(/^domain=/i)));
  if (isLost) throw new Error(`No browser keeps this cookie: ${line}`);
}
