import type { Words } from "../../en/index.ts";

export const OVERVIEW: Words["overview"] = {
  title: "概要",
  waiting: "あなたの対応待ち",
  nothing: "対応待ちはありません。",
  remarks: "あなた宛てのコメント",
  differing: "下書きでの変更",
  none: "訪問者には下書きと同じ内容が表示されています。サイトを編集すると、変更がここに表示されます。",
  all: "すべての変更",
  planned: "予約",
  stops: "その後の変更により公開されません。",
  whole: "下書き全体",
  allSchedules: "すべての予約",
  write: "サイトを編集",
  pages: "すべてのページ",
};
