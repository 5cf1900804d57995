import type { InEach } from "../documents/inLanguage.ts";

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
