/** Beginnings of metadata in common formats: Exif, XMP and IPTC. */
const MARKS = ["Exif\0", "eXIf", "EXIF", "http://ns.adobe.com/", ":xmpmeta", "adobe.xmp", "Photoshop 3.0"];
const OVERLAP = Math.max(...MARKS.map(({ length }) => length)) - 1;

/** Searches a file of unknown format for metadata, while it streams. */
export class MetadataSearch {
  readonly #decoder = new TextDecoder("latin1");
  #end = "";
  #hasFound = false;

  get hasFound(): boolean {
    return this.#hasFound;
  }

  push(chunk: Uint8Array): void {
    const text = this.#end + this.#decoder.decode(chunk);
    this.#hasFound ||= MARKS.some((mark) => text.includes(mark));
    this.#end = text.slice(-OVERLAP);
  }
}
