/**
 * The language server: diagnostics by the check of `svc plugin check` while an author types, completion and hover. It
 * answers a few messages of the Language Server Protocol 3.17, and refuses all others.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { isObject } from "../../../manifests/json/jsonObject.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { MANIFEST_FILE, type OpenTexts, readPluginFolder } from "../packing/folderFiles.ts";
import { judgeFolder } from "../plugin/folderJudgement.ts";
import { diagnosticsOf } from "./diagnostics.ts";
import { type FolderFacts, folderFacts } from "./facts.ts";
import type { HelpItem, Help, HelpRequest } from "./help.ts";
import { liquidHelp } from "./liquidHelp.ts";
import { manifestHelp } from "./manifestHelp.ts";
import { type OpenFile, OpenFiles } from "./openFiles.ts";
import { offsetOf, type TextPosition, textRange } from "./text.ts";

type Params = Readonly<Record<string, unknown>>;

const FAULTS = { parse: -32_700, request: -32_600, method: -32_601, internal: -32_603 } as const;

const ITEM_KINDS: Readonly<Record<HelpItem["kind"], number>> = {
  text: 1,
  function: 3,
  field: 5,
  variable: 6,
  property: 10,
  value: 12,
  keyword: 14,
};

const CAPABILITIES = {
  capabilities: {
    textDocumentSync: { openClose: true, change: 1, save: true },
    completionProvider: { triggerCharacters: [".", "|", '"', "{", "%", ":"] },
    hoverProvider: true,
  },
  serverInfo: { name: "svc" },
};

const helpFor = (path: string): Help | undefined =>
  path === MANIFEST_FILE ? manifestHelp : path.endsWith(".liquid") ? liquidHelp : undefined;

export interface ServerPowers {
  send(message: object): void;
  /** Runs a check soon, in place of one that waits. */
  soon(run: () => void): void;
}

export class LanguageServer {
  readonly #powers: ServerPowers;
  readonly #files = new OpenFiles();
  readonly #facts = new Map<string, FolderFacts>();
  readonly #changed = new Set<string>();
  /** The files for which the editor shows findings, by folder. */
  readonly #shown = new Map<string, readonly string[]>();
  #state: "running" | "closing" | "over" = "running";

