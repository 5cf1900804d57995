import type { RoleTable } from "../shape/byRole.ts";

export const ROLES: RoleTable = {
  owner: {
    title: "مالك",
    may: "يستطيع فعل كل شيء، ويقرر من غيره يكون مالكًا",
    inSentence: "مالك",
    unnamed: "مالك",
  },
  admin: {
    title: "مدير",
    may: "يستطيع فعل كل شيء ما عدا تعيين المالكين",
    inSentence: "مدير",
    unnamed: "مدير",
  },
  editor: {
    title: "محرر",
    may: "يكتب وينشر ويقرأ ما أرسله الزوار",
    inSentence: "محرر",
    unnamed: "محرر",
  },
  author: {
    title: "كاتب",
    may: "يكتب، وينشر عضو آخر",
    inSentence: "كاتب",
    unnamed: "كاتب",
  },
  viewer: {
    title: "مُطالِع",
    may: "يطّلع على المسودة ويكتب ملاحظات",
    inSentence: "مُطالِع",
    unnamed: "مُطالِع",
  },
};
