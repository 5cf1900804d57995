import { accepted } from "../../../manifests/result.ts";
import { say } from "../../words/shape/say.ts";
import { type Sent, sendRows } from "../../moving/rows/sending.ts";
import { fileText } from "../../moving/rows/fileText.ts";
import type { TextExchange } from "./exchange.ts";
import { type LostText, planTaking, type PlannedTranslation } from "./incoming.ts";
import type { PagePair } from "./outgoing.ts";
import { readXliff } from "./reading.ts";
import { translatedPath, readPair, readTexts } from "./siteReading.ts";

type OnProgress = (done: number, all: number) => void;

/** The result of taking a file in. */
export interface TakenTexts {
  readonly sent: Sent<PlannedTranslation>;
  readonly lost: readonly LostText[];
}

/** Takes a translated file in. A text says why nothing of it was. */
export async function takenIn(
  exchange: TextExchange,
  bytes: Uint8Array,
  onProgress: OnProgress,
): Promise<TakenTexts | string> {
  const { language, words, explain, powers } = exchange;
  const read = readXliff(fileText(bytes).text);
  if (!read.ok) return say(words.faults[read.error.fault], { line: read.error.line });
  const { target, files } = read.value;
  if (target.toLowerCase() !== language.toLowerCase())
    return say(words.otherLanguage, { found: target.slice(0, 40), language });
  const site = await readTexts(exchange);
  if (!site.ok) return explain(site.error);
  const named = new Set(files.map(({ id }) => id));
  const groups = site.value.groups.filter(({ id }) => named.has(id));
  const pairs = new Map<string, PagePair>();
  for (const group of groups) {
    onProgress(pairs.size, groups.length);
    const pair = group.language === language ? accepted(null) : await readPair(exchange, group);
    if (!pair.ok) return explain(pair.error);
    if (pair.value) pairs.set(group.id, pair.value);
  }
  const { pages, lost } = planTaking(
    {
      language,
      types: site.value.types,
      schemas: site.value.schemas,
      pairOf: (id) => pairs.get(id),
      pathOf: (path) => translatedPath(site.value, path, language),
    },
    files,
  );
  if (pages.length === 0 && lost.length === 0) return words.nothingIn;
  const sent = await sendRows({ ...powers, onProgress: (done) => onProgress(done, pages.length) }, pages);
  return { sent, lost };
}
