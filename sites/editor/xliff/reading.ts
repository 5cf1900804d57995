/**
 * Reads XLIFF 2 strictly. A document type is refused before anything of it is read, so no entity is ever declared and
 * nothing is fetched. Parts of other namespaces are left out.
 */
import { SaxesParser, type SaxesTagNS } from "saxes";
import { accepted, refused, type Result } from "../../../manifests/result.ts";
import { NAMESPACE, type UnitPiece, UNIT_STATES, type UnitState, VERSION_NOTE, type Xliff } from "./document.ts";

export const XLIFF_FAULTS = ["notXml", "hasDoctype", "notXliff", "otherVersion", "noLanguages", "tooDeep"] as const;

export interface XliffFault {
  readonly fault: (typeof XLIFF_FAULTS)[number];
  readonly line: number;
}

/** Deepest nesting of elements. Groups may nest; a unit has five more. */
const DEEPEST = 100;

interface OpenUnit {
  readonly id: string;
  readonly name: string;
  readonly source: UnitPiece[];
  readonly target: UnitPiece[];
  hasTarget: boolean;
  readonly states: UnitState[];
}

interface OpenFile {
  readonly id: string;
  readonly original: string;
  version: number | null;
  readonly units: OpenUnit[];
}

/** Stops the parser, which goes on after its own errors. */
class Stop extends Error {
  readonly fault: XliffFault;

  constructor(fault: XliffFault) {
    super(fault.fault);
    this.fault = fault;
  }
}

class Reading {
  readonly parser = new SaxesParser({ xmlns: true });
  readonly files: OpenFile[] = [];
  source = "";
  target = "";
  #depth = 0;
  /** The depth of an element that is left out with all it holds; 0 for none. */
  #leftOut = 0;
  #pieces: UnitPiece[] | null = null;
  #note: string | null = null;

  constructor() {
    const { parser } = this;
    parser.on("error", () => this.stop("notXml"));
    parser.on("doctype", () => this.stop("hasDoctype"));
    parser.on("opentag", (tag) => this.#open(tag));
    parser.on("closetag", (tag) => this.#close(tag));
    parser.on("text", (text) => this.#text(text));
    parser.on("cdata", (text) => this.#text(text));
  }

  stop(fault: XliffFault["fault"]): never {
    throw new Stop({ fault, line: this.parser.line });
  }

  #open({ local, uri, attributes }: SaxesTagNS): void {
    this.#depth += 1;
    if (this.#depth > DEEPEST) this.stop("tooDeep");
    if (this.#depth === 1 && (local !== "xliff" || !uri.startsWith("urn:oasis:names:tc:xliff:"))) this.stop("notXliff");
    if (this.#leftOut > 0) return;
    if (uri !== NAMESPACE) {
      if (this.#depth === 1) this.stop("otherVersion");
      this.#leftOut = this.#depth;
      return;
    }
    const value = (name: string): string => attributes[name]?.value ?? "";
    OPENED[local]?.call(this, value);
  }

  #close({ local, uri }: SaxesTagNS): void {
    if (this.#leftOut === this.#depth) this.#leftOut = 0;
    this.#depth -= 1;
    if (uri !== NAMESPACE || this.#leftOut > 0) return;
    if (local === "source" || local === "target") this.#pieces = null;
    if (local === "note") this.#note = null;
  }

  #text(text: string): void {
    if (this.#leftOut > 0) return;
    const [file] = this.files.slice(-1);
    if (this.#note === VERSION_NOTE && file && /^[1-9]\d{0,14}$/.test(text.trim())) file.version = Number(text.trim());
    this.#pieces?.push(text);
  }

  begin(value: (name: string) => string): void {
    if (!/^2\.\d$/.test(value("version"))) this.stop("otherVersion");
    [this.source, this.target] = [value("srcLang"), value("trgLang")];
    if (this.source === "" || this.target === "") this.stop("noLanguages");
  }

  beginFile(value: (name: string) => string): void {
    this.files.push({ id: value("id"), original: value("original"), version: null, units: [] });
  }

  beginUnit(value: (name: string) => string): void {
    const unit = { id: value("id"), name: value("name"), source: [], target: [], hasTarget: false, states: [] };
    this.files.at(-1)?.units.push(unit);
  }

  beginSegment(value: (name: string) => string): void {
    this.#unit?.states.push(UNIT_STATES.find((state) => state === value("state")) ?? "initial");
  }

  beginText(which: "source" | "target"): void {
    const unit = this.#unit;
    this.#pieces = unit?.[which] ?? null;
    if (unit && which === "target") unit.hasTarget = true;
  }

  addPiece(piece: UnitPiece): void {
    this.#pieces?.push(piece);
  }

  beginNote(category: string): void {
    this.#note = category;
  }

  get #unit(): OpenUnit | undefined {
    return this.files.at(-1)?.units.at(-1);
  }
}

type Attributes = (name: string) => string;

/** A code of the file. One that this site did not write has a name that no code of a source has. */
const codeOf = (value: Attributes): UnitPiece => ({
  code: /^d(\d+)$/.exec(value("dataRef"))?.[1] ?? `?${value("id")}`,
});

/** The character of a code point, which XML itself cannot hold. */
function pointOf(value: Attributes): string {
  const point = Number.parseInt(value("hex"), 16);
  return point >= 0 && point <= 0x10_ff_ff ? String.fromCodePoint(point).toWellFormed() : "";
}

const OPENED: Readonly<Record<string, (this: Reading, value: Attributes) => void>> = {
  xliff(value) {
    this.begin(value);
  },
  file(value) {
    this.beginFile(value);
  },
  unit(value) {
    this.beginUnit(value);
  },
  segment(value) {
    this.beginSegment(value);
  },
  source() {
    this.beginText("source");
  },
  target() {
    this.beginText("target");
  },
  note(value) {
    this.beginNote(value("category"));
  },
  ph(value) {
    this.addPiece(codeOf(value));
  },
  pc(value) {
    this.addPiece({ code: `?${value("id")}` });
  },
  sc(value) {
    this.addPiece({ code: `?${value("id")}` });
  },
  ec(value) {
    this.addPiece({ code: `?${value("id")}` });
  },
  cp(value) {
    this.addPiece(pointOf(value));
  },
};

export function readXliff(text: string): Result<Xliff, XliffFault> {
  const reading = new Reading();
  try {
    reading.parser.write(text.replace(/^\uFEFF/, "")).close();
  } catch (error) {
    if (error instanceof Stop) return refused(error.fault);
    throw error;
  }
  const { source, target, files } = reading;
  return accepted({ source, target, files: files.map(closed) });
}

const closed = ({ units, ...file }: OpenFile): Xliff["files"][number] => ({
  ...file,
  units: units.map(({ id, name, source, target, hasTarget, states }) => ({
    id,
    name,
    source: joined(source),
    codes: {},
    target: hasTarget ? joined(target) : null,
    state: UNIT_STATES.find((state) => states.includes(state)) ?? "initial",
  })),
});

/** Joins words that the parser, or a translator, split. */
function joined(pieces: readonly UnitPiece[]): UnitPiece[] {
  const whole: UnitPiece[] = [];
  for (const piece of pieces) {
    const last = whole.at(-1);
    if (typeof piece === "string" && typeof last === "string") whole[whole.length - 1] = last + piece;
    else if (piece !== "") whole.push(piece);
  }
  return whole;
}
