import type { InEach } from "../../documents/inLanguage.ts";

/** The words of the banner and of the form for remarks. */
export interface GuestWords {
  readonly says: string;
  readonly end: string;
  readonly remark: string;
  readonly name: string;
  readonly quote: string;
  readonly words: string;
  readonly send: string;
  readonly thanks: string;
}

export const GUEST_WORDS: InEach<GuestWords> = {
  en: {
    says: "This is a draft. Only people with the link see it.",
    end: "End",
    remark: "Leave a remark",
    name: "Your name",
    quote: "The text that you mean, if any",
    words: "Your remark",
    send: "Send",
    thanks: "Thank you. Your remark has arrived.",
  },
  de: {
    says: "Das ist ein Entwurf. Nur wer den Link hat, sieht ihn.",
    end: "Beenden",
    remark: "Etwas anmerken",
    name: "Ihr Name",
    quote: "Der Text, den Sie meinen, falls einer",
    words: "Ihre Anmerkung",
    send: "Senden",
    thanks: "Danke. Ihre Anmerkung ist angekommen.",
  },
  fr: {
    says: "Ceci est un brouillon. Seules les personnes qui ont le lien le voient.",
    end: "Terminer",
    remark: "Laisser une remarque",
    name: "Votre nom",
    quote: "Le texte concerné, s’il y en a un",
    words: "Votre remarque",
    send: "Envoyer",
    thanks: "Merci. Votre remarque est arrivée.",
  },
  es: {
    says: "Esto es un borrador. Solo lo ve quien tiene el enlace.",
    end: "Terminar",
    remark: "Dejar una observación",
    name: "Su nombre",
    quote: "El texto al que se refiere, si lo hay",
    words: "Su observación",
    send: "Enviar",
    thanks: "Gracias. Su observación ha llegado.",
  },
  it: {
    says: "Questa è una bozza. La vede solo chi ha il link.",
    end: "Termina",
    remark: "Lascia un commento",
    name: "Il suo nome",
    quote: "Il testo a cui si riferisce, se c’è",
    words: "Il suo commento",
    send: "Invia",
    thanks: "Grazie. Il suo commento è arrivato.",
  },
  pt: {
    says: "Isto é um rascunho. Só quem tem o link o vê.",
    end: "Encerrar",
    remark: "Deixar um comentário",
    name: "Seu nome",
    quote: "O texto de que fala, se houver",
    words: "Seu comentário",
    send: "Enviar",
    thanks: "Obrigado. Seu comentário chegou.",
  },
  nl: {
    says: "Dit is een concept. Alleen wie de link heeft, ziet het.",
    end: "Beëindigen",
    remark: "Een opmerking maken",
    name: "Uw naam",
    quote: "De tekst die u bedoelt, als die er is",
    words: "Uw opmerking",
    send: "Versturen",
    thanks: "Dank u. Uw opmerking is aangekomen.",
  },
  pl: {
    says: "To jest szkic. Widzą go tylko osoby, które mają link.",
    end: "Zakończ",
    remark: "Dodaj uwagę",
    name: "Imię i nazwisko",
    quote: "Tekst, którego dotyczy uwaga, jeśli jest",
    words: "Uwaga",
    send: "Wyślij",
    thanks: "Dziękujemy. Uwaga dotarła.",
  },
  ja: {
    says: "これは下書きです。リンクを知っている人だけに表示されます。",
    end: "終了",
    remark: "コメントする",
    name: "お名前",
    quote: "対象の文(あれば)",
    words: "コメント",
    send: "送信",
    thanks: "ありがとうございます。コメントが届きました。",
  },
  ar: {
    says: "هذه مسودة. لا يراها إلا من لديه الرابط.",
    end: "إنهاء",
    remark: "اترك ملاحظة",
    name: "اسمك",
    quote: "النص المقصود، إن وجد",
    words: "ملاحظتك",
    send: "إرسال",
    thanks: "شكرًا. وصلت ملاحظتك.",
  },
};
