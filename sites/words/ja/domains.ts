import type { Unfinished } from "../shape/translated.ts";
import type { Words } from "../en/index.ts";

export const DOMAINS: Unfinished<Words["domains"]> = {
  title: "アドレス",
  intro: "訪問者がこのサイトを見つけるための名前です。",
  list: "すべてのアドレス",
  primary: "メインアドレス",
  verified: "使用中",
  pending: "待機中",
  leads: "訪問者をメインアドレスへ案内します。",
  isPrimary: "ページはこのアドレスで公開されます。",
  waits:
    "このアドレスを申請済みです。運用者があなたのものであることを確認してから使用を開始します。{days} 日たっても何も起きない場合は、もう一度申請してください。",
  next: "次の手順",
  nextHelp:
    "申請したことを運用者に伝えてください。名前の購入先で入力する内容を教えてもらえます。運用者が確認し、使用を開始します。それまでは、この名前を開いても何も表示されません。",
  since: "開始日時：",
  addTitle: "アドレスを申請",
  hostname: "アドレス",
  hostnameHelp: "www.example.com のように、https:// を付けずに入力します",
  add: "申請する",
  done: { asked: "アドレスを申請しました。次は運用者の対応が必要です。" },
};
