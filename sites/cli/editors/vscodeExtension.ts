/** The extension of VS Code for authors: starts `svc plugin lsp` and shows what it says. */
import { spawn } from "node:child_process";
import * as vscode from "vscode";
import { LanguageClient } from "./languageClient.ts";

/** The server's manifests and templates. */
const SELECTOR: readonly vscode.Selector[] = [{ pattern: "**/plugin.jsonc" }, { pattern: "**/*.liquid" }];
/** Signs after which a name may follow. */
const SIGNS = [".", "|", '"', "'", " "];

interface ServerPosition {
  readonly line: number;
  readonly character: number;
}

interface ServerRange {
  readonly start: ServerPosition;
  readonly end: ServerPosition;
}

interface Published {
  readonly uri: string;
  readonly diagnostics: readonly {
    readonly range: ServerRange;
    readonly severity: number;
    readonly message: string;
    readonly code?: string;
  }[];
}

interface Offered {
  readonly label: string;
  readonly kind: number;
  readonly documentation?: { readonly value: string };
  readonly textEdit: { readonly range: ServerRange; readonly newText: string };
}

interface Hovered {
  readonly contents: { readonly value: string };
  readonly range: ServerRange;
}

const rangeOf = ({ start, end }: ServerRange): vscode.Range =>
  new vscode.Range(start.line, start.character, end.line, end.character);

const isOurs = (document: vscode.TextDocument): boolean => vscode.languages.match(SELECTOR, document) > 0;

const placeOf = ({ uri }: vscode.TextDocument): { readonly textDocument: { readonly uri: string } } => ({
  textDocument: { uri: uri.toString() },
});

const at = (document: vscode.TextDocument, { line, character }: vscode.Position) => ({
  ...placeOf(document),
  position: { line, character },
});

function show(collection: vscode.DiagnosticCollection, { uri, diagnostics }: Published): void {
  const shown = diagnostics.map(({ range, severity, message, code }) => {
    // The protocol counts severities from 1, and VS Code from 0.
    const one = new vscode.Diagnostic(rangeOf(range), message, severity - 1);
    one.source = "svc";
    if (code !== undefined) one.code = code;
    return one;
  });
  collection.set(vscode.Uri.parse(uri), shown);
}

function offered({ label, kind, documentation, textEdit }: Offered): vscode.CompletionItem {
  const item = new vscode.CompletionItem(label, kind - 1);
  item.textEdit = vscode.TextEdit.replace(rangeOf(textEdit.range), textEdit.newText);
  if (documentation) item.documentation = new vscode.MarkdownString(documentation.value);
  return item;
}

/** The server's command: the one of this machine's settings, or the `svc` of the folder, which npx never downloads. */
const commandOf = (): readonly string[] =>
  vscode.workspace.getConfiguration("drawbridge").get<readonly string[]>("command") ?? [];

function started(onNotice: (method: string, params: unknown) => void): LanguageClient & vscode.Disposable {
  const [program = "npx", ...args] = commandOf();
  const cwd = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  const child = spawn(program, args, { ...(cwd !== undefined && { cwd }), shell: process.platform === "win32" });
  const client = new LanguageClient({ send: (bytes) => void child.stdin.write(bytes), onNotice });
  child.stdin.on("error", () => undefined);
  child.stdout.on("data", (bytes: Buffer) => client.take(bytes) || child.kill());
  child
    .on("error", () => undefined)
    .on("close", (code) => {
      client.end();
      if (code !== 0 && code !== null)
        vscode.window.showWarningMessage(
          `${[program, ...args].join(" ")} ended with ${code}. Install drawbridge here: npm i -D drawbridge`,
        );
    });
  return Object.assign(client, { dispose: () => void child.kill() });
}

/** Called by VS Code once a folder with a plugin is open, and its author trusts the folder. */
export async function activate(context: { readonly subscriptions: vscode.Disposable[] }): Promise<void> {
  const collection = vscode.languages.createDiagnosticCollection("svc");
  const client = started((method, params) => {
    if (method === "textDocument/publishDiagnostics") show(collection, params as Published);
  });
  await client.ask("initialize", { capabilities: {} });
  client.tell("initialized");
  const open = (document: vscode.TextDocument): void => {
    const { languageId } = document;
    const item = { ...placeOf(document).textDocument, languageId, version: 1, text: document.getText() };
    client.tell("textDocument/didOpen", { textDocument: item });
  };
  const ours = (act: (document: vscode.TextDocument) => void) => (document: vscode.TextDocument) =>
    isOurs(document) && act(document);
  const change = ours((document) =>
    client.tell("textDocument/didChange", { ...placeOf(document), contentChanges: [{ text: document.getText() }] }),
  );
  const { workspace, languages } = vscode;
  context.subscriptions.push(
    collection,
    client,
    workspace.onDidOpenTextDocument(ours(open)),
    workspace.onDidChangeTextDocument(({ document }) => void change(document)),
    // A save of code changes what the check finds in the folder's other files.
    workspace.onDidSaveTextDocument((document) => client.tell("textDocument/didSave", placeOf(document))),
    workspace.onDidCloseTextDocument(ours((document) => client.tell("textDocument/didClose", placeOf(document)))),
    languages.registerCompletionItemProvider(
      SELECTOR,
      {
        provideCompletionItems: async (document: vscode.TextDocument, position: vscode.Position) =>
          (((await client.ask("textDocument/completion", at(document, position))) ?? []) as Offered[]).map(offered),
      },
      ...SIGNS,
    ),
    languages.registerHoverProvider(SELECTOR, {
      provideHover: async (document: vscode.TextDocument, position: vscode.Position) => {
        const found = (await client.ask("textDocument/hover", at(document, position))) as Hovered | null;
        return found && new vscode.Hover(new vscode.MarkdownString(found.contents.value), rangeOf(found.range));
      },
    }),
  );
  workspace.textDocuments.forEach(ours(open));
}
