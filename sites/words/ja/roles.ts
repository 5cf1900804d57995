import type { RoleTable } from "../shape/byRole.ts";

export const ROLES: RoleTable = {
  owner: {
    title: "所有者",
    may: "すべての操作ができ、ほかの所有者を決められます",
    inSentence: "所有者",
    unnamed: "所有者",
  },
  admin: {
    title: "管理者",
    may: "所有者の指定以外のすべての操作ができます",
    inSentence: "管理者",
    unnamed: "管理者",
  },
  editor: {
    title: "編集者",
    may: "作成と公開ができ、訪問者の送信内容を読めます",
    inSentence: "編集者",
    unnamed: "編集者",
  },
  author: {
    title: "投稿者",
    may: "作成ができ、公開はほかのメンバーが行います",
    inSentence: "投稿者",
    unnamed: "投稿者",
  },
  viewer: {
    title: "閲覧者",
    may: "下書きを見てコメントできます",
    inSentence: "閲覧者",
    unnamed: "閲覧者",
  },
};
