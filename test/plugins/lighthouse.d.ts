/** Types for the parts of Lighthouse that check a site's offers to agents. Lighthouse ships none. */
declare module "lighthouse/third-party/ard/ard.js" {
  interface Finding {
    readonly element: string;
    readonly message: string;
  }
  export class ConformanceTester {
    readonly errors: readonly Finding[];
    readonly warnings: readonly Finding[];
    validate_manifest(content: string, source: string): boolean;
  }
}

declare module "lighthouse/core/audits/agentic/llms-txt.js" {
  const LlmsTxt: {
    audit(artifacts: { readonly LlmsTxt: { readonly status: number; readonly content: string } }): {
      readonly score: number;
    };
  };
  export default LlmsTxt;
}
