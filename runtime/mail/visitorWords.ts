import type { InEach } from "../documents/inLanguage.ts";
import type { NoticeWords } from "./memberWords.ts";

/** The texts of the letter that asks a visitor to confirm an address. It contains no word of the visitor. */
interface VisitorWords {
  readonly subject: string;
  readonly intro: string;
  readonly open: string;
  readonly ignore: string;
}

export const VISITOR_WORDS: InEach<VisitorWords> = {
  en: {
    subject: "Please confirm your address for {site}",
    intro: "This address was entered in the form “{form}” on {site}.",
    open: "To confirm it, open this page within a week and press the button there:",
    ignore: "If that was not you, ignore this letter. Without the confirmation, the answers are deleted after a week.",
  },
  de: {
    subject: "Bitte bestätigen Sie Ihre Adresse für {site}",
    intro: "Diese Adresse wurde auf {site} in das Formular „{form}“ eingetragen.",
    open: "Um sie zu bestätigen, öffnen Sie innerhalb einer Woche diese Seite und drücken Sie dort die Schaltfläche:",
    ignore:
      "Wenn Sie das nicht waren, beachten Sie diesen Brief nicht. Ohne Bestätigung werden die Angaben nach einer Woche gelöscht.",
  },
  fr: {
    subject: "Veuillez confirmer votre adresse pour {site}",
    intro: "Cette adresse a été saisie dans le formulaire « {form} » sur {site}.",
    open: "Pour la confirmer, ouvrez cette page dans la semaine et appuyez sur son bouton :",
    ignore:
      "Si ce n’était pas vous, ignorez ce message. Sans confirmation, les réponses sont supprimées après une semaine.",
  },
  es: {
    subject: "Confirme su dirección para {site}",
    intro: "Esta dirección se escribió en el formulario «{form}» de {site}.",
    open: "Para confirmarla, abra esta página en el plazo de una semana y pulse el botón:",
    ignore: "Si no fue usted, ignore este correo. Sin confirmación, las respuestas se borran al cabo de una semana.",
  },
  it: {
    subject: "Confermi il suo indirizzo per {site}",
    intro: "Questo indirizzo è stato inserito nel modulo «{form}» su {site}.",
    open: "Per confermarlo, apra questa pagina entro una settimana e prema il pulsante:",
    ignore:
      "Se non è stato lei, ignori questo messaggio. Senza conferma, le risposte vengono cancellate dopo una settimana.",
  },
  pt: {
    subject: "Confirme o seu endereço para {site}",
    intro: "Este endereço foi escrito no formulário “{form}” em {site}.",
    open: "Para o confirmar, abra esta página no prazo de uma semana e prima o botão:",
    ignore: "Se não foi você, ignore esta mensagem. Sem confirmação, as respostas são apagadas ao fim de uma semana.",
  },
  nl: {
    subject: "Bevestig uw adres voor {site}",
    intro: "Dit adres is ingevuld in het formulier ‘{form}’ op {site}.",
    open: "Open binnen een week deze pagina en druk daar op de knop om het te bevestigen:",
    ignore: "Was u dat niet, negeer dit bericht dan. Zonder bevestiging worden de antwoorden na een week verwijderd.",
  },
  pl: {
    subject: "Potwierdź swój adres w {site}",
    intro: "Ten adres wpisano w formularzu „{form}” w witrynie {site}.",
    open: "Aby go potwierdzić, otwórz tę stronę w ciągu tygodnia i naciśnij przycisk:",
    ignore: "Jeśli to nie Ty, zignoruj tę wiadomość. Bez potwierdzenia odpowiedzi zostaną usunięte po tygodniu.",
  },
  ja: {
    subject: "{site}：アドレスを確認してください",
    intro: "{site} のフォーム「{form}」にこのアドレスが入力されました。",
    open: "確認するには、1 週間以内に次のページを開いてボタンを押してください：",
    ignore: "お心当たりがない場合は、このメールを無視してください。確認されない回答は 1 週間後に削除されます。",
  },
  ar: {
    subject: "يرجى تأكيد عنوانك في {site}",
    intro: "أُدخل هذا العنوان في النموذج «{form}» في {site}.",
    open: "لتأكيده، افتح هذه الصفحة خلال أسبوع واضغط الزر:",
    ignore: "إذا لم تكن أنت من أدخله فتجاهل هذه الرسالة. تُحذف الإجابات بعد أسبوع من دون تأكيد.",
  },
};

