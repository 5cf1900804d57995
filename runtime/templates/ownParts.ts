import type { TextValues } from "./translator.ts";

/** The parts of a template's own package that its filters can use. */
export interface OwnParts {
  /** The URL of a font or picture, by name. */
  readonly assetOf: (name: string) => string | undefined;
  /** The `<svg>` of an icon, by name. */
  readonly iconOf: (name: string) => string | undefined;
  /** The text of a key in a language. */
  readonly textOf: (key: string, language: string, values: TextValues) => string;
}
