import type { Unfinished } from "../../shape/translated.ts";
import type { Words } from "../../en/index.ts";

export const JOIN: Unfinished<Words["join"]> = {
  title: "{site} に参加しますか？",
  by: "{maker} さんが {site} での作業にあなたを招待しています。",
  invited: "{site} での作業に招待されています。",
  role: "あなたの役割は{role}になります。{may}。",
  first: "まずログインしてください。その後、これをもう一度読んで決められます。",
  login: "ログイン",
  as: "{issuer} の {subject} としてログインしています。参加すると、ほかの人はこの招待を使えなくなります。",
  yes: "参加する",
  no: "参加しない",
  memberTitle: "すでにこのサイトのメンバーです",
  member: "{role}としてログインしています。招待は未使用のままなので、本来の相手が使えます。",
  elsewhere: "別のログインで参加するには、まずアカウントのページでログアウトしてください。",
  account: "あなたのアカウント",
  editor: "エディターへ",
  openTitle: "招待を開く",
  link: "リンク",
  linkHelp: "受け取ったリンク全体を貼り付けてください。",
  open: "開く",
  joinedBefore: "すでに参加済みの場合は、ログインするだけで使えます。",
  another: "別のリンクを受け取っています",
};
