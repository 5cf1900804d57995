/** Reads documents of a word processor (DOCX): each is a page with its pictures and footnotes. */
import { joinedBytes } from "../../../../manifests/joinedBytes.ts";
import { Marks } from "../../html/marks.ts";
import { markdownOfHtml } from "../../html/markdownOfHtml.ts";
import type { Folder } from "../../tree/folder.ts";
import type { MoveLoss, MovedFile, MovedPage, MovedSite } from "../../tree/moved.ts";
import { titleLine, withoutControls } from "../../tree/words.ts";
import { unpackedLengths } from "../zip/zipFolder.ts";
import { withNotes } from "./notes.ts";

const DOCUMENT = /\.docx$/i;
/** A file that the word processor keeps beside an open document. */
const LOCK = /(?:^|\/)~\$[^/]*$/;

const isDocument = (path: string): boolean => DOCUMENT.test(path) && !LOCK.test(path);

export const knowsWord = ({ paths }: Folder): boolean => paths.some(isDocument);

/** Most bytes that a document unpacks to. The word processor itself writes much less. */
const UNPACKED_MAX_BYTES = 200 * 1024 * 1024;

interface Making {
  readonly files: Map<string, MovedFile>;
  readonly losses: MoveLoss[];
  /** Most bytes that a document unpacks to. */
  readonly most: number;
}

export async function readWord(folder: Folder, most = UNPACKED_MAX_BYTES): Promise<MovedSite> {
  const making: Making = { files: new Map(), losses: [], most };
  const pages: MovedPage[] = [];
  for (const place of folder.paths.filter(isDocument)) {
    const page = await readDocument(place, folder, making).catch((error: unknown) => {
      const why = error instanceof Error ? error.message.split("\n")[0] : "";
      making.losses.push({ place, what: `a document that cannot be read: ${why}` });
    });
    if (page) pages.push(page);
  }
  return { origins: [], pages, terms: [], files: making.files, redirects: [], losses: making.losses };
}

async function readDocument(place: string, folder: Folder, { files, losses, most }: Making): Promise<MovedPage> {
  const bytes = await folder.bytes(place);
  await boundSize(bytes, most);
  const { html, pictures, lost } = await convertToHtml(bytes, most);
  for (const [index, { type, content }] of pictures.entries()) {
    const name = `picture-${index + 1}.${type}`;
    files.set(`/${place}/${name}`, { name, bytes: async () => content });
  }
  const { text, lines } = withoutControls(
    html.replaceAll(
      /src="picture:(\d+)\.(\w+)"/g,
      (_, index: string, type: string) => `src="${encodeURI(`/${place}/picture-${Number(index) + 1}.${type}`)}"`,
    ),
  );
  const titled = titleIn(text);
  const marks = new Marks(text);
  const converted = withNotes(titled.rest, (part) => markdownOfHtml(part, marks));
  const toldLosses = [
    ...lost,
    ...converted.lost,
    ...lines.map((line) => `a control character in line ${line}, removed`),
  ];
  losses.push(...toldLosses.map((what) => ({ place, what })));
  const name = place.replace(DOCUMENT, "");
  return {
    source: `docx:${place}`.slice(0, 400),
    place,
    address: `/${name}`,
    aliases: [],
    isArticle: false,
    title: titled.title ?? titleLine(name.split("/").at(-1)) ?? name,
    terms: [],
    parts: marks.split(converted.markdown),
  };
}

const tooLarge = (most: number): Error => new Error(`it unpacks to more than ${most} bytes`);

/** Unpacks every part once with bounds, because the reader of documents has none. It may read a part of any name. */
async function boundSize(bytes: Uint8Array<ArrayBuffer>, most: number): Promise<void> {
  let left = most;
  for await (const length of unpackedLengths(new Blob([bytes]))) if ((left -= length) < 0) throw tooLarge(most);
}

interface WordPicture {
  readonly type: string;
  readonly content: Uint8Array<ArrayBuffer>;
}

/** The pictures of a document. One that several places of the text show is kept once. */
class WordPictures {
  readonly kept: WordPicture[] = [];
  readonly #places = new Map<string, number>();
  readonly #most: number;
  #left: number;

  constructor(most: number) {
    this.#most = most;
    this.#left = most;
  }

  /** Throws once the pictures are too large. The reader goes on after an error, and should unpack no more of them. */
  checkRoom(): void {
    if (this.#left < 0) throw tooLarge(this.#most);
  }

  /** The place of a picture among those that are kept. Each time that the text shows it is counted. */
  async keep({ type, content }: WordPicture): Promise<number> {
    // The reader of documents unpacks a picture again wherever the text shows it.
    this.#left -= content.length;
    this.checkRoom();
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", content)).join();
    const place = this.#places.get(digest) ?? this.kept.push({ type, content }) - 1;
    this.#places.set(digest, place);
    return place;
  }
}

async function convertToHtml(
  bytes: Uint8Array<ArrayBuffer>,
  most: number,
): Promise<{
  readonly html: string;
  readonly pictures: readonly WordPicture[];
  readonly lost: readonly string[];
}> {
  const { default: mammoth } = await import("mammoth");
  const pictures = new WordPictures(most);
  const convertImage = mammoth.images.imgElement(async (image) => {
    pictures.checkRoom();
    const content = joinedBytes([new Uint8Array(await image.readAsArrayBuffer())]);
    const type = /^image\/(?:x-)?([a-z0-9]+)/.exec(image.contentType)?.[1] ?? "bin";
    const place = await pictures.keep({ type, content });
    return { src: `picture:${place}.${pictures.kept[place]?.type}` };
  });
  // Node takes `buffer`, and a browser `arrayBuffer`.
  const input = { buffer: bytes as never, arrayBuffer: bytes.buffer };
  const styleMap = ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => p > em:fresh"];
  const { value, messages } = await mammoth.convertToHtml(input, { convertImage, styleMap });
  pictures.checkRoom();
  return { html: value, pictures: pictures.kept, lost: [...new Set(messages.map(({ message }) => message))] };
}

const FIRST_HEADING = /^\s*<h1>((?:(?!<\/?h1>)[^])*)<\/h1>/;

/** The title at the beginning of a document, and what follows it. */
function titleIn(html: string): { readonly title: string | undefined; readonly rest: string } {
  const [whole = "", inner = ""] = FIRST_HEADING.exec(html) ?? [];
  const title = titleLine(markdownFreeText(inner));
  return title === undefined ? { title, rest: html } : { title, rest: html.slice(whole.length) };
}

const ENTITIES: Readonly<Record<string, string>> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"' };

const markdownFreeText = (html: string): string =>
  html.replaceAll(/<[^>]*>/g, "").replaceAll(/&(?:amp|lt|gt|quot);/g, (sign) => ENTITIES[sign] ?? "");
