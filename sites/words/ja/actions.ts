import type { Unfinished } from "../shape/translated.ts";
import type { Words } from "../en/index.ts";

export const ACTIONS: Unfinished<Words["actions"]> = {
  by: "プラグイン「{plugin}」の機能です。提案を適用するまで、何も変更されません。",
  run: "提案を取得",
  running: "「{title}」を実行中…",
  cancel: "キャンセル",
  proposed: "提案",
  nothing: "プラグインからの変更の提案はありません。",
  before: "現在",
  after: "提案",
  empty: "空",
  apply: "適用",
  discard: "破棄",
  applied: "適用しました：{title}",
  unsaved: "まだ保存されていない変更があります。保存されるまで待ってから、もう一度お試しください。",
  stale: "この提案の作成後に内容が変更されました。新しい提案を取得してください。",
};
