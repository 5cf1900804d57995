/** Footnotes and endnotes of a document. Its HTML has a list of them at its end, and links to it. */
import type { HtmlAsMarkdown } from "../../html/markdownOfHtml.ts";

const REFERENCE = /<sup><a href="#((?:foot|end)note-[\w-]+)"[^>]*>\[[^\]]*\]<\/a><\/sup>/g;
const LIST = /<ol>(?:<li id="(?:foot|end)note-(?:(?!<\/ol>)[^])*)<\/ol>\s*$/;
const NOTE = /<li id="((?:foot|end)note-[\w-]+)">((?:(?!<li id=)[^])*)<\/li>/g;
const BACK = /\s*<a href="#(?:foot|end)note-ref-[\w-]+">[^<]*<\/a>/g;

/** Stands for a reference while HTML becomes Markdown. Letters alone are never escaped. */
function unusedWord(html: string): string {
  let word = "footnoteqz";
  while (html.includes(word)) word += "q";
  return word;
}

/** Converts a document's HTML, with its notes as Markdown has them. */
export function withNotes(html: string, convert: (html: string) => HtmlAsMarkdown): HtmlAsMarkdown {
  const list = LIST.exec(html)?.[0] ?? "";
  const notes = [...list.matchAll(NOTE)].map(([, id = "", note = ""]) => ({ id, note: note.replaceAll(BACK, "") }));
  const numbers = new Map(notes.map(({ id }, index) => [id, index + 1]));
  const word = unusedWord(html);
  const body = html
    .slice(0, html.length - list.length)
    .replaceAll(REFERENCE, (all, id: string) => (numbers.has(id) ? `${word}${numbers.get(id)}z` : all));
  const main = convert(body);
  const converted = notes.map(({ note }) => convert(note));
  const written = main.markdown.replaceAll(new RegExp(`${word}(\\d+)z`, "g"), "[^$1]");
  const below = converted.map(
    ({ markdown }, index) => `[^${index + 1}]: ${markdown.trim().replaceAll("\n", "\n    ")}`,
  );
  return {
    markdown: [written.trimEnd(), ...below].join("\n\n"),
    lost: [...new Set([...main.lost, ...converted.flatMap(({ lost }) => lost)])],
  };
}
