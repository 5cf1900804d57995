import type { Words } from "../../en/index.ts";

export const PLUGIN_PAGES: Words["pluginPages"] = {
  title: "プラグインのページ",
  intro: "プラグインが保存したもののために追加するページです。",
  none: "開けるプラグインのページはありません。",
  lists: "一覧",
  empty: "この一覧には何もありません。",
  further: "続きを表示",
  find: "エントリー内を検索",
  notFound: "ここまでのエントリーに「{text}」は見つかりませんでした。",
  yes: "はい",
  no: "いいえ",
  done: { done: "完了しました。", refused: "プラグインは実行しませんでした。" },
};
