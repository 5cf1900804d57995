import type { FieldMarker } from "./marks/fieldMarker.ts";
import type { PagePaths } from "./links.ts";
import type { OwnParts } from "./ownParts.ts";
import type { MarkdownWriter } from "./markdownWriter.ts";

/** The context that filters get beside their input: the place where their text will stand. */
export interface Surroundings {
  readonly pathOf: PagePaths;
  readonly origin: string;
  /** BCP 47 tag of the site's language. */
  readonly language: string;
  /** Level of the section's own heading, 1 to 6. */
  readonly level: number;
  /** The Markdown writer for this place. */
  readonly markdown: MarkdownWriter;
  /** Finds the path of a route of the template's own plugin, by the route's name. */
  readonly routeOf: (name: string) => string | undefined;
  /** Widths in pixels of served pictures by ending, such as `jpg`; narrowest first. */
  readonly widths: ReadonlyMap<string, readonly number[]>;
  /** The parts of the template's own package; absent where templates have none. */
  readonly ownParts?: OwnParts | undefined;
  /** Present in a draft only. */
  readonly marks?: FieldMarker | undefined;
}
