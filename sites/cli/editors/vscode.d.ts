/** The part of VS Code's API that the extension uses. The program itself brings the module. */
declare module "vscode" {
  interface Disposable {
    dispose(): unknown;
  }
  interface Uri {
    readonly fsPath: string;
    toString(): string;
  }
  const Uri: { parse(value: string): Uri };
  interface Position {
    readonly line: number;
    readonly character: number;
  }
  interface Range {
    readonly start: Position;
  }
  const Range: new (fromLine: number, fromCharacter: number, toLine: number, toCharacter: number) => Range;
  interface TextDocument {
    readonly uri: Uri;
    readonly languageId: string;
    getText(): string;
  }
  interface Diagnostic {
    source?: string;
    code?: string;
  }
  const Diagnostic: new (range: Range, message: string, severity?: number) => Diagnostic;
  interface MarkdownString {
    readonly value: string;
  }
  const MarkdownString: new (value: string) => MarkdownString;
  interface TextEdit {
    readonly range: Range;
  }
  const TextEdit: { replace(range: Range, text: string): TextEdit };
  interface CompletionItem {
    documentation?: MarkdownString;
    textEdit?: TextEdit;
  }
  const CompletionItem: new (label: string, kind?: number) => CompletionItem;
  interface Hover {
    readonly range?: Range;
  }
  const Hover: new (contents: MarkdownString, range?: Range) => Hover;
  interface DiagnosticCollection extends Disposable {
    set(uri: Uri, diagnostics: readonly Diagnostic[]): void;
  }
  interface Selector {
    readonly pattern: string;
  }
  type Changed = (event: { readonly document: TextDocument }) => void;
  const workspace: {
    readonly textDocuments: readonly TextDocument[];
    readonly workspaceFolders: readonly { readonly uri: Uri }[] | undefined;
    getConfiguration(section: string): { get<T>(name: string): T | undefined };
    onDidOpenTextDocument(listener: (document: TextDocument) => void): Disposable;
    onDidChangeTextDocument(listener: Changed): Disposable;
    onDidSaveTextDocument(listener: (document: TextDocument) => void): Disposable;
    onDidCloseTextDocument(listener: (document: TextDocument) => void): Disposable;
  };
  const languages: {
    createDiagnosticCollection(name: string): DiagnosticCollection;
    match(selector: readonly Selector[], document: TextDocument): number;
    registerCompletionItemProvider(selector: readonly Selector[], provider: object, ...signs: string[]): Disposable;
    registerHoverProvider(selector: readonly Selector[], provider: object): Disposable;
  };
  const window: { showWarningMessage(message: string): unknown };
}
