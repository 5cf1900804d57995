import { type Terminal, typedAnswer } from "../../terminal/prompt.ts";
import { type ScaffoldName, SCAFFOLD_NAMES, SCAFFOLDS } from "./kinds.ts";

const MENU = [
  "Which kind of plugin?",
  ...SCAFFOLD_NAMES.map((name, index) => `  ${index + 1}  ${name.padEnd(10)}  ${SCAFFOLDS[name].says}`),
  "",
].join("\n");

/** Asks for a number or a name until the answer is valid. An empty answer is the first kind. */
export async function askedKind(terminal?: Terminal): Promise<ScaffoldName> {
  for (let question = `${MENU}Number or name [1]: `; ; question = "Number or name [1]: ") {
    const answer = (await typedAnswer(question, terminal)).toLowerCase();
    const found = SCAFFOLD_NAMES.find((name, index) => answer === name || answer === String(index + 1));
    if (found) return found;
    if (answer === "") return "section";
  }
}
