/** The number of letters in a group. */
const GROUP = 3;
/** Groups share lists by a hash, so a list has words of other groups, too. A part has about one list for a word. */
const [LISTS_MIN, LISTS_MAX, CHARS_PER_LIST] = [64, 8_192, 8];

type Numbers = Uint16Array | Uint32Array;

/** The words of a part by each three letters in a row, so that few words are compared with a text that may be inside. */
export class LetterGroups {
  readonly bytes: number;
  readonly #count: number;
  /** The numbers of words, one list after the other. */
  readonly #numbers: Numbers;
  /** The beginning of each list, and the end of the last one. */
  readonly #lists: Uint32Array;

  /** The words stand in one text, each with a sign behind it, and begin at these places. */
  constructor(words: string, starts: Uint32Array) {
    const count = listsFor(words);
    const lists = new Uint32Array(count + 1);
    eachGroup({ words, starts, count }, (list) => (lists[list + 1] = (lists[list + 1] ?? 0) + 1));
    for (let list = 0; list < count; list += 1) lists[list + 1] = (lists[list + 1] ?? 0) + (lists[list] ?? 0);
    const size = lists[count] ?? 0;
    const numbers = starts.length > 0xffff ? new Uint32Array(size) : new Uint16Array(size);
    const ends = lists.slice(0, count);
    eachGroup({ words, starts, count }, (list, word) => {
      const end = ends[list] ?? 0;
      numbers[end] = word;
      ends[list] = end + 1;
    });
    this.#count = count;
    this.#numbers = numbers;
    this.#lists = lists;
    this.bytes = numbers.byteLength + lists.byteLength;
  }

  /** The numbers of all words that may have a text inside, in order. Undefined for a text that is shorter than a group. */
  with(text: string): Numbers | undefined {
    if (text.length < GROUP) return undefined;
    let [from, end] = [0, Infinity];
    for (let at = 0; at + GROUP <= text.length; at += 1) {
      const list = listAt(text, at, this.#count);
      const [first = 0, last = 0] = [this.#lists[list], this.#lists[list + 1]];
      if (last - first < end - from) [from, end] = [first, last];
    }
    return this.#numbers.subarray(from, end);
  }
}

function listsFor({ length }: string): number {
  let lists = LISTS_MIN;
  while (lists < LISTS_MAX && lists * CHARS_PER_LIST < length) lists *= 2;
  return lists;
}

const listAt = (text: string, at: number, count: number): number =>
  (text.charCodeAt(at) * 961 + text.charCodeAt(at + 1) * 31 + text.charCodeAt(at + 2)) % count;

interface Grouped {
  readonly words: string;
  readonly starts: Uint32Array;
  /** The number of lists. */
  readonly count: number;
}

/** Calls `visit` once for each list that a word belongs to, in the order of the words. */
function eachGroup({ words, starts, count }: Grouped, visit: (list: number, word: number) => void): void {
  const last = new Int32Array(count).fill(-1);
  for (let word = 0; word < starts.length; word += 1) {
    const end = (starts[word + 1] ?? words.length) - 1;
    for (let at = starts[word] ?? 0; at + GROUP <= end; at += 1) {
      const list = listAt(words, at, count);
      if (last[list] === word) continue;
      last[list] = word;
      visit(list, word);
    }
  }
}
