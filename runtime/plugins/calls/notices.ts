import { NOTICES_MAX } from "../../../manifests/bounds/plugins.ts";

/** A problem that did not stop a publication, shown to its editor. */
export interface PublishNotice {
  readonly plugin: string;
  /**
   * `check_skipped`: a plugin that checks publications is inactive, so it was not asked. `data_unavailable`: sections
   * show the previous release's data, or none. `content_held`: the content of sections does not fit the plugin's
   * current version, so they show their previous HTML, or nothing.
   */
  readonly code: "check_skipped" | "data_unavailable" | "content_held";
  readonly detail: string;
  /** The number of affected pages. 0 if the whole publication is affected. */
  readonly pages: number;
}

const sameCause = (one: PublishNotice, other: PublishNotice): boolean =>
  one.plugin === other.plugin && one.code === other.code && one.detail === other.detail;

/** Merges notices of the same cause, because several steps of a publication may report it. */
export function joinNotices(before: readonly PublishNotice[], more: readonly PublishNotice[]): PublishNotice[] {
  const joined = [...before];
  for (const notice of more) {
    const at = joined.findIndex((known) => sameCause(known, notice));
    const known = joined[at];
    if (known) joined[at] = { ...known, pages: known.pages + notice.pages };
    else joined.push(notice);
  }
  return joined.slice(0, NOTICES_MAX);
}
