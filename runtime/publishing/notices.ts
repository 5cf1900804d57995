import { NOTICES_MAX } from "../../manifests/bounds.ts";

/** Something of a publication its editor should know although it went on. */
export interface PublishNotice {
  readonly plugin: string;
  /**
   * `check_skipped`: a plugin that is to be asked before publications takes no part, and was not asked.
   * `data_unavailable`: sections show data of the release before, or none.
   */
  readonly code: "check_skipped" | "data_unavailable";
  readonly detail: string;
  /** Pages it is about; 0 when it is about the publication. */
  readonly pages: number;
}

const sameCause = (one: PublishNotice, other: PublishNotice): boolean =>
  one.plugin === other.plugin && one.code === other.code && one.detail === other.detail;

/** One notice for one cause, as steps of one publication meet it again. */
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
