import type { Unfinished } from "../shape/translated.ts";
import { byRole } from "../shape/byRole.ts";
import type { DoorWords } from "../en/doors.ts";
import { ROLES } from "./roles.ts";

export const DOORS: Unfinished<DoorWords> = {
  again: "もう一度ログイン",
  failed:
    "もう一度お試しください。それでも失敗する場合は、このサイトの運営者にお知らせください。理由はログに記録されています。",
  unavailable:
    "もう一度試しても解決しない可能性があります。このサイトの運営者にお知らせください。理由はログに記録されています。",
  invitation: "このコードを、あなたを招待する人に送ってください。招待されたら、もう一度ログインしてください。",
  issuer: "ログインした場所",
  subject: "あなたのコード",
  refused: {
    INVALID_REQUEST: "このリンクまたはフォームは不完全です。前に戻ってもう一度お試しください。",
    LOGIN_FAILED: "ログインを完了できませんでした。",
    FORBIDDEN: "あなたの役割では許可されていません。",
    ORIGIN_MISMATCH: "このリクエストは、このサイトから送られたものではありません。",
    NOT_INVITED: "あなたはこのサイトに招待されていません。",
    NOT_FOUND: "ここには何もありません。",
    METHOD_NOT_ALLOWED: "このアドレスはこの方法では使えません。",
    RATE_LIMITED: "リクエストが多すぎます。しばらく待ってからもう一度お試しください。",
    INTERNAL: "こちら側で問題が発生しました。",
    LOGIN_UNAVAILABLE: "現在、ここには誰もログインできません。",
    UNAVAILABLE: "現在応答がありません。もう一度お試しください。",
  },
  roles: byRole(ROLES, "inSentence"),
  start: {
    title: "{name} にログインしますか？",
    sent: "別のサイトからここに案内されました。{name} で作業する場合にだけログインしてください。",
    go: "ログイン",
  },
  program: {
    title: "このコンピューターのコマンドラインに、あなたの代わりに操作することを許可しますか？",
    asks: "あなたの役割が{role}である {name} での作業を求めています。そこであなたにできることは、すべてできるようになります。この許可は、このブラウザーでのログインが終わるか、{logout} を実行すると終わります。",
    check:
      "ターミナルに {check} と表示されていることを確認してください。違う表示の場合や、{login} を入力していない場合は、許可しないでください。",
    yes: "許可する",
    no: "許可しない",
  },
  agent: {
    title: "エージェントに、あなたの代わりに操作することを許可しますか？",
    claims: "{name} と名乗るプログラムが許可を求めています。回答は {host} に送られます。",
    proven: "{domain} の {name} が許可を求めています。回答は {host} に送られます。",
    local: "このプログラムはこのコンピューターで動いています。起動した直後の場合にだけ許可してください。",
    unnamed: "（名前なし）",
    site: "どのサイトですか？",
    choice: "{name}（{hostname}）、役割：{role}",
    scope: "エージェントに何を許可しますか？",
    scopes: {
      "site:read": "下書き、履歴、メディアを含むサイトの読み取り",
      "content:write":
        "下書きの変更：ページ、セクション、メニュー、リダイレクト、テーマ、設定。メディアファイルの説明の編集と、未使用ファイルの削除",
      "content:publish": "公開、公開の予約、以前のリリースへの復帰",
      "plugins:use": "サイトのプラグインがエージェントに提供する機能の利用",
    },
    notAt: "（{hostnames} では不可：そこでの役割では許可されていません）",
    limits:
      "エージェントは、あなたの役割で許可された以上のことはできません。この許可は 30 日後、またはメンバーでなくなったときに終わります。",
    yes: "許可する",
    no: "許可しない",
    unreadable: "このプログラムの説明を読み取れませんでした。",
  },
};
