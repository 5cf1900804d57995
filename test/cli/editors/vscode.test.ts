/** The packed extension of VS Code, with a stand-in for the program's own module and the real language server. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildVscodeExtension } from "../../../sites/bundles/vscodeExtension.ts";
import { zipFolder } from "../../../sites/moving/read/zip/zipFolder.ts";
import { clearDesks, type Desk, startedDesk } from "../svc.ts";

const folder = mkdtempSync(join(tmpdir(), "drawbridge-vscode-"));
const SVC = join(import.meta.dirname, "../../../sites/svc.ts");
let desk: Desk;

/** The stand-in keeps what the extension registers and shows. */
const STAND_IN = `
const listeners = () => ({ dispose() {} });
const seen = (exports.seen = { shown: new Map(), providers: {}, warnings: [], command: [], folder: "", documents: [] });
exports.Uri = { parse: (value) => ({ toString: () => value }) };
exports.Range = class { constructor(...at) { this.at = at; } };
exports.Diagnostic = class { constructor(range, message, severity) { Object.assign(this, { range, message, severity }); } };
exports.MarkdownString = class { constructor(value) { this.value = value; } };
exports.CompletionItem = class { constructor(label, kind) { Object.assign(this, { label, kind }); } };
exports.TextEdit = { replace: (range, text) => ({ range, text }) };
exports.Hover = class { constructor(contents, range) { Object.assign(this, { contents, range }); } };
exports.workspace = {
  get textDocuments() { return seen.documents; },
  get workspaceFolders() { return [{ uri: { fsPath: seen.folder } }]; },
  getConfiguration: (section) => ({ get: (name) => (section === "drawbridge" && name === "command" ? seen.command : undefined) }),
  onDidOpenTextDocument: listeners, onDidChangeTextDocument: (listener) => ((seen.change = listener), listeners()),
  onDidSaveTextDocument: listeners, onDidCloseTextDocument: listeners,
};
exports.languages = {
  createDiagnosticCollection: () => ({ set: (uri, all) => seen.shown.set(uri.toString(), all), dispose() {} }),
  match: (_, { uri }) => (uri.toString().endsWith(".liquid") ? 10 : 0),
  registerCompletionItemProvider: (_, provider) => ((seen.providers.completion = provider), listeners()),
  registerHoverProvider: (_, provider) => ((seen.providers.hover = provider), listeners()),
};
exports.window = { showWarningMessage: (message) => seen.warnings.push(message) };
`;

interface Seen {
  readonly shown: ReadonlyMap<
    string,
    readonly { readonly message: string; readonly severity: number; code?: string }[]
  >;
  readonly providers: Readonly<Record<string, Readonly<Record<string, (...asked: unknown[]) => Promise<unknown>>>>>;
  readonly warnings: string[];
  command: string[];
  folder: string;
  documents: unknown[];
  change(event: { document: unknown }): void;
}

interface Extension {
  activate(context: { subscriptions: { dispose(): void }[] }): Promise<void>;
}

let files: Readonly<Record<string, string>>;
let seen: Seen;
let extension: Extension;

beforeAll(async () => {
  const packed = join(folder, "extension.vsix");
  await buildVscodeExtension(packed, "1.2.3");
  const opened = await zipFolder(new Blob([readFileSync(packed)]));
  files = Object.fromEntries(await Promise.all(NAMES.map(async (name) => [name, await opened.text(name)] as const)));
  mkdirSync(join(folder, "node_modules/vscode"), { recursive: true });
  writeFileSync(join(folder, "node_modules/vscode/index.js"), STAND_IN);
  writeFileSync(join(folder, "extension.cjs"), files["extension/extension.js"] ?? "");
  const require = createRequire(join(folder, "extension.cjs"));
  ({ seen } = require(join(folder, "node_modules/vscode")) as { seen: Seen });
  extension = require(join(folder, "extension.cjs")) as Extension;
  desk = await startedDesk();
});
afterAll(() => {
  desk?.[Symbol.dispose]();
  clearDesks();
  rmSync(folder, { recursive: true });
});

const NAMES = ["[Content_Types].xml", "extension.vsixmanifest", "extension/package.json", "extension/extension.js"];

async function until<T>(read: () => T | undefined): Promise<T> {
  for (;;) {
    const found = read();
    if (found !== undefined) return found;
    await new Promise((done) => setTimeout(done, 10));
  }
}

test("the package names what VS Code looks for, and starts nothing in a folder that nobody trusts", () => {
  expect(files["extension.vsixmanifest"]).toContain('Id="drawbridge-plugins" Version="1.2.3" Publisher="drawbridge"');
  const manifest = JSON.parse(files["extension/package.json"] ?? "") as Record<string, Record<string, unknown>>;
  expect(manifest).toMatchObject({ main: "./extension.js", version: "1.2.3" });
  expect(manifest["capabilities"]).toMatchObject({ untrustedWorkspaces: { supported: false } });
  const { "drawbridge.command": command } = manifest["contributes"]?.["configuration"]
    ? ((manifest["contributes"]["configuration"] as { properties: Record<string, unknown> }).properties as Record<
        string,
        { default: string[]; scope: string }
      >)
    : {};
  // A folder's own settings do not choose a program, and npx installs none.
  expect([command?.scope, command?.default.slice(0, 3)]).toEqual(["machine", ["npx", "--no", "svc"]]);
});

test("it shows findings while the author types, and completes and explains names", async () => {
  const uri = pathToFileURL(join(desk.path, "notices/sections/notice.liquid")).href;
  let text = "<p>{{ fields.titel }}</p>";
  const document = { uri: { toString: () => uri }, languageId: "liquid", getText: () => text };
  [seen.command, seen.folder] = [[process.execPath, SVC, "plugin", "lsp", "--stdio"], desk.path];
  seen.documents = [document];
  const subscriptions: { dispose(): void }[] = [];
  await extension.activate({ subscriptions });
  const [finding] = await until(() => (seen.shown.get(uri)?.length ? seen.shown.get(uri) : undefined));
  expect(finding).toMatchObject({
    message: expect.stringContaining("fields.titel") as string,
    severity: 0,
    code: "unknown-name",
  });
  text = "<p>{{ fields.title }}</p>";
  seen.change({ document });
  await until(() => (seen.shown.get(uri)?.length === 0 ? true : undefined));
  const position = { line: 0, character: "<p>{{ fields.".length };
  const items = await seen.providers["completion"]?.["provideCompletionItems"]?.(document, position);
  expect(items).toContainEqual(expect.objectContaining({ label: "title", kind: 4 }));
  const hover = await seen.providers["hover"]?.["provideHover"]?.(document, { line: 0, character: 8 });
  expect(hover).toMatchObject({ contents: { value: expect.stringContaining("fields") as string } });
  for (const one of subscriptions) one.dispose();
  expect(seen.warnings).toEqual([]);
});

test("it says if the server cannot be started", async () => {
  [seen.command, seen.documents] = [[process.execPath, "-e", "process.exit(3)"], []];
  const subscriptions: { dispose(): void }[] = [];
  await extension.activate({ subscriptions });
  expect(await until(() => seen.warnings[0])).toMatch(/ended with 3\. Install drawbridge here/);
  for (const one of subscriptions) one.dispose();
});
