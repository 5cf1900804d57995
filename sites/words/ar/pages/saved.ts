import type { Words } from "../../en/index.ts";

export const SAVED: Words["saved"] = {
  title: "المرشّحات المحفوظة",
  manage: "حفظ هذا المرشّح",
  name: "الاسم",
  shared: "لكل أعضاء الموقع",
  keep: "احفظ المرشّح",
  remove: "إزالة «{name}»",
  sharedMark: "مشترك",
  filterFirst: "رشّح القائمة أولًا ثم احفظ ما تراه باسم.",
  columns: "الأعمدة",
  showColumns: "إظهار هذه الأعمدة",
  done: { filterSaved: "حُفظ المرشّح.", filterRemoved: "أُزيل المرشّح.", columnsChosen: "سترى هذه الأعمدة من الآن." },
};
