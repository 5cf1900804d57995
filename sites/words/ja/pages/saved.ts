import type { Words } from "../../en/index.ts";

export const SAVED: Words["saved"] = {
  title: "保存した絞り込み",
  manage: "この絞り込みを保存",
  name: "名前",
  shared: "サイトのメンバー全員に",
  keep: "絞り込みを保存する",
  remove: "「{name}」を削除",
  sharedMark: "共有",
  filterFirst: "まず一覧を絞り込み、その結果に名前を付けて保存します。",
  columns: "列",
  showColumns: "これらの列を表示",
  done: {
    filterSaved: "絞り込みを保存しました。",
    filterRemoved: "絞り込みを削除しました。",
    columnsChosen: "これからはこれらの列が表示されます。",
  },
};
