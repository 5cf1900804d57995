import type { LiquidPart } from "../liquid/liquid.ts";

const LEVEL = /^section\.level(?:\s*\|\s*(?:plus|minus|at_most|at_least):\s*\d)*$/;
const ASSIGN = /^assign\s+(\w+)\s*=\s*(.*)$/s;

/** Values that a template may print after `<h`: the section's heading level, and variables that hold nothing else. */
export class HeadingLevels {
  readonly #parts: readonly LiquidPart[];
  #names: ReadonlySet<string> | undefined;

  constructor(parts: readonly LiquidPart[]) {
    this.#parts = parts;
  }

  has(body: string): boolean {
    const name = /^\w+/.exec(body)?.[0] ?? "";
    this.#names ??= levelsIn(this.#parts);
    return LEVEL.test(this.#names.has(name) ? `section.level${body.slice(name.length)}` : body);
  }
}

function levelsIn(parts: readonly LiquidPart[]): Set<string> {
  const levels = new Set<string>();
  const others = new Set<string>();
  const bodies = parts.filter((part) => part.kind === "tag").flatMap((part) => part.body.split("\n"));
  for (const body of bodies) {
    const line = body.trim();
    const [, name = "", value = ""] = ASSIGN.exec(line) ?? [];
    if (name !== "") (LEVEL.test(value.trim()) ? levels : others).add(name);
    const bound = /^(?:capture|for)\s+["']?(\w+)/.exec(line)?.[1];
    if (bound) others.add(bound);
  }
  return new Set([...levels].filter((name) => !others.has(name)));
}
