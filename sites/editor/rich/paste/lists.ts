/** Rebuilds the lists that Word writes as paragraphs. */
import { type Node, Fragment } from "prosemirror-model";
import { types } from "../model/schema.ts";

/** A paragraph that is a list item in Word. */
export interface WordItem {
  readonly level: number;
  readonly marker: string;
  readonly node: Node;
}

export type Piece = Node | WordItem;

export const isItem = (piece: Piece): piece is WordItem => "marker" in piece;

/**
 * Numbers or letters with a dot or bracket. Every other marker counts as a bullet, because its glyph depends on Word's
 * font.
 */
const NUMBERED = /^\(?(?:(\d{1,9})|[a-z]{1,4}|[ivxlcdm]{1,7})[.)]$/i;

interface Level {
  readonly level: number;
  readonly isOrdered: boolean;
  readonly order: number;
  readonly items: Node[][];
}

const listOf = ({ isOrdered, order, items }: Level): Node => {
  const nodes = items.map((blocks) => types.list_item.create(null, blocks));
  return isOrdered ? types.ordered_list.create({ order }, nodes) : types.bullet_list.create(null, nodes);
};

class Lists {
  readonly #blocks: Node[] = [];
  readonly #open: Level[] = [];

  item({ level, marker, node }: WordItem): void {
    const numbered = NUMBERED.exec(marker.trim());
    while ((this.#open.at(-1)?.level ?? 0) > level) this.#close();
    const open = this.#open.at(-1);
    if (open?.level === level && open.isOrdered !== (numbered !== null)) this.#close();
    if (this.#open.at(-1)?.level !== level)
      this.#open.push({ level, isOrdered: numbered !== null, order: Number(numbered?.[1] ?? 1), items: [] });
    this.#open.at(-1)?.items.push([node]);
  }

  block(node: Node): void {
    while (this.#open.length > 0) this.#close();
    this.#blocks.push(node);
  }

  #close(): void {
    const level = this.#open.pop();
    if (!level) return;
    const outer = this.#open.at(-1)?.items.at(-1);
    (outer ?? this.#blocks).push(listOf(level));
  }

  done(): Node[] {
    while (this.#open.length > 0) this.#close();
    return this.#blocks;
  }
}

export const isList = ({ type }: Node): boolean => type === types.bullet_list || type === types.ordered_list;

/** A list with blocks added so many levels below its last item, or as deep as its last items go. */
export function withDeeper(list: Node, blocks: readonly Node[], levels: number): Node {
  const item = list.lastChild;
  const inner = item?.lastChild;
  if (!item) return list;
  const content =
    levels > 1 && inner && isList(inner)
      ? item.content.replaceChild(item.childCount - 1, withDeeper(inner, blocks, levels - 1))
      : item.content.append(Fragment.from([...blocks]));
  return list.copy(list.content.replaceChild(list.childCount - 1, item.copy(content)));
}

export function withLists(pieces: readonly Piece[]): Node[] {
  const lists = new Lists();
  for (const piece of pieces) {
    if (isItem(piece)) lists.item(piece);
    else lists.block(piece);
  }
  return lists.done();
}
