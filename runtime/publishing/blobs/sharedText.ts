/**
 * Divides a page's HTML into what it shares with other pages and what it has alone. Pages of a site share most of their
 * head, their menu and their footer. The shared text is stored once, and each page only with its own text and five
 * positions.
 */

/** A page's own text, and where it lies in a shared text. */
export interface CutPage {
  readonly own: string;
  readonly cuts: Cuts;
  /** Number of characters that the page takes from the shared text. */
  readonly shared: number;
}

/**
 * The page is `shared[0..head] + own[0..split] + shared[from..to] + own[split..] + shared[tail..]`. The first own part
 * lies in the head of the document, the second in its body.
 */
export interface Cuts {
  readonly head: number;
  readonly split: number;
  readonly from: number;
  readonly to: number;
  readonly tail: number;
}

const BODY = "\n<body";

export function cutPage(html: string, shared: string): CutPage {
  const [middle, sharedMiddle] = [bodyAt(html), bodyAt(shared)];
  const head = alike(html, shared, [0, 0], [middle, sharedMiddle]);
  const body = alike(html, shared, [middle, sharedMiddle], [html.length, shared.length]);
  const first = html.slice(head.start, middle - head.end);
  const second = html.slice(middle + body.start, html.length - body.end);
  return {
    own: first + second,
    cuts: {
      head: head.start,
      split: first.length,
      from: sharedMiddle - head.end,
      to: sharedMiddle + body.start,
      tail: shared.length - body.end,
    },
    shared: head.start + head.end + body.start + body.end,
  };
}

/** Joins a page again. Never throws, whatever the positions are. */
export const joinPage = (shared: string, own: string, { head, split, from, to, tail }: Cuts): string =>
  shared.slice(0, head) + own.slice(0, split) + shared.slice(from, to) + own.slice(split) + shared.slice(tail);

/** The text that two pages have in common. */
export function commonText(one: string, other: string): string {
  const { cuts } = cutPage(one, other);
  return joinPage(other, "", cuts);
}

export const writtenCuts = ({ head, split, from, to, tail }: Cuts): string => [head, split, from, to, tail].join(" ");

export function readCuts(text: string): Cuts {
  const [head = 0, split = 0, from = 0, to = 0, tail = 0] = text.split(" ").map(Number);
  return { head, split, from, to, tail };
}

function bodyAt(html: string): number {
  const at = html.indexOf(BODY);
  return at < 0 ? html.length : at;
}

/** Characters that are compared at once, which takes a tenth of the time of one by one. */
const STRETCH = 256;

type Positions = readonly [one: number, other: number];

/**
 * Counts the equal characters at the start and at the end of two stretches. It cuts only between tags, so a page has
 * the same own text beside another menu.
 */
function alike(one: string, other: string, [a, b]: Positions, [aEnd, bEnd]: Positions): { start: number; end: number } {
  const most = Math.min(aEnd - a, bEnd - b);
  let start = alikeAfter(one, other, [a, b], most);
  if (start > 0 && (start < most || aEnd - a !== bEnd - b))
    start = Math.max(0, one.lastIndexOf(">", a + start - 1) + 1 - a);
  let end = alikeBefore(one, other, [aEnd, bEnd], most - start);
  if (end < most - start) end = aEnd - tagFrom(one, aEnd - end, aEnd);
  return { start, end };
}

/** Counts the equal characters after two positions. */
function alikeAfter(one: string, other: string, [a, b]: Positions, most: number): number {
  const isAlike = (at: number, size: number): boolean =>
    one.slice(a + at, a + at + size) === other.slice(b + at, b + at + size);
  let count = 0;
  while (count + STRETCH <= most && isAlike(count, STRETCH)) count += STRETCH;
  while (count < most && one.charCodeAt(a + count) === other.charCodeAt(b + count)) count += 1;
  return count;
}

/** Counts the equal characters before two positions. */
function alikeBefore(one: string, other: string, [a, b]: Positions, most: number): number {
  const isAlike = (at: number, size: number): boolean =>
    one.slice(a - at - size, a - at) === other.slice(b - at - size, b - at);
  let count = 0;
  while (count + STRETCH <= most && isAlike(count, STRETCH)) count += STRETCH;
  while (count < most && one.charCodeAt(a - 1 - count) === other.charCodeAt(b - 1 - count)) count += 1;
  return count;
}

/** The first tag from a position on. */
function tagFrom(html: string, from: number, end: number): number {
  const at = html.indexOf("<", from);
  return at < 0 ? end : Math.min(at, end);
}
