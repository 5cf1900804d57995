import type { PagePaths } from "./links.ts";
import type { MarkdownWriter } from "./markdownWriter.ts";

/** What filters know beside their input: where the text they make will stand. */
export interface Surroundings {
  readonly pathOf: PagePaths;
  readonly origin: string;
  /** BCP 47 tag of the site's language. */
  readonly language: string;
  /** Level of the section's own heading, 1 to 6. */
  readonly level: number;
  /** How Markdown is written where this text will stand. */
  readonly markdown: MarkdownWriter;
  /** Path of a route of the plugin whose template this is, by the route's name. */
  readonly routeOf: (name: string) => string | undefined;
  /** Widths in pixels that pictures with an ending such as `jpg` are served in, narrowest first. */
  readonly widths: ReadonlyMap<string, readonly number[]>;
}
