/** The parts of a text's directives that must stay when its words change. */
import { type PlacedDirective, placedDirectives } from "../../../runtime/rendering/dialect/directivePlaces.ts";

/** True for the words of a directive, and for a value of it that may change. */
export type MayChange = (directive: PlacedDirective, part: PlacedDirective["parts"][number]) => boolean;

/** Names of directives and values, and the values that stay, sorted. Translators may change the order. */
export const directiveForm = (text: string, mayChange: MayChange): string =>
  placedDirectives(text)
    .map((directive) => {
      const parts = directive.parts.map((part) => [part.value, mayChange(directive, part) ? null : part.text]);
      return JSON.stringify([directive.name, parts]);
    })
    .toSorted()
    .join("\n");
