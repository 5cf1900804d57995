import type { Translated, Unfinished } from "../../shape/translated.ts";
import type { ABOUT_PAGE as ENGLISH } from "../../en/pages/aboutPage.ts";

export const ABOUT_PAGE: Unfinished<Translated<typeof ENGLISH>> = {
  about: "عن هذه الصفحة",
  titleHelp: "تعرضه المتصفحات والقوائم ونتائج البحث.",
  pageTitle: "العنوان",
  description: "الوصف",
  descriptionHelp: "جملة أو جملتان. تعرضها محركات البحث والروابط المشاركة.",
  collection: "المجموعة",
  collectionHelp: "تعرض القائمة صفحات مجموعة واحدة، مثل journal. اكتب كلمة واحدة بحروف صغيرة.",
  date: "التاريخ",
  dateHelp: "تُرتَّب القوائم حسب هذا التاريخ. مثال: 2026-03-12.",
  author: "الكاتب",
  noindex: "إخفاء هذه الصفحة عن محركات البحث والخلاصات والقوائم",
  held: "حجز هذه الصفحة عن النشر",
  heldHelp: "يتركها «نشر» جانبًا حتى يحددها عضو هناك.",
  from: "ظاهرة من",
  fromHelp: "يرى الزوار الصفحة المنشورة ابتداءً من ذلك الحين، وحتى النهاية أدناه.",
  until: "ظاهرة حتى",
  zone: "حسب المنطقة الزمنية {zone}.",
  picture: "الصورة",
  pictureHelp: "تعرضها القوائم، وكذلك المواقع الأخرى التي تضع رابطًا إلى هذه الصفحة.",
  inSearch: "في نتائج البحث",
  noDescription: "من دون وصف، تختار محركات البحث نصًا من الصفحة.",
  pageless: "في القوائم فقط، بلا صفحة خاصة به",
};
