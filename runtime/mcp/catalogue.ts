import type { Operation } from "../../manifests/operationShape.ts";
import type { JsonSchema } from "../../manifests/shape.ts";
import type { Redirect } from "../content.ts";

/** What a client is told about a tool, as the protocol has it. */
export interface ListedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
  readonly annotations: ToolAnnotations;
}

export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

export interface CatalogueTool {
  readonly listed: ListedTool;
  readonly query: Operation;
  /** Liquid that writes the answer as text; without it the answer's text is its JSON. */
  readonly template: string | null;
}

export interface CatalogueResource {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** What stands after the name of the site, with its variable if it has one. */
  readonly address: string;
  /** How it is answered: a text made at publication, or a question. */
  readonly answer: { readonly text: string } | { readonly query: Operation };
}

export interface CataloguePrompt {
  readonly listed: {
    readonly name: string;
    readonly title: string;
    readonly description: string;
    readonly arguments: readonly PromptArgument[];
  };
  readonly template: string;
}

export interface PromptArgument {
  readonly name: string;
  readonly title: string;
  readonly description?: string;
  readonly required: boolean;
}

export interface CatalogueForm {
  readonly id: string;
  readonly title: string;
  readonly description?: string;
  readonly schema: JsonSchema;
}

export interface MenuLink {
  readonly label: string;
  readonly url?: string;
  readonly children?: readonly MenuLink[];
}

/** A site as it presents itself. */
export interface SiteCard {
  readonly name: string;
  readonly tagline?: string;
  readonly description?: string;
  readonly language: string;
  readonly url: string;
  readonly navigation: { readonly header: readonly MenuLink[]; readonly footer: readonly MenuLink[] };
  readonly social: readonly { readonly label: string; readonly url: string }[];
  readonly organization?: Readonly<Record<string, string>>;
}

/**
 * All that agents can call, read and start with on one site, and what is asked about the site itself. Made once for a
 * publication and kept beside it, so that answering makes no list and runs no resolution.
 */
export interface Catalogue {
  readonly site: SiteCard;
  readonly tools: readonly CatalogueTool[];
  readonly resources: readonly CatalogueResource[];
  readonly prompts: readonly CataloguePrompt[];
  readonly forms: readonly CatalogueForm[];
  readonly redirects: readonly Redirect[];
}
