/** The words for a request. A worker reads each language's file once, because a deployment's files do not change. */
import { languageOf } from "../../words/asked.ts";
import { type Speech, FIRST_SPEECH } from "../../words/speech.ts";
import type { Language } from "../../words/shape/languages.ts";
import { wordsFile } from "../../words/shape/wordsFile.ts";
import type { Env } from "./env.ts";
import { storedFile } from "./storedFile.ts";

type Files = Pick<Env, "ASSETS">;

const read = new WeakMap<Fetcher, Map<Language, Promise<Speech>>>();

/** The language that a request asks for, with its words; the first language if the file of its words fails. */
export async function speechFor(request: Request, { ASSETS }: Files): Promise<Speech> {
  const language = languageOf(request);
  if (language === FIRST_SPEECH.language) return FIRST_SPEECH;
  const known = read.get(ASSETS) ?? new Map<Language, Promise<Speech>>();
  read.set(ASSETS, known);
  const speech = known.get(language) ?? readSpeech(ASSETS, language);
  known.set(language, speech);
  try {
    return await speech;
  } catch (error) {
    known.delete(language);
    console.error("the words of a language could not be read", language, error);
    return FIRST_SPEECH;
  }
}

async function readSpeech(assets: Fetcher, language: Language): Promise<Speech> {
  const answer = await storedFile(assets, wordsFile(language));
  if (!answer.ok) throw new Error(`${wordsFile(language)} is not there: ${answer.status}`);
  return { language, words: await answer.json() };
}