  readonly #requests: Readonly<Record<string, (params: Params) => unknown>> = {
    initialize: () => CAPABILITIES,
    shutdown: () => {
      this.#state = "closing";
      return null;
    },
    "textDocument/completion": (params) => this.#completion(params),
    "textDocument/hover": (params) => this.#hover(params),
  };

  readonly #notices: Readonly<Record<string, (params: Params) => void>> = {
    exit: () => void (this.#state = "over"),
    "textDocument/didOpen": ({ textDocument }) => this.#written(textDocument, valueOf(textDocument, "text")),
    "textDocument/didChange": ({ textDocument, contentChanges }) =>
      this.#written(textDocument, valueOf(Array.isArray(contentChanges) ? contentChanges.at(-1) : {}, "text")),
    "textDocument/didSave": ({ textDocument }) => this.#judgeSoon(this.#files.get(uriOf(textDocument))),
    "textDocument/didClose": ({ textDocument }) => this.#judgeSoon(this.#files.close(uriOf(textDocument))),
  };

  constructor(powers: ServerPowers) {
    this.#powers = powers;
  }

  get isOver(): boolean {
    return this.#state === "over";
  }

  /** Takes the text of one message. */
  take(text: string): void {
    let message: unknown;
    try {
      message = JSON.parse(text);
    } catch {
      return this.#fail(null, FAULTS.parse, "The message is no JSON.");
    }
    const method: unknown = isObject(message) ? message["method"] : undefined;
    if (!isObject(message) || typeof method !== "string") return this.#fail(null, FAULTS.request, "It is no request.");
    const params = isObject(message["params"]) ? message["params"] : {};
    const { id } = message;
    if (id === undefined) return this.#notice(method, params);
    this.#request(id, method, params);
  }

  #request(id: unknown, method: string, params: Params): void {
    const run = Object.hasOwn(this.#requests, method) ? this.#requests[method] : undefined;
    if (!run) return this.#fail(id, FAULTS.method, `The server does not know ${method}.`);
    try {
      this.#powers.send({ jsonrpc: "2.0", id, result: run(params) });
    } catch (error) {
      this.#fail(id, FAULTS.internal, String(error));
    }
  }

  #notice(method: string, params: Params): void {
    if (Object.hasOwn(this.#notices, method)) this.#notices[method]?.(params);
  }

  #fail(id: unknown, code: number, message: string): void {
    this.#powers.send({ jsonrpc: "2.0", id: id ?? null, error: { code, message } });
  }

  #written(document: unknown, text: unknown): void {
    if (typeof text === "string") this.#judgeSoon(this.#files.put(uriOf(document), text));
  }

  #judgeSoon(file: OpenFile | undefined): void {
    if (!file) return;
    if (!file.path.endsWith(".liquid")) this.#facts.delete(file.folder);
    this.#changed.add(file.folder);
    this.#powers.soon(() => this.#judgeAll());
  }

  #judgeAll(): void {
    const folders = [...this.#changed];
    this.#changed.clear();
    for (const folder of folders) this.#judge(folder);
  }

  #judge(folder: string): void {
    const open = this.#files.textsIn(folder);
    try {
      this.#show(folder, open);
    } catch (error) {
      // One folder that cannot be judged, such as one that was just deleted, ends no work on others.
      this.#powers.send({
        jsonrpc: "2.0",
        method: "window/logMessage",
        params: { type: 1, message: `${folder}: ${String(error)}` },
      });
    }
  }

  #show(folder: string, open: OpenTexts): void {
    const found = diagnosticsOf(judgeFolder(folder, open), (file) => open.get(file) ?? textOnDisk(folder, file));
    const before = this.#shown.get(folder) ?? [];
    this.#shown.set(folder, [...found.keys()]);
    for (const file of new Set([...before, ...found.keys()])) {
      const params = { uri: pathToFileURL(join(folder, file)).href, diagnostics: found.get(file) ?? [] };
      this.#powers.send({ jsonrpc: "2.0", method: "textDocument/publishDiagnostics", params });
    }
  }

  #factsIn(folder: string): FolderFacts {
    const known = this.#facts.get(folder);
    if (known) return known;
    const facts = folderFacts(filesIn(folder, this.#files.textsIn(folder)));
    this.#facts.set(folder, facts);
    return facts;
  }

  #asked({
    textDocument,
    position,
  }: Params): { readonly help: Help; readonly asked: HelpRequest; readonly facts: FolderFacts } | undefined {
    const file = this.#files.get(uriOf(textDocument));
    const help = file && helpFor(file.path);
    if (!help || !isPosition(position)) return undefined;
    const { path, text, folder } = file;
    return { help, asked: { path, text, offset: offsetOf(text, position) }, facts: this.#factsIn(folder) };
  }

  #completion(params: Params): unknown {
    const found = this.#asked(params);
    if (!found) return null;
    const { help, asked, facts } = found;
    return help.complete(asked, facts).map(({ label, says, kind, from, to, insert }) => ({
      label,
      kind: ITEM_KINDS[kind],
      ...(says !== "" && { documentation: { kind: "markdown", value: says } }),
      textEdit: { range: textRange(asked.text, from, to), newText: insert },
    }));
  }

  #hover(params: Params): unknown {
    const found = this.#asked(params);
    const hover = found?.help.hover(found.asked, found.facts);
    if (!found || !hover) return null;
    const range = textRange(found.asked.text, hover.from, hover.to);
    return { contents: { kind: "markdown", value: hover.says }, range };
  }
}

const valueOf = (holder: unknown, name: string): unknown => (isObject(holder) ? holder[name] : undefined);
const uriOf = (document: unknown): string => String(valueOf(document, "uri") ?? "");

const isPosition = (value: unknown): value is TextPosition =>
  isObject(value) && Number.isInteger(value["line"]) && Number.isInteger(value["character"]);

/** A finding may name a file that is not there. */
function textOnDisk(folder: string, file: string): string {
  try {
    return readFileSync(join(folder, file), "utf8").replace(/^\ufeff/, "");
  } catch {
    return "";
  }
}

/** The files of a folder. None if it has one that no command reads: the check says which. */
function filesIn(folder: string, open: OpenTexts): Readonly<Record<string, string>> {
  try {
    return readPluginFolder(folder, open).files;
  } catch (error) {
    if (error instanceof Refusal) return Object.fromEntries(open);
    throw error;
  }
}
