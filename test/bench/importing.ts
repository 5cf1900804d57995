import { DEMO_NAMES, loadDemo } from "../../sites/demo/load.ts";
import type { Local } from "../../sites/machine/local.ts";
import { carryOut, type Door, prepare, SiteRefusal } from "../../sites/moving/move.ts";
import type { Folder } from "../../sites/moving/tree/folder.ts";
import { Client, type Sent } from "../support/client.ts";
import { pause } from "../support/driver.ts";
import type { Member } from "../support/members.ts";

export interface ImportFigures {
  readonly pages: number;
  /** Posts among them that were not there before. */
  readonly added: number;
  readonly seconds: number;
  /** The same import again, which finds every page as it is. */
  readonly againSeconds: number;
  /** Answers that asked the import to wait. */
  readonly limited: number;
}

const NOW = Date.UTC(2027, 0, 1);

const WORDS =
  "The tide comes in over the flats at noon and leaves the boats on their keels until the evening, when the wind turns.";

/** A post of about 2,000 characters, as blogs have them, with its terms. */
const postText = (n: number): string =>
  `---\ntitle: Post ${n}\ndate: ${2000 + (n % 25)}-0${1 + (n % 9)}-1${n % 10}\ntags: [t${n % 40}]\n---\n${Array.from({ length: 8 }, (_, part) => `## Part ${part}\n\n${WORDS} ${WORDS}\n`).join("\n")}`;

/** A folder of posts that is never on a disk. */
function folderOfPosts(count: number): Folder {
  const paths = Array.from({ length: count }, (_, n) => `content/posts/post-${String(n).padStart(5, "0")}.md`);
  const text = async (path: string): Promise<string> => postText(Number(/\d+/.exec(path)?.[0]));
  return {
    paths,
    text,
    head: async (path, chars) => (await text(path)).slice(0, chars),
    async *stream(path) {
      yield await text(path);
    },
    bytes: async (path) => new TextEncoder().encode(await text(path)),
  };
}

/** Moves posts in through the API of a running site, as one member. `before` are there already. */
export async function measureImporting(
  { port }: Local,
  [member]: readonly Member[],
  count: number,
  before = 0,
): Promise<ImportFigures> {
  if (!member) throw new Error("nobody is a member");
  const client = new Client(port, loadDemo(DEMO_NAMES[0]).domain.hostname, member.cookie);
  let limited = 0;
  const ask = async <T>(method: string, path: string, sent: Sent = {}): Promise<T> => {
    const { status, text, headers } = await client.ask(method, path, sent);
    const value = JSON.parse(text) as object;
    if (status < 300) return value as T;
    if (status === 429) limited++;
    throw new SiteRefusal(status, value, Number(headers["retry-after"] ?? 1));
  };
  const door: Door = {
    get: (path) => ask("GET", path),
    change: (method, path, { body, key, version }) =>
      ask(method, path, { body, key, ...(version === undefined ? {} : { version }) }),
    upload: () => Promise.reject(new Error("the posts have no files")),
    fetch: async () => ({ refused: "the posts have no files" }),
    wait: (seconds) => pause(seconds * 1_000),
  };
  const move = async (): Promise<number> => {
    const began = performance.now();
    const how = { overwrite: false, restore: false, tell: () => undefined };
    const { pages } = await carryOut(door, await prepare(folderOfPosts(count), door, NOW), how);
    if (pages.created + pages.replaced + pages.same < count) throw new Error("not every post arrived");
    return (performance.now() - began) / 1_000;
  };
  const seconds = await move();
  return { pages: count, added: count - before, seconds, againSeconds: await move(), limited };
}
