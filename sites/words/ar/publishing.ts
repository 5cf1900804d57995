import type { Unfinished } from "../shape/translated.ts";
import type { Words } from "../en/index.ts";

export const PUBLISHING: Unfinished<Words["publishing"]> = {
  unpublished: {
    zero: "كل التغييرات منشورة.",
    one: "تغيير واحد لم يُنشر بعد.",
    two: "تغييران لم يُنشرا بعد.",
    few: "{n} تغييرات لم تُنشر بعد.",
    many: "{n} تغييرًا لم يُنشر بعد.",
    other: "{n} تغيير لم يُنشر بعد.",
  },
  preview: "معاينة المسودة",
  publish: "نشر المسودة",
  see: "عرض التغييرات",
  done: { published: "تم النشر. سيراه الزوار خلال لحظات." },
};
