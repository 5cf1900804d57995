/** Renders the files that plugins contribute, and the texts of their resources for agents. */
import { FILE_QUERY_MAX_RESULTS, FURTHER_ADDRESSES_MAX } from "../../manifests/bounds/manifest.ts";
import { FILE_MAX_STEPS, FILE_MAX_WORK_CHARS } from "../../manifests/bounds/templates.ts";
import type { Contributions, FileEntry, ResourceEntry } from "../contributions/points.ts";
import { Budget } from "../templates/budget.ts";
import { DIALECTS, dialectOf } from "../templates/dialect.ts";
import { siteMcpAddress } from "./agents/address.ts";
import { furtherAddresses, typeIn } from "./paging.ts";
import { queriesScope } from "./queries.ts";
import { siteScope, surroundingsOf } from "./scopes.ts";
import type { Templates } from "./templates.ts";
import type { RenderedFile, SiteView } from "./view.ts";

export interface FileRenderingParts {
  readonly contributions: Contributions;
  readonly templates: Templates;
  /** The origin of the deployment's public MCP server. Empty if there is none. */
  readonly agentsOrigin: string;
}

export class FileRendering {
  readonly #parts: FileRenderingParts;

  constructor(parts: FileRenderingParts) {
    this.#parts = parts;
  }

  file({ plugin, item }: FileEntry, site: SiteView, generated: string): RenderedFile | undefined {
    const { contributions, templates, agentsOrigin } = this.#parts;
    const scope = {
      site: siteScope(site),
      generated,
      /** The addresses of lists' further pages, found only if a template reads them. */
      get further() {
        const all = furtherAddresses(site, contributions, FURTHER_ADDRESSES_MAX);
        return all.map((path) => ({ path, url: site.origin + path }));
      },
      agents: agentsOrigin === "" ? {} : { mcp: siteMcpAddress(agentsOrigin, new URL(site.origin).hostname) },
      queries: this.#queries(item.queries, site),
    };
    const around = surroundingsOf(site, contributions);
    const outcome = templates.render(plugin, item.template, dialectOf(item.type), scope, around, fileBudget());
    return outcome.ok ? { type: item.type, body: outcome.value } : undefined;
  }

  /** The text of a resource. Undefined if its template failed. */
  text({ plugin, item }: ResourceEntry, site: SiteView, generated: string): string | undefined {
    const { contributions, templates } = this.#parts;
    const scope = { site: siteScope(site), generated, queries: this.#queries(item.queries, site) };
    const around = surroundingsOf(site, contributions);
    const outcome = templates.render(plugin, item.template ?? "", DIALECTS.plain, scope, around, fileBudget());
    return outcome.ok ? outcome.value : undefined;
  }

  #queries(queries: Parameters<typeof queriesScope>[0], site: SiteView): object {
    const place = { site, typeOf: typeIn(this.#parts.contributions), fields: {} };
    return queriesScope(queries, FILE_QUERY_MAX_RESULTS, place);
  }
}

const fileBudget = (): Budget => new Budget(FILE_MAX_STEPS, FILE_MAX_WORK_CHARS);
