/**
 * The part of highlight.js that we use. The package's own types bring those of a browser's document, which no worker
 * has.
 */

/** Takes the marks of a text one after the other. */
export interface Emitter {
  addText(text: string): void;
  startScope(scope: string): void;
  endScope(): void;
  openNode(scope: string): void;
  closeNode(): void;
  __addSublanguage(emitter: Emitter, name: string): void;
  finalize(): void;
  toHTML(): string;
}

export interface Highlighter {
  registerLanguage(name: string, grammar: Grammar): void;
  getLanguage(name: string): object | undefined;
  configure(options: { readonly __emitter: new () => Emitter }): void;
  highlight(
    code: string,
    options: { readonly language: string; readonly ignoreIllegals: boolean },
  ): { readonly value: string; readonly errorRaised?: Error };
}

export type Grammar = (highlighter: Highlighter) => object;

declare const core: { newInstance(): Highlighter };
export default core;
