import type { Translated, Unfinished } from "../../shape/translated.ts";
import type { ABOUT_PAGE as ENGLISH } from "../../en/pages/aboutPage.ts";

export const ABOUT_PAGE: Unfinished<Translated<typeof ENGLISH>> = {
  about: "このページについて",
  titleHelp: "ブラウザー、リスト、検索結果に表示されます。",
  pageTitle: "タイトル",
  description: "説明",
  descriptionHelp: "1、2 文で書きます。検索エンジンや共有リンクに表示されます。",
  collection: "コレクション",
  collectionHelp:
    "リストは、journal のような 1 つのコレクションのページを表示します。小文字の 1 語で入力してください。",
  date: "日付",
  dateHelp: "リストはこの日付で並びます。例：2026-03-12",
  author: "著者",
  audience: "次の読者だけに表示",
  audienceHelp: "paid のようなグループ名。readers はアカウントのある全員を表します。空欄の場合は誰でも見られます。",
  teaser: "リストやメニューにはタイトル、説明、画像を表示する",
  noindex: "このページを検索エンジン、フィード、リストに表示しない",
  held: "このページの公開を保留する",
  heldHelp: "メンバーが「公開」で選択するまで、公開の対象から除外されます。",
  from: "表示開始",
  fromHelp: "この時点から、下の終了時点まで、公開済みのページが訪問者に表示されます。",
  until: "表示終了",
  zone: "タイムゾーン：{zone}",
  picture: "画像",
  pictureHelp: "リストや、このページにリンクするほかのサイトに表示されます。",
  inSearch: "検索結果での表示",
  noDescription: "説明がない場合、検索エンジンがページの文章から選びます。",
  pageless: "一覧にだけ表示され、ページはありません",
};
