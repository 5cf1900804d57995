import type { TextExchange } from "./exchange.ts";
import type { XliffFile } from "./document.ts";
import { xliffFileOf } from "./outgoing.ts";
import { readPair, readTexts } from "./siteReading.ts";
import { writeXliff } from "./writing.ts";

type OnProgress = (done: number, all: number) => void;

/** The file with the texts of all pages, or of those whose translation is missing or outdated. A text says why there is none. */
export async function givenOut(exchange: TextExchange, isAll: boolean, onProgress: OnProgress): Promise<File | string> {
  const { language, words, explain } = exchange;
  const site = await readTexts(exchange);
  if (!site.ok) return explain(site.error);
  const { source, schemas } = site.value;
  const wanted = site.value.groups.filter(({ translations }) => {
    const found = translations.find((one) => one.language === language);
    const isOpen = found?.state === "missing" || found?.state === "outdated";
    return found !== undefined && !found.isSource && (isAll || isOpen);
  });
  const files: XliffFile[] = [];
  for (const group of wanted) {
    onProgress(files.length, wanted.length);
    const pair = await readPair(exchange, group);
    if (!pair.ok) return explain(pair.error);
    files.push(xliffFileOf(pair.value, schemas));
  }
  if (files.length === 0) return words.nothingOut;
  const text = writeXliff({ source, target: language, files });
  return new File([text], `${source}-${language}.xlf`, { type: "application/xliff+xml" });
}
