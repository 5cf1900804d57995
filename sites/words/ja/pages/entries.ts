import type { Unfinished } from "../../shape/translated.ts";
import type { Words } from "../../en/index.ts";

export const ENTRIES: Unfinished<Words["entries"]> = {
  newOf: "新しい{title}",
  inactive:
    "この種類のプラグイン {plugin} は有効ではありません。エントリーはそのまま残りますが、有効になるまで新規作成はできません。",
  lists: "リスト",
  filters: "絞り込み",
  filter: "絞り込む",
  any: "すべて",
  state: "状態",
  from: "{title}（開始）",
  to: "{title}（終了）",
  contains: "{title}に含まれる語",
  truths: { true: "はい", false: "いいえ" },
  found: { other: "{n} 件のエントリー" },
  none: "該当するエントリーはありません。",
  noneYet: "エントリーはまだありません。最初のものを追加すると、一覧に表示されます。",
  entryTitle: "タイトル",
  changed: "変更日時",
  gone: "削除されたページ",
  first: "最初のエントリー",
  further: "次のエントリー",
  import: "ファイルから取り込む",
  export: "CSV でダウンロード",
  moveTitle: "サイトを取り込む",
  importTitle: "{plural}：ファイルから取り込む",
  importNeeds: "ファイルをブラウザーで読み込むため、このページには JavaScript が必要です。",
  done: {},
};
