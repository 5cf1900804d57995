import type { Unfinished } from "../../shape/translated.ts";
import type { Words } from "../../en/index.ts";

export const JOIN: Unfinished<Words["join"]> = {
  title: "هل تريد الانضمام إلى {site}؟",
  by: "يدعوك {maker} إلى العمل على {site}.",
  invited: "أنت مدعوّ إلى العمل على {site}.",
  role: "سيكون دورك {role}: {may}.",
  first: "سجّل الدخول أولًا. يمكنك بعد ذلك قراءة هذا مجددًا واتخاذ قرارك.",
  login: "تسجيل الدخول",
  as: "سجّلت الدخول باسم {subject} لدى {issuer}. إذا انضممت، فلن يستطيع أحد غيرك استخدام هذه الدعوة.",
  yes: "الانضمام",
  no: "عدم الانضمام",
  memberTitle: "أنت تعمل على هذا الموقع بالفعل",
  member: "سجّلت الدخول هنا بدور {role}. لم تُستخدم الدعوة بعد، ويستطيع صاحبها استخدامها.",
  elsewhere: "للانضمام بحساب آخر، سجّل الخروج أولًا من صفحة حسابك.",
  account: "حسابك",
  editor: "الانتقال إلى المحرّر",
  openTitle: "فتح دعوتك",
  link: "رابطك",
  linkHelp: "الصق الرابط الكامل الذي وصلك.",
  open: "فتح",
  joinedBefore: "إذا كنت قد انضممت من قبل، فيكفي أن تسجّل الدخول.",
  another: "وصلك رابط آخر",
};
