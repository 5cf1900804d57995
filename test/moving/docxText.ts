/** Documents of a word processor, as small as they can be. */
import { PNG } from "../support/mediaFiles.ts";
import { zipOf } from "./zipOf.ts";

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
export const R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships";

export const paragraph = (text: string, style = ""): string =>
  `<w:p>${style && `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}${text.startsWith("<") ? text : `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`}</w:p>`;
export const bytesOf = async (archive: Blob): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await archive.arrayBuffer());

export function documentOf(body: string, picture: Uint8Array = PNG): Promise<Uint8Array<ArrayBuffer>> {
  const relation = (id: string, type: string, target: string): string =>
    `<Relationship Id="${id}" Type="${R}/${type}" Target="${target}"/>`;
  return bytesOf(
    zipOf([
      {
        path: "[Content_Types].xml",
        content: `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="png" ContentType="image/png"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
      },
      {
        path: "_rels/.rels",
        content: `<Relationships xmlns="${RELATIONS}">${relation("r1", "officeDocument", "word/document.xml")}</Relationships>`,
      },
      {
        path: "word/_rels/document.xml.rels",
        content: `<Relationships xmlns="${RELATIONS}">${relation("rId1", "footnotes", "footnotes.xml")}${relation("rId2", "image", "media/image1.png")}${relation("rId3", "styles", "styles.xml")}</Relationships>`,
      },
      {
        path: "word/styles.xml",
        content: `<w:styles ${W}>${["Title", "heading 2"].map((name) => `<w:style w:type="paragraph" w:styleId="${name.replace(" ", "")}"><w:name w:val="${name}"/></w:style>`).join("")}</w:styles>`,
      },
      {
        path: "word/footnotes.xml",
        content: `<w:footnotes ${W}><w:footnote w:id="7">${paragraph("By the &lt;harbour&gt; master.")}</w:footnote></w:footnotes>`,
      },
      { path: "word/media/image1.png", content: picture },
      { path: "word/document.xml", content: `<w:document ${W}><w:body>${body}</w:body></w:document>` },
    ]),
  );
}
