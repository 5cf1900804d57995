import type { Unfinished } from "../shape/translated.ts";
import { byRole } from "../shape/byRole.ts";
import { ROLES } from "./roles.ts";
import type { Words } from "../en/index.ts";

export const EVERY_PAGE: Unfinished<Words["everyPage"]> = {
  colon: "：",
  draft: "下書きを見る",
  canvas: "サイトを編集",
  menu: "メニュー",
  areas: "エディター",
  skip: "本文へ移動",
  login: "ログイン",
  logout: "ログアウト",
  loginElsewhere: "別のタブでログイン",
  sendAgain: "入力内容をもう一度送信",
  keep: "残す",
  toEditor: "エディターへ",
  search: "検索",
  clear: "すべて表示",
  save: "保存",
  actors: {
    member: "以前のメンバー",
    operator: "運用者",
    plugin: "プラグイン",
    system: "システム",
    visitor: "訪問者",
  },
  unnamed: byRole(ROLES, "unnamed"),
  support: "サポート用",
  merged: {
    byOthers: {
      text: "ほかのメンバーがここに「{text}」と入力しました。自分の内容で置き換えるには、もう一度保存してください。",
      empty: "ほかのメンバーがここを空にしました。自分の内容で置き換えるには、もう一度保存してください。",
      choice: "ほかのメンバーがこの選択を変更しました。自分の選択で置き換えるには、もう一度保存してください。",
    },
    byYou: {
      text: "最後に保存したのはあなたです（別のタブかもしれません）。現在は「{text}」になっています。この内容で置き換えるには、もう一度保存してください。",
      empty:
        "最後に保存したのはあなたです（別のタブかもしれません）。現在は空になっています。この内容で置き換えるには、もう一度保存してください。",
      choice:
        "最後に保存したのはあなたです（別のタブかもしれません）。現在は別の選択になっています。この選択で置き換えるには、もう一度保存してください。",
    },
  },
  link: {
    deleted: "ページ「{title}」は削除されました。",
    lost: "このアドレスにページはありません。",
    now: "リンク先：{target}",
  },
  done: { saved: "保存しました。" },
  groups: {
    write: "作成",
    look: "外観",
    site: "サイト",
    publish: "公開",
    manage: "管理",
    own: "自分",
  },
};
