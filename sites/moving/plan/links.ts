/** The new addresses of the links and pictures of a source. */
import { decodedOr, normalPath } from "../../../manifests/shapes/normalPath.ts";
import { withoutIndex } from "../tree/addresses.ts";
import type { MoveLoss, MovedFile, MovedPage, MovedSite } from "../tree/moved.ts";
import { type Addresses } from "../text/relinked.ts";
import { fileMark, type PlannedFile } from "./plan.ts";

/** Pages by each of their addresses, and files as far as texts need them. */
export class Links {
  readonly files: PlannedFile[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #moved: MovedSite;
  readonly #hosts: ReadonlySet<string>;
  readonly #ids = new Map<string, string>();
  readonly #places = new Map<string, string>();
  readonly #files = new Map<string, MovedFile>();

  constructor(moved: MovedSite) {
    this.#moved = moved;
    this.#hosts = new Set(moved.origins.map((origin) => new URL(origin).host));
    for (const [path, file] of moved.files) this.#files.set(normalPath(path), file);
  }

  /** Tells where a page is from now on. */
  place(addresses: readonly string[], id: string, place?: string): void {
    for (const address of addresses) {
      const key = keyOf(address);
      if (!this.#ids.has(key)) this.#ids.set(key, id);
    }
    if (place !== undefined) this.#places.set(place.toLowerCase(), id);
  }

  /** The new addresses of what one page names. */
  of(page: Pick<MovedPage, "address" | "place">, losses: MoveLoss[]): Addresses {
    return {
      link: (address) => this.#link(address, page),
      picture: (address) => this.picture(address, page, losses),
    };
  }

  /** The mark of a picture's file. Undefined for one that is no file of the web. */
  picture(address: string, page: Pick<MovedPage, "address" | "place">, losses: MoveLoss[]): string | undefined {
    const url = address.trim() === "" ? null : urlOf(address, page.address);
    if (!url) {
      if (!address.startsWith("data:"))
        losses.push({
          place: page.place,
          what: `the picture ${shortened(address) || "in its text"}, which has no address`,
          kind: "a picture that has no address",
        });
      else losses.push({ place: page.place, what: "a picture inside the text (data:), left out" });
      return undefined;
    }
    const mark = this.#mark(url, address, page);
    if (mark === undefined)
      losses.push({
        place: page.place,
        what: `the picture ${shortened(address)}, which the source does not have`,
        kind: "a picture that the source does not have",
      });
    return mark;
  }

  #mark(url: URL, address: string, { place }: Pick<MovedPage, "place">): string | undefined {
    const file = this.#local(url, place);
    const remote = this.#remote(url);
    if (!file && !remote) return undefined;
    // A page that shows a file alone leads to the file.
    const at = URL.parse(file?.url ?? "") ?? url;
    const key = file ? `file ${file.name} ${normalPath(at.pathname)}` : (remote ?? "");
    const number = this.#numbers.get(key) ?? this.files.length;
    if (number === this.files.length) {
      const served = this.#isOurs(at) ? at.pathname : undefined;
      this.files.push({ ...plannedFile({ file, remote, url, address, place }), served });
    }
    this.#numbers.set(key, number);
    return fileMark(number);
  }

  /** The address on the web of a file that the source itself does not have. */
  #remote(url: URL): string | undefined {
    if (url.hostname !== LOCAL) return url.href;
    const [origin] = this.#moved.origins;
    return origin === undefined ? undefined : new URL(`${url.pathname}${url.search}`, origin).href;
  }

  /** A file of the source, by its address or beside the text that names it. */
  #local(url: URL, place: string): MovedFile | undefined {
    // Hosts of pictures make other sizes by parameters.
    if (!this.#isOurs(url))
      return this.#files.get(normalPath(url.href)) ?? this.#files.get(normalPath(url.origin + url.pathname));
    const folder = place.slice(0, place.lastIndexOf("/") + 1);
    const beside = url.pathname.split("/").at(-1) ?? "";
    return this.#files.get(normalPath(url.pathname)) ?? this.#files.get(normalPath(`/${folder}${beside}`));
  }

  #link(address: string, page: Pick<MovedPage, "address" | "place">): string | undefined {
    if (/^(?:#|mailto:|tel:|page:|\/\/)/i.test(address)) return undefined;
    const url = urlOf(address, page.address);
    if (!url || !this.#isOurs(url)) return undefined;
    const file = this.#local(url, page.place);
    return (
      this.#byPlace(address, page.place) ??
      this.#pageAt(url) ??
      (file && this.#mark(url, address, page)) ??
      (url.hostname === LOCAL ? undefined : `${url.pathname}${url.search}${url.hash}`)
    );
  }

  #isOurs = ({ hostname, host }: URL): boolean => hostname === LOCAL || this.#hosts.has(host);

  /** The page at an address. A query of the home page, such as `?p=12`, may name any page. */
  #pageAt(url: URL): string | undefined {
    const exact = this.#ids.get(keyOf(`${url.pathname}${url.search}`));
    const id = exact ?? (url.pathname === "/" && url.search !== "" ? undefined : this.#ids.get(keyOf(url.pathname)));
    return id === undefined ? undefined : `page:${id}${anchorOf(url)}`;
  }

  /** A link to a file of the source, such as `../tips.md` or `@/tips.md`. */
  #byPlace(address: string, place: string): string | undefined {
    if (!/\.(?:md|markdown|mdx)(?:#|$)/i.test(address) || /^[a-z]+:/i.test(address)) return undefined;
    const [path = "", anchor] = address.split("#");
    const from = path.startsWith("@/") ? `/content/${path.slice(2)}` : path;
    const target = decodedOr(new URL(from, `http://${LOCAL}/${place}`).pathname.slice(1)).toLowerCase();
    const id = this.#places.get(target);
    return id === undefined ? undefined : `page:${id}${anchor === undefined ? "" : `#${anchor}`}`;
  }
}

function plannedFile(found: {
  readonly file: MovedFile | undefined;
  readonly remote: string | undefined;
  readonly url: URL;
  readonly address: string;
  readonly place: string;
}): PlannedFile {
  const { file, remote, url, address, place } = found;
  const name = file?.name ?? decodedName(url.pathname);
  return { ...file, name, ...(file?.bytes ? {} : { url: file?.url ?? remote }), address, place };
}

/** Stands for the host of the source, whatever it was. */
const LOCAL = "source.invalid";

const urlOf = (address: string, base: string): URL | null => {
  const url = URL.parse(address.trim(), `http://${LOCAL}${base.startsWith("/") ? base : `/${base}`}`);
  return url?.protocol === "http:" || url?.protocol === "https:" ? url : null;
};

/** An address of the source, as one of its own host. */
export const sourceUrl = (address: string): URL | null => URL.parse(address, `http://${LOCAL}`);

/** The anchors that links to pages may have. */
function anchorOf({ hash }: URL): string {
  const anchor = decodedOr(hash).normalize("NFC");
  return /^#[\w.\p{L}\p{M}\p{N}-]+$/u.test(anchor) ? anchor : "";
}

/** An address for comparison: its path in one spelling, and its query. */
export function keyOf(address: string): string {
  const url = sourceUrl(address);
  return url ? `${normalPath(withoutIndex(url.pathname))}${url.search}` : address;
}

const decodedName = (path: string): string => decodedOr(path.split("/").findLast((part) => part !== "") ?? "picture");

const shortened = (text: string): string => (text.length > 80 ? `${text.slice(0, 79)}…` : text);
