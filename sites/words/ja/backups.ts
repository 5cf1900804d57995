import type { Unfinished } from "../shape/translated.ts";
import type { Words } from "../en/index.ts";

export const BACKUPS: Unfinished<Words["backups"]> = {
  title: "バックアップ",
  intro: "バックアップには、関連するすべてのサイトのページ、設定、プラグイン、ファイルがすべて保存されます。",
  list: "保存済みのバックアップ",
  none: "バックアップはまだありません。",
  platform: "運用者は、バックアップがなくてもすべてを以前の時点に戻せます。必要な場合は運用者にお問い合わせください。",
  noPlatform: "以前の状態に戻せるのはバックアップだけです。プラットフォーム自体は以前の状態を保持しません。",
  facts: "{size}、作成者：{name}",
  files: { other: "{n} 個のファイル、{size}" },
  missing: { other: "{n} 個のファイルは、すでに見つからない状態でした" },
  withSubmissions: "フォームの送信内容を含む",
  makeTitle: "今すぐバックアップ",
  make: "バックアップを作成",
  submissions: "訪問者がフォームで送信した内容を含める",
  submissionsHelp: "訪問者の個人情報が含まれる場合があります。",
  verify: "確認",
  verifyOf: "バックアップ {id} を確認",
  remove: "削除",
  removeQuestion: "このバックアップを削除しますか？ 元に戻すことはできません。",
  removeSure: "完全に削除",
  exportTitle: "すべてのコピーをダウンロード",
  exportHelp:
    "メディア以外のすべてを含む 1 つのファイルです。別の場所に保管してください。1 日の間ダウンロードできます。",
  export: "エクスポートを作成",
  download: "エクスポートをダウンロード",
  restoring: "バックアップを復元できるのは運用者だけです。復元すると、現在の内容はすべて置き換えられます。",
  done: {
    kept: "バックアップを作成しました。",
    sound: "バックアップは完全です。すべての部分を読み取れました。",
    broken: "バックアップは破損しています。これに頼らず、作り直してください。",
    removed: "削除しました。",
    exported: "エクスポートの準備ができました。",
  },
};
