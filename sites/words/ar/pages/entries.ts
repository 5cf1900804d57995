import type { Unfinished } from "../../shape/translated.ts";
import type { Words } from "../../en/index.ts";

export const ENTRIES: Unfinished<Words["entries"]> = {
  newOf: "إضافة {title}",
  inactive: "إضافة {plugin} لهذا النوع غير نشطة. تبقى الإدخالات كما هي، ولا يمكن إنشاء إدخال جديد قبل تنشيطها.",
  lists: "القوائم",
  filters: "عوامل التصفية",
  filter: "عرض هذه",
  any: "الكل",
  state: "الحالة",
  from: "{title}، من",
  to: "{title}، إلى",
  contains: "{title} يحتوي على",
  truths: { true: "نعم", false: "لا" },
  found: { zero: "لا عناصر", one: "عنصر واحد", two: "عنصران", few: "{n} عناصر", many: "{n} عنصرًا", other: "{n} عنصر" },
  none: "لا يوجد عنصر مطابق.",
  entryTitle: "العنوان",
  changed: "تاريخ التعديل",
  gone: "صفحة محذوفة",
  first: "أول العناصر",
  further: "عناصر أخرى",
  import: "استيراد من ملف",
  export: "تنزيل بصيغة CSV",
  moveTitle: "إدخال موقع",
  importTitle: "{plural}: استيراد من ملف",
  importNeeds: "تتطلب هذه الصفحة JavaScript، لأن الملف يُقرأ في متصفحك.",
  done: {},
};
