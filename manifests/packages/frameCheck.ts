/** Checks the files of a frame. The kernel puts them into one document, whose policy allows only their digests. */
import { FRAME_FILE_MAX_BYTES, FRAME_SCRIPT_MAX_BYTES } from "../bounds/packages.ts";
import { utf8Length } from "../json/utf8.ts";
import { splitLiquid, type LiquidFault } from "../liquid/liquid.ts";
import { readMarkup } from "../templates/markup.ts";
import { checkImports } from "./importCheck.ts";

export type FrameUse = "frameHtml" | "frameStyle" | "frameScript";

/** Patterns that would end the surrounding element. */
const ENDS: Readonly<Record<Exclude<FrameUse, "frameHtml">, RegExp>> = {
  frameStyle: /<\/style|<!--/i,
  frameScript: /<\/script/i,
};

/** A comment and then a script element, behind which browsers look for another end. Each of them alone does not matter. */
function hiddenEnd(script: string): RegExpExecArray | null {
  const comment = /<!--/.exec(script);
  return comment && /<script/i.test(script.slice(comment.index)) ? comment : null;
}

const MOST_BYTES: Readonly<Record<FrameUse, number>> = {
  frameHtml: FRAME_FILE_MAX_BYTES,
  frameStyle: FRAME_FILE_MAX_BYTES,
  frameScript: FRAME_SCRIPT_MAX_BYTES,
};

/** Characters that browsers replace while parsing. The browser's digest would then differ. */
const CHANGED_BY_BROWSERS = /[\r\u0000]/;

function textFaults(use: FrameUse, text: string): LiquidFault[] {
  const [bytes, most] = [utf8Length(text), MOST_BYTES[use]];
  if (bytes > most) return [{ found: `${bytes} bytes`, allowed: `at most ${most} bytes`, offset: 0 }];
  const changed = CHANGED_BY_BROWSERS.exec(text);
  if (!changed) return [];
  return [{ found: "a carriage return or a zero", allowed: "lines that end in a line feed", offset: changed.index }];
}

function htmlFaults(text: string): LiquidFault[] {
  const { parts } = splitLiquid(text);
  const liquid = parts.find(({ kind }) => kind !== "text");
  if (liquid)
    return [{ found: "Liquid", allowed: "plain HTML: a frame gets its data by its script", offset: liquid.offset }];
  return readMarkup(parts, { use: "frame" }).faults.map(({ found, allowed, offset }) => ({ found, allowed, offset }));
}

function endFaults(text: string, use: Exclude<FrameUse, "frameHtml">): LiquidFault[] {
  const end = ENDS[use].exec(text) ?? (use === "frameScript" ? hiddenEnd(text) : null);
  return end
    ? [{ found: end[0], allowed: `${use === "frameStyle" ? "CSS" : "code"} without HTML`, offset: end.index }]
    : [];
}

const scriptFaults = (text: string): LiquidFault[] =>
  checkImports({ script: text }, "script").map(({ found, offset }) => ({
    found,
    allowed: "a module of its own, without imports",
    offset,
  }));

export function frameFaults(use: FrameUse, text: string): LiquidFault[] {
  const faults = textFaults(use, text);
  if (faults.length > 0) return faults;
  if (use === "frameHtml") return htmlFaults(text);
  const ends = endFaults(text, use);
  return ends.length > 0 || use === "frameStyle" ? ends : scriptFaults(text);
}
