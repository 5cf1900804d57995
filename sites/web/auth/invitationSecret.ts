/** Finds the secret of an invitation in what a person pastes or a program sends: a link, a part of it, or a mangled one. */

/** Characters of a secret. Whatever follows them was added on the way: a full stop, a bracket, a tracking mark. */
const SECRET = "[A-Za-z0-9_-]{43}";

/** After the fragment sign, or after the star that one mail filter writes instead of it. */
const IN_LINK = new RegExp(`(?:#|join\\*)(${SECRET})`);
const ALONE = new RegExp(`^[<("'[]*(${SECRET})[>)"'\\].,;:!?]*$`);

/** A line break in a mail, with the marks of quoted lines and of encoded ones, and characters that nobody sees. */
const BREAKS = /=?[\r\n]+[>\s]*|\s|[\u00ad\u200b-\u200d\u2060\ufeff]/g;

/** Mail filters encode a link that others have encoded already. */
const MOST_ENCODINGS = 4;

export function secretIn(text: string): string | undefined {
  let form = text.replaceAll(BREAKS, "");
  for (let round = 0; round <= MOST_ENCODINGS; round += 1) {
    const [, secret] = IN_LINK.exec(form) ?? ALONE.exec(form) ?? [];
    if (secret !== undefined) return secret;
    form = decoded(form);
  }
  return undefined;
}

/** One encoding less: `%23`, or `-23` as one mail filter writes it in its own links. */
function decoded(form: string): string {
  const [, wrapped] = /^https:\/\/urldefense\.proofpoint\.com\/v2\/url\?u=([^&]*)/.exec(form) ?? [];
  const plain = wrapped === undefined ? form : wrapped.replaceAll("_", "/").replaceAll(/-(?=[0-9A-F]{2})/g, "%");
  return plain.replaceAll(/%([0-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
