/** Writes XLIFF 2.1. */
import { NAMESPACE, type UnitPiece, type Unit, VERSION_NOTE, type Xliff, type XliffFile } from "./document.ts";

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Characters that no XML may hold. Line ends would be changed by its readers, so they are written as numbers. */
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign)
    .replaceAll("\r", "&#13;");

const attribute = (text: string): string =>
  escaped(text.replaceAll(FORBIDDEN, "")).replaceAll("\n", "&#10;").replaceAll("\t", "&#9;");

/** Text of an element. A character that XML cannot hold is a code point of XLIFF. */
const content = (text: string): string =>
  escaped(text).replaceAll(
    FORBIDDEN,
    (sign) => `<cp hex="${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}"/>`,
  );

const written = (pieces: readonly UnitPiece[]): string =>
  pieces
    .map((piece) => (typeof piece === "string" ? content(piece) : `<ph id="${piece.code}" dataRef="d${piece.code}"/>`))
    .join("");

export const writeXliff = ({ source, target, files }: Xliff): string => `<?xml version="1.0" encoding="UTF-8"?>
<xliff xmlns="${NAMESPACE}" version="2.1" srcLang="${attribute(source)}" trgLang="${attribute(target)}">
${files.map(file).join("\n")}
</xliff>
`;

const file = ({
  id,
  original,
  version,
  units,
}: XliffFile): string => `<file id="${attribute(id)}" original="${attribute(original)}">
${version === null ? "" : `<notes><note category="${VERSION_NOTE}">${version}</note></notes>\n`}${units.map(unit).join("\n")}
</file>`;

function unit({ id, name, source, codes, target, state }: Unit): string {
  const data = Object.entries(codes).map(
    ([code, text]) => `<data id="d${code}" xml:space="preserve">${content(text)}</data>`,
  );
  const translation = target === null ? "" : `\n<target xml:space="preserve">${written(target)}</target>`;
  return `<unit id="${attribute(id)}" name="${attribute(name)}">
${data.length === 0 ? "" : `<originalData>${data.join("")}</originalData>\n`}<segment state="${state}">
<source xml:space="preserve">${written(source)}</source>${translation}
</segment>
</unit>`;
}
