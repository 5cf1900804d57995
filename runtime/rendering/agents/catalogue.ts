import type { AgentOperation } from "../../../manifests/agents/operationShape.ts";
import type { IndexedField } from "../../../manifests/fields/indexed.ts";
import type { JsonSchema } from "../../../manifests/shapes/shape.ts";
import type { Redirect } from "../../documents/content/content.ts";

/** A tool in `tools/list`, as MCP defines it. */
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
  readonly query: AgentOperation;
  /** Liquid template of the answer's text. Null if the text is the answer's JSON. */
  readonly template: string | null;
}

export interface CatalogueResource {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The part of the URI after the site's name, with its variable if it has one. */
  readonly address: string;
  /** The source of the answer: a text rendered at publication, or a query. */
  readonly answer: { readonly text: string } | { readonly query: AgentOperation };
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

/** The fields of a form type. The page index lists the pages with such forms. */
export interface CatalogueForm {
  /** `<plugin id>/<name>`. */
  readonly id: string;
  readonly title: string;
  readonly description?: string;
  readonly schema: JsonSchema;
}

/** A content type of the site. The page index lists its entries. */
export interface CatalogueType {
  /** `<plugin id>/<name>`. */
  readonly type: string;
  readonly title: string;
  readonly plural: string;
  readonly schema: JsonSchema;
  /** The indexed fields, in the order of their author. */
  readonly filters: readonly (IndexedField & { readonly name: string })[];
  /** The order of lists that name no other. */
  readonly order?: string;
}

export interface MenuLink {
  readonly label: string;
  readonly url?: string;
  readonly children?: readonly MenuLink[];
}

/** A language of a site. */
export interface LanguageCard {
  readonly tag: string;
  readonly name: string;
  readonly url: string;
  /** The path of its home page in the site. Present if visitors have the language at a hostname of its own. */
  readonly path?: string;
  /** Present if the language shows the source of pages that it lacks. */
  readonly fallback?: "source";
}

/** A site's facts about itself. */
export interface SiteCard {
  readonly name: string;
  readonly tagline?: string;
  readonly description?: string;
  readonly language: string;
  /** Absent on a site with one language, and in publications made before this member existed. */
  readonly languages?: readonly LanguageCard[];
  /** An IANA name. Absent in publications made before this member existed. */
  readonly timeZone?: string;
  readonly url: string;
  readonly navigation: { readonly header: readonly MenuLink[]; readonly footer: readonly MenuLink[] };
  readonly social: readonly { readonly label: string; readonly url: string }[];
  readonly organization?: Readonly<Record<string, string>>;
}

/**
 * The tools, resources and prompts of one site, and its facts. It is built once for a publication and stored with it,
 * so an answer needs no resolution.
 */
export interface Catalogue {
  readonly site: SiteCard;
  readonly tools: readonly CatalogueTool[];
  readonly resources: readonly CatalogueResource[];
  readonly prompts: readonly CataloguePrompt[];
  readonly forms: readonly CatalogueForm[];
  /** Absent in publications made before this member existed. */
  readonly types?: readonly CatalogueType[];
  readonly redirects: readonly Redirect[];
  /** The key of the redirects, if they are too many for the catalogue. */
  readonly rules?: string;
}
