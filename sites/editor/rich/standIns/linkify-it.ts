/**
 * Stands in for the finder of addresses in plain text, which the Markdown parser makes and, with `linkify: false`, never
 * asks. Without it, a tenth of the parser is not loaded.
 */
export class LinkifyIt {
  readonly isStandIn = true;
}