/** The letters to readers with an account, who are no members. `{site}` stands for a value. */
export interface ReaderLetterWords {
  readonly reader: NoticeWords;
  readonly readerInvitation: NoticeWords;
}

export const READER_LETTERS: InEach<ReaderLetterWords> = {
  en: {
    reader: {
      subject: "Sign in to {site}",
      intro: "A visitor asked to sign in to {site} as a reader with this address.",
      open: "To sign in, open this page within an hour and press the button there. It works once:",
      note: "If that was not you, ignore this letter. Nothing happens then.",
    },
    readerInvitation: {
      subject: "You may read {site}",
      intro: "A member of {site} gives you a reader’s account.",
      open: "To sign in, open this page within a week and press the button there. It works once:",
      note: "If you do not know this website, ignore this letter.",
    },
  },
  de: {
    reader: {
      subject: "Anmeldung bei {site}",
      intro: "Jemand möchte sich mit dieser Adresse als Leserin oder Leser bei {site} anmelden.",
      open: "Um sich anzumelden, öffnen Sie innerhalb einer Stunde diese Seite und drücken Sie dort die Schaltfläche. Sie gilt einmal:",
      note: "Wenn Sie das nicht waren, beachten Sie diesen Brief nicht. Dann geschieht nichts.",
    },
    readerInvitation: {
      subject: "Ihr Zugang als Leserin oder Leser von {site}",
      intro: "Ein Mitglied von {site} gibt Ihnen ein Konto zum Lesen.",
      open: "Um sich anzumelden, öffnen Sie innerhalb einer Woche diese Seite und drücken Sie dort die Schaltfläche. Sie gilt einmal:",
      note: "Wenn Sie diese Website nicht kennen, beachten Sie diesen Brief nicht.",
    },
  },
  fr: {
    reader: {
      subject: "Connexion à {site}",
      intro: "Quelqu’un a demandé à se connecter à {site} comme lecteur avec cette adresse.",
      open: "Pour vous connecter, ouvrez cette page dans l’heure et appuyez sur son bouton. Il ne sert qu’une fois :",
      note: "Si ce n’était pas vous, ignorez ce message. Il ne se passera rien.",
    },
    readerInvitation: {
      subject: "Votre accès de lecteur à {site}",
      intro: "Un membre de {site} vous donne un compte de lecteur.",
      open: "Pour vous connecter, ouvrez cette page dans la semaine et appuyez sur son bouton. Il ne sert qu’une fois :",
      note: "Si vous ne connaissez pas ce site, ignorez ce message.",
    },
  },
  es: {
    reader: {
      subject: "Iniciar sesión en {site}",
      intro: "Alguien ha pedido entrar en {site} como lector con esta dirección.",
      open: "Para entrar, abra esta página en el plazo de una hora y pulse el botón. Sirve una sola vez:",
      note: "Si no fue usted, ignore este correo. No pasará nada.",
    },
    readerInvitation: {
      subject: "Su acceso de lector a {site}",
      intro: "Un miembro de {site} le da una cuenta de lector.",
      open: "Para entrar, abra esta página en el plazo de una semana y pulse el botón. Sirve una sola vez:",
      note: "Si no conoce este sitio, ignore este correo.",
    },
  },
  it: {
    reader: {
      subject: "Accesso a {site}",
      intro: "Qualcuno ha chiesto di accedere a {site} come lettore con questo indirizzo.",
      open: "Per accedere, apra questa pagina entro un’ora e prema il pulsante. Vale una volta sola:",
      note: "Se non è stato lei, ignori questo messaggio. Non succede nulla.",
    },
    readerInvitation: {
      subject: "Il suo accesso di lettore a {site}",
      intro: "Un membro di {site} le dà un account di lettore.",
      open: "Per accedere, apra questa pagina entro una settimana e prema il pulsante. Vale una volta sola:",
      note: "Se non conosce questo sito, ignori questo messaggio.",
    },
  },
  pt: {
    reader: {
      subject: "Iniciar sessão em {site}",
      intro: "Alguém pediu para entrar em {site} como leitor com este endereço.",
      open: "Para entrar, abra esta página dentro de uma hora e prima o botão. Funciona uma vez:",
      note: "Se não foi você, ignore esta mensagem. Nada acontece.",
    },
    readerInvitation: {
      subject: "O seu acesso de leitor a {site}",
      intro: "Um membro de {site} dá-lhe uma conta de leitor.",
      open: "Para entrar, abra esta página dentro de uma semana e prima o botão. Funciona uma vez:",
      note: "Se não conhece este site, ignore esta mensagem.",
    },
  },
  nl: {
    reader: {
      subject: "Aanmelden bij {site}",
      intro: "Iemand wil zich met dit adres als lezer aanmelden bij {site}.",
      open: "Open binnen een uur deze pagina en druk daar op de knop om u aan te melden. Dat werkt één keer:",
      note: "Was u dat niet, negeer dit bericht dan. Er gebeurt dan niets.",
    },
    readerInvitation: {
      subject: "Uw toegang als lezer van {site}",
      intro: "Een lid van {site} geeft u een lezersaccount.",
      open: "Open binnen een week deze pagina en druk daar op de knop om u aan te melden. Dat werkt één keer:",
      note: "Kent u deze website niet, negeer dit bericht dan.",
    },
  },
  pl: {
    reader: {
      subject: "Logowanie do {site}",
      intro: "Ktoś poprosił o zalogowanie w {site} jako czytelnik z tym adresem.",
      open: "Aby się zalogować, otwórz tę stronę w ciągu godziny i naciśnij przycisk. Działa raz:",
      note: "Jeśli to nie Ty, zignoruj tę wiadomość. Nic się wtedy nie stanie.",
    },
    readerInvitation: {
      subject: "Twój dostęp czytelnika do {site}",
      intro: "Członek {site} daje Ci konto czytelnika.",
      open: "Aby się zalogować, otwórz tę stronę w ciągu tygodnia i naciśnij przycisk. Działa raz:",
      note: "Jeśli nie znasz tej strony, zignoruj tę wiadomość.",
    },
  },
  ja: {
    reader: {
      subject: "{site} へのログイン",
      intro: "このアドレスで {site} の読者としてログインする依頼がありました。",
      open: "ログインするには、1 時間以内に次のページを開いてボタンを押してください。1 回だけ有効です：",
      note: "お心当たりがない場合は、このメールを無視してください。何も起こりません。",
    },
    readerInvitation: {
      subject: "{site} を読むためのアカウント",
      intro: "{site} のメンバーがあなたに読者アカウントを用意しました。",
      open: "ログインするには、1 週間以内に次のページを開いてボタンを押してください。1 回だけ有効です：",
      note: "このサイトに心当たりがない場合は、このメールを無視してください。",
    },
  },
  ar: {
    reader: {
      subject: "تسجيل الدخول إلى {site}",
      intro: "طلب شخص ما تسجيل الدخول إلى {site} كقارئ بهذا العنوان.",
      open: "لتسجيل الدخول، افتح هذه الصفحة خلال ساعة واضغط الزر. يعمل مرة واحدة:",
      note: "إن لم تكن أنت فتجاهل هذه الرسالة. لن يحدث شيء.",
    },
    readerInvitation: {
      subject: "حسابك كقارئ في {site}",
      intro: "يمنحك أحد أعضاء {site} حساب قارئ.",
      open: "لتسجيل الدخول، افتح هذه الصفحة خلال أسبوع واضغط الزر. يعمل مرة واحدة:",
      note: "إن كنت لا تعرف هذا الموقع فتجاهل هذه الرسالة.",
    },
  },
};
