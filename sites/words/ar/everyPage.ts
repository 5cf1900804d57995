import type { Unfinished } from "../shape/translated.ts";
import { byRole } from "../shape/byRole.ts";
import { ROLES } from "./roles.ts";
import type { Words } from "../en/index.ts";

export const EVERY_PAGE: Unfinished<Words["everyPage"]> = {
  colon: ": ",
  draft: "معاينة المسودة",
  canvas: "تحرير الموقع",
  menu: "القائمة",
  areas: "المحرّر",
  skip: "الانتقال إلى المحتوى",
  login: "تسجيل الدخول",
  logout: "تسجيل الخروج",
  loginElsewhere: "تسجيل الدخول في علامة تبويب أخرى",
  sendAgain: "إعادة إرسال ما كتبته",
  keep: "الاحتفاظ به",
  toEditor: "الانتقال إلى المحرّر",
  search: "بحث",
  clear: "عرض الكل",
  save: "حفظ",
  actors: {
    member: "عضو سابق",
    operator: "المشغّل",
    plugin: "إضافة",
    system: "النظام",
    visitor: "زائر",
  },
  unnamed: byRole(ROLES, "unnamed"),
  support: "للدعم",
  merged: {
    byOthers: {
      text: "كتب عضو آخر هنا: «{text}». احفظ مرة أخرى لوضع نصك مكانه.",
      empty: "أفرغ عضو آخر هذا الحقل. احفظ مرة أخرى لوضع نصك مكانه.",
      choice: "غيّر عضو آخر هذا الخيار. احفظ مرة أخرى لوضع خيارك مكانه.",
    },
    byYou: {
      text: "أنت آخر من حفظ، ربما في علامة تبويب أخرى. النص هناك الآن «{text}»: احفظ مرة أخرى لوضع هذا النص مكانه.",
      empty: "أنت آخر من حفظ، ربما في علامة تبويب أخرى. الحقل هناك فارغ الآن: احفظ مرة أخرى لوضع هذا النص مكانه.",
      choice: "أنت آخر من حفظ، ربما في علامة تبويب أخرى. الخيار هناك مختلف الآن: احفظ مرة أخرى لوضع هذا الخيار مكانه.",
    },
  },
  link: {
    deleted: "تم حذف الصفحة «{title}».",
    lost: "لا توجد صفحة على عنوان URL هذا.",
    now: "يقود إلى {target}.",
  },
  done: { saved: "تم الحفظ." },
  groups: {
    write: "الكتابة",
    look: "المظهر",
    site: "الموقع",
    publish: "النشر",
    manage: "الإدارة",
    own: "أنت",
  },
};
