import type { Unfinished } from "../shape/translated.ts";
import type { Words } from "../en/index.ts";

export const ACTIONS: Unfinished<Words["actions"]> = {
  by: "من الإضافة {plugin}. لن يتغير شيء حتى تطبّق الاقتراح.",
  run: "الحصول على اقتراح",
  running: "جارٍ تنفيذ {title}…",
  cancel: "إلغاء",
  proposed: "الاقتراح",
  nothing: "لا تقترح الإضافة أي تغيير.",
  before: "الحالي",
  after: "المقترح",
  empty: "فارغ",
  apply: "تطبيق",
  discard: "تجاهل",
  applied: "تم التطبيق: {title}",
  unsaved: "بعض التغييرات لم يُحفظ بعد. انتظر حتى يتم حفظها، ثم أعد المحاولة.",
  stale: "تغيّر المحتوى منذ إعداد هذا الاقتراح. اطلب اقتراحًا جديدًا.",
};
