import type { Words } from "../../en/index.ts";

export const OVERVIEW: Words["overview"] = {
  title: "نظرة عامة",
  waiting: "بانتظارك",
  nothing: "لا شيء بانتظارك.",
  remarks: "ملاحظات موجهة إليك",
  differing: "تغيّر في المسودة",
  none: "يرى الزوار المسودة كما هي. حرر الموقع لتظهر تغييراتك هنا.",
  all: "كل التغييرات",
  planned: "مجدول",
  stops: "سيوقفه تغيير لاحق.",
  whole: "المسودة كلها",
  allSchedules: "كل الجداول",
  write: "تحرير الموقع",
  pages: "كل الصفحات",
};
