/** The blocks of a Markdown text: what empty lines part. A fenced code block is one block, with the empty lines in it. */
export interface TextBlocks {
  readonly blocks: readonly string[];
  /** The white space before each block, and after the last one. */
  readonly gaps: readonly string[];
}

const FENCE = /^[\s>]*(`{3,}|~{3,})(.*)$/s;

/** The fence that is open after a line; empty if none is. */
function fenceAfter(line: string, open: string): string {
  const [, fence = "", rest = ""] = FENCE.exec(line) ?? [];
  if (open === "") return fence.startsWith("`") && rest.includes("`") ? "" : fence;
  return fence.startsWith(open) && rest.trim() === "" ? "" : open;
}

export function textBlocks(text: string): TextBlocks {
  const blocks: string[] = [];
  const gaps = [""];
  let fence = "";
  let isInBlock = false;
  for (const line of text.match(/[^\r\n]*(?:\r\n?|\n)|[^\r\n]+$/g) ?? []) {
    const isGap = fence === "" && line.trim() === "";
    if (isGap) gaps.push((isInBlock ? "" : (gaps.pop() ?? "")) + line);
    else if (isInBlock) blocks.push((blocks.pop() ?? "") + line);
    else blocks.push(line);
    isInBlock = !isGap;
    fence = fenceAfter(line, fence);
  }
  if (isInBlock) gaps.push("");
  return withoutEnds({ blocks, gaps });
}

/** Moves the line end of each block into the gap after it, so that a block reads the same at the end of a text. */
function withoutEnds({ blocks, gaps }: TextBlocks): TextBlocks {
  const ends = blocks.map((block) => /[\r\n]*$/.exec(block)?.[0] ?? "");
  return {
    blocks: blocks.map((block, index) => block.slice(0, block.length - (ends[index]?.length ?? 0))),
    gaps: gaps.map((gap, index) => (ends[index - 1] ?? "") + gap),
  };
}
