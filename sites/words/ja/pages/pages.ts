import type { Unfinished } from "../../shape/translated.ts";
import type { Words } from "../../en/index.ts";
import { ABOUT_PAGE } from "./aboutPage.ts";

export const PAGES: Unfinished<Words["pages"]> = {
  ...ABOUT_PAGE,
  title: "ページ",
  all: "すべてのページ",
  add: "新しいページ",
  searchFor: "タイトルまたはアドレス",
  noneFound: "タイトルまたはアドレスに「{text}」を含むページはありません。",
  none: {
    published: "変更のない公開済みのページはありません。",
    changed: "変更のあるページはありません。",
    new: "新しいページはありません。",
    deleted: "削除されたページはありません。",
  },
  older: "次のページ",
  newest: "最初のページ",
  list: "ページ",
  states: { published: "公開済み", changed: "変更あり", new: "新規", deleted: "削除済み" },
  held: "公開保留",
  visibleFrom: "表示開始",
  visibleUntil: "表示終了",
  show: "表示",
  everything: "すべて",
  below: { other: "下位に {n} ページ" },
  under: "{path} の下のページ",
  levelUp: "1 つ上の階層へ",
  edit: "編集",
  settings: "設定",
  view: "サイトで見る",
  changedBy: "変更者：{name}",
  unreachable: "アドレスがすでに使われているため、訪問者はこのページを開けません。",
  hidden: "検索結果に非表示",

  deletedBy: "削除者：{name}",
  restore: "復元",
  elsewhere: "このページの別のアドレス",
  elsewhereHelp: "このアドレスは現在ほかのページが使っています。",

  newTitle: "新しいページ",
  path: "アドレス",
  pathHelp: "例：/services/repairs。空にすると、タイトルから作られます。",
  begin: "最初の内容",
  blank: "空のページ",
  menu: "メニューに追加",
  create: "ページを作成",

  noPicture: "なし",
  keptPicture: "現在の画像",

  previews: "ほかのサイトでの表示",
  shared: "共有リンク",

  address: "アドレス",
  move: "アドレスを変更",
  redirect: "訪問者を古いアドレスから新しいアドレスへ案内する",
  along: { other: "下位の {n} ページも移動する" },

  entry: "コンテンツタイプ",
  entryOf: "エントリーにする",
  entryHelp:
    "アドレス、文章、セクションはそのままです。タイプの必須項目には例が入ります。アドレスのないタイプでは、訪問者にページは表示されなくなります。",
  makeEntry: "エントリーにする",

  copy: "コピー",
  copyTitle: "{title} のコピー",
  makeCopy: "コピーを作成",

  links: "ここへのリンク",
  noLinks: "ここにリンクしているページ、メニュー、リダイレクトはありません。",
  linksMore: "ほか",
  kinds: {
    page: "ページ",
    navigation: "メニュー",
    redirects: "リダイレクト",
    settings: "設定",
    types: "コンテンツタイプ",
    theme: "テーマ",
  },

  remove: "このページを削除",
  removeHelp: "削除したページの一覧から復元できます。",
  removeTitle: "削除",
  removeLinked: { other: "{n} か所がこのページにリンクしています。リンク先がなくなります。" },
  removeAsked: "このページを削除しますか？",
  removeAnyway: "削除",
  done: {
    typed: "このページは下書きでエントリーになりました。値を入力してください。",
    created: "ページを下書きに作成しました。公開すると訪問者に表示されます。",
    moved: "下書きのアドレスを変更しました。",
    copied: "ページをコピーしました。これはコピーです。",
    removed: "ページを下書きから削除しました。下書きを公開するまで訪問者に表示されます。",
    restored: "ページを下書きに復元しました。",
  },
};
