import type { Unfinished } from "../shape/translated.ts";
import type { Words } from "../en/index.ts";

export const PUBLISHING: Unfinished<Words["publishing"]> = {
  unpublished: { other: "未公開の変更が {n} 件あります。" },
  preview: "下書きを見る",
  publish: "下書きを公開",
  see: "変更を見る",
  done: { published: "公開しました。まもなく訪問者に表示されます。" },
};
