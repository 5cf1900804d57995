import type { Unfinished } from "../shape/translated.ts";
import type { Words } from "../en/index.ts";

export const THEME: Unfinished<Words["theme"]> = {
  title: "テーマ",
  choose: "テーマを選択",
  present: "現在のテーマ",
  look: "プレビュー",
  lookTitle: "テーマ「{title}」でのサイト",
  lookHelp: "まだ何も変更されていません。ここでリンクを開くと、現在のテーマの下書きに戻ります。",
  back: "現在のテーマに戻る",
  use: "このテーマを使う",
  values: "色、フォント、サイズ",
  valuesFrom: {
    earlier: "このサイトで前回このテーマを使ったときの値",
    present: "このテーマにもある現在の値",
    own: "テーマの初期値",
  },
  valuesHelp: "現在のテーマの値は保持され、再び選ぶと元に戻ります。",
  notTaken: { other: "現在の値のうち {n} 個は、このテーマにありません。" },

  scheme: "ライトとダーク",
  schemes: { auto: "訪問者の端末の設定に従う", light: "常にライト", dark: "常にダーク" },
  tokens: "色、フォント、サイズ",
  groups: { base: "フォントとサイズ", light: "ライトの色", dark: "ダークの色" },
  away: "このテーマのプラグインが有効でないため、色とフォントを変更できません。",
  own: "変更済み",
  ownChoice: "{choice}（テーマの値）",
  pixels: { other: "{n} ピクセル" },
  weights: {
    400: "標準",
    500: "中",
    600: "やや太字",
    700: "太字",
    800: "極太",
    900: "最も太い",
  },
  reset: "テーマの値に戻す",
  preview: "見た目",
  previewHelp: "色を選んでいる間、ここで確認できます。保存して公開すると訪問者に表示されます。",

  contrast: "誰でも読めますか？",
  contrastHelp:
    "数値は、文字が背景からどれだけはっきり見えるかを示します。文字には 4.5、大きな文字とボタンには 3 が必要です。",
  pair: "{ground} の上の {text}",
  grades: {
    enough: "すべての文字に適しています",
    large: "大きな文字だけに適しています",
    little: "低すぎます：多くの人が読めません",
  },
  low: { other: "{n} 組の色が読みにくい状態です。" },
  done: {
    saved: "下書きに保存しました。公開すると訪問者に表示されます。",
    chosen: "下書きのテーマを変更しました。",
    reset: "下書きでテーマの値を再び使います。",
  },
};
