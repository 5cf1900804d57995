/** The pages that references of texts name: by a path of the source, or by the name of a file. */
import type { Situated } from "./generator.ts";
import { splitName } from "./languageNames.ts";

/** A text with its place in the source and in the site. */
interface Referred extends Pick<Situated, "address" | "language"> {
  readonly path: string;
}

export class PageReferences {
  readonly #addresses: ReadonlyMap<string, string>;

  constructor(texts: readonly Referred[]) {
    const keys = texts.flatMap(({ path, address, language }) =>
      namesOf(path, language).flatMap((name) =>
        [keyOf(name, language), keyOf(name)].map((key) => [key, address] as const),
      ),
    );
    // The first page of a name counts.
    this.#addresses = new Map(keys.toReversed());
  }

  /** The address of a page. One in the language of the text comes before its translations. */
  addressOf(reference: string, { address, language }: Pick<Situated, "address" | "language">): string | undefined {
    const [written = "", anchor] = reference.split("#");
    const name = written
      .replace(/^\.?\/|^@\//, "")
      .replace(/\/$/, "")
      .toLowerCase();
    const found =
      written === "" ? address : (this.#addresses.get(keyOf(name, language)) ?? this.#addresses.get(keyOf(name)));
    return found === undefined ? undefined : `${found}${anchor === undefined ? "" : `#${anchor}`}`;
  }
}

const keyOf = (name: string, language = ""): string => `${language} ${name}`;

/** The names by which other texts refer to a file: its path from any folder above it, with its ending and without. */
function namesOf(path: string, language: string | undefined): string[] {
  const at = path.lastIndexOf("/") + 1;
  const { name, suffix } = splitName(path.slice(at));
  const isNamed = language !== undefined && suffix !== undefined;
  const ending = path.slice(path.lastIndexOf("."));
  const names = [path, ...(isNamed ? [path.slice(0, at) + name + ending] : [])].flatMap(partsOf);
  return [...new Set(names)];
}

/** A path from each folder of it on. The home page has the empty name. */
function partsOf(path: string): string[] {
  const whole = path.toLowerCase().replace(/(?:^|\/)_?index(?:\.[a-z-]+)?\.\w+$/, "");
  const parts = whole.split("/");
  const names = parts.flatMap((_, from) => {
    const name = parts.slice(from).join("/");
    return [name, name.replace(/\.\w+$/, "")];
  });
  return whole === "content" || whole === "" ? [...names, ""] : names;
}

/** Links of a wiki, as Obsidian writes them. */
export function withWikiLinks(markdown: string, ref: (name: string) => string | undefined): string {
  return markdown.replaceAll(
    /(!?)\[\[([^\]|#\n]+)(#[^\]|\n]*)?(?:\|([^\]\n]*))?\]\]/g,
    (all, bang: string, name: string, anchor = "", words?: string) => {
      if (bang === "!") return `![${words ?? ""}](<${name.trim()}>)`;
      const address = ref(name.trim());
      return address === undefined
        ? all
        : `[${words ?? name}](${encodeURI(address)}${anchor.toLowerCase().replaceAll(" ", "-")})`;
    },
  );
}
