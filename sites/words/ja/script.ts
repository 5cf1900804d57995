import type { Unfinished } from "../shape/translated.ts";
import type { Words } from "../en/index.ts";
import { REFUSED } from "./refused/refusals.ts";

export const SCRIPT: Unfinished<Words["script"]> = {
  lost: "接続が切れました。",
  unsaved: "このページのほかの場所に入力した内容は保存されておらず、失われます。続けますか？",
  again: "再試行",
  waiting: "待機中",
  stored: "保存しました",
  known: "最初の名前と説明ですでに保存されています",
  sending: "{name} を送信中",
  done: { other: "{n} 個のファイルを保存しました。" },
  failed: { other: "{n} 個のファイルは受け付けられませんでした。" },
  found: "入力された値：{found}。使用できる値：{allowed}。",
  most: "最大 {most} です。",
  needs: "{permission} の権限が必要です。",
  palette: {
    button: "移動…",
    open: "すべてのページを検索…",
    title: "移動または実行",
    search: "ページ、一覧、操作を検索",
    searching: "検索中…",
    none: "名前またはアドレスに「{text}」を含むものはありません。",
    found: { other: "{n} 件" },
    more: "さらに表示",
    kinds: { page: "ページ", list: "一覧", place: "エディター", act: "操作" },
  },
  refused: REFUSED,
  broken: "こちら側で問題が発生しました。",
};
