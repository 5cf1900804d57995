import type { TextValues } from "./translator.ts";

/** The parts of its own package that a template finds. */
export interface OwnParts {
  /** Finds the address of a font or picture by its name. */
  readonly assetOf: (name: string) => string | undefined;
  /** Finds a drawing by its name, as its one `<svg>`. */
  readonly iconOf: (name: string) => string | undefined;
  /** Finds the text of a key for sites of a language. */
  readonly textOf: (key: string, language: string, values: TextValues) => string;
}
