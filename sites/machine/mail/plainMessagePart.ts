/** The longest line that SMTP carries, without its end (RFC 5321). */
const LINE_MAX = 998;
const ENCODED_LINE = 76;
const BREAK = "\r\n";

/**
 * The plain text of a letter as a part of a message. Its lines leave as they are, so that a link is whole in every
 * program. Text with other signs than ASCII, or with a longer line, is encoded as bytes.
 */
export function plainMessagePart(text: string): string {
  const lines = text.split(/\r\n?|\n/);
  const isBare = lines.every((line) => line.length <= LINE_MAX && /^[\t\x20-\x7e]*$/.test(line));
  const [encoding, body] = isBare ? ["7bit", lines.join(BREAK)] : ["base64", encoded(lines.join(BREAK))];
  return `Content-Type: text/plain; charset=utf-8${BREAK}Content-Transfer-Encoding: ${encoding}${BREAK}${BREAK}${body}${BREAK}`;
}

const encoded = (text: string): string =>
  Buffer.from(text, "utf8")
    .toString("base64")
    .replaceAll(new RegExp(`.{${ENCODED_LINE}}(?=.)`, "g"), `$&${BREAK}`);
