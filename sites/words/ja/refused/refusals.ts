import type { Unfinished } from "../../shape/translated.ts";
import type { Words } from "../../en/index.ts";

export const REFUSED: Unfinished<Words["refusals"]> = {
  CONFLICT: "現在は実行できません。",
  FORBIDDEN: "あなたの役割では許可されていません。",
  IDEMPOTENCY_KEY_MISSING: "フォームが不完全でした。もう一度送信してください。",
  IDEMPOTENCY_KEY_REUSED:
    "このフォームは、別の内容ですでに送信されています。新しい内容を送るには、もう一度送信してください。",
  INVALID_REQUEST: "フォームに修正が必要な箇所があります。",
  INVITATION_OVER:
    "この招待は使用済み、取り消し済み、または期限切れのため使えません。送信者に新しい招待を依頼してください。",
  INVITATION_DAMAGED:
    "このリンクで開ける招待はありません。一部が欠けているか途中で変わった、別のサイト用である、またはずっと前に終了した可能性があります。メッセージのリンク全体をコピーし直すか、新しいリンクを依頼してください。",
  NOT_FOUND: "ここには何もありません。ほかのメンバーが削除した可能性があります。",
  ORIGIN_MISMATCH: "このフォームはこのサイトから送られていないため、何も変更されていません。",
  OTHER_MEMBER:
    "このブラウザーでは別のメンバーがログインしています。何も変更されておらず、入力内容は残っています。別のタブでログインし直してから送信してください。",
  PLUGIN_CONSENT_MISSING: "まず、このプラグインが使う短い名前に同意してください。",
  PLUGIN_NAME_TAKEN: "このプラグインに必要な名前を、ほかのプラグインがすでに使っています。",
  PLUGIN_REJECTED: "このパッケージは受け付けられませんでした。",
  RATE_LIMITED: "一度に多すぎます。しばらく待ってからもう一度送信してください。",
  STALE_VERSION:
    "開いた後に変更されました。入力内容は残っています。新しいバージョンを置き換えるには、もう一度送信してください。",
  TENANT_READ_ONLY: "このサイトは現在読み取り専用です。",
  SHARE_LINK_ENDED: "このリンクは期限が切れたか、取り消されました。送り主に新しいリンクを依頼してください。",
  TENANT_SUSPENDED: "このサイトは現在利用できません。",
  TOO_SLOW: "届くまでに時間がかかりすぎました。もう一度送信してください。",
  TOO_LARGE: "大きすぎます。",
  UNAUTHENTICATED: "まずログインしてください。",
  UNSUPPORTED_MEDIA_TYPE: "この種類のファイルは受け付けられません。",
  WORKSPACE_FULL: "保存領域が残っていません。不要なものを削除してから公開してください。",
  VERSION_REQUIRED: "フォームが不完全でした。もう一度送信してください。",
};
