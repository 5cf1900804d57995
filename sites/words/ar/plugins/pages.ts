import type { Words } from "../../en/index.ts";

export const PLUGIN_PAGES: Words["pluginPages"] = {
  title: "صفحات الإضافات",
  intro: "تضيف الإضافات هذه الصفحات لما تحفظه.",
  none: "لا توجد صفحة لأي إضافة متاحة لك.",
  lists: "القوائم",
  empty: "لا شيء في هذه القائمة.",
  further: "مدخلات أخرى",
  find: "البحث في الإدخالات",
  notFound: "لا يحتوي أي إدخال فُحص حتى الآن على «{text}».",
  yes: "نعم",
  no: "لا",
  done: { done: "تم.", refused: "لم تنفّذ الإضافة ذلك." },
};
