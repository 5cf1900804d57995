import type { Unfinished } from "../shape/translated.ts";
import type { Words } from "../en/index.ts";
import { REFUSED } from "./refused/refusals.ts";

export const SCRIPT: Unfinished<Words["script"]> = {
  lost: "انقطع الاتصال.",
  unsaved: "ما كتبته في موضع آخر من هذه الصفحة غير محفوظ وسيضيع. هل تريد المتابعة من دونه؟",
  again: "إعادة المحاولة",
  waiting: "في الانتظار",
  stored: "تم التخزين",
  known: "موجود هنا من قبل، باسمه ووصفه الأولين",
  sending: "جارٍ إرسال {name}",
  done: {
    zero: "لم يُخزَّن أي ملف.",
    one: "تم تخزين ملف واحد.",
    two: "تم تخزين ملفين.",
    few: "تم تخزين {n} ملفات.",
    many: "تم تخزين {n} ملفًا.",
    other: "تم تخزين {n} ملف.",
  },
  failed: {
    zero: "قُبلت جميع الملفات.",
    one: "لم يُقبل ملف واحد.",
    two: "لم يُقبل ملفان.",
    few: "لم تُقبل {n} ملفات.",
    many: "لم يُقبل {n} ملفًا.",
    other: "لم يُقبل {n} ملف.",
  },
  found: "الموجود: {found}. المسموح: {allowed}.",
  most: "الحد الأقصى {most}.",
  needs: "يلزم الإذن {permission}.",
  palette: {
    button: "انتقال…",
    open: "البحث في جميع الصفحات…",
    title: "انتقال أو تنفيذ",
    search: "البحث عن صفحات وقوائم وإجراءات",
    searching: "جارٍ البحث…",
    none: "لا شيء يحتوي «{text}» في اسمه أو عنوانه.",
    found: {
      zero: "لا نتائج",
      one: "نتيجة واحدة",
      two: "نتيجتان",
      few: "{n} نتائج",
      many: "{n} نتيجة",
      other: "{n} نتيجة",
    },
    more: "عرض المزيد",
    kinds: { page: "صفحة", list: "قائمة", place: "المحرر", act: "إجراء" },
  },
  refused: REFUSED,
  broken: "حدث خطأ من جانبنا.",
};
