import type { InEach } from "../documents/inLanguage.ts";

/** The texts of letters. `{form}`, `{site}` and `{code}` stand for values. */
export interface LetterWords {
  readonly subject: string;
  readonly intro: string;
  readonly nothing: string;
  readonly more: string;
  readonly read: string;
  readonly stop: string;
  readonly codeSubject: string;
  readonly codeIntro: string;
  readonly codeIgnore: string;
}

export const LETTER_WORDS: InEach<LetterWords> = {
  en: {
    subject: "{form}: a new message",
    intro: "A visitor sent the form “{form}” on {site}.",
    nothing: "Every question was left empty.",
    more: "This letter is shortened. The editor shows everything.",
    read: "Read it in the editor:",
    stop: "You choose here which letters you get:",
    codeSubject: "{code} is your code for {site}",
    codeIntro: "To get letters of {site} at this address, enter this code in the editor:",
    codeIgnore: "If you did not ask for this code, ignore this letter. You will get no other.",
  },
  de: {
    subject: "{form}: eine neue Nachricht",
    intro: "Jemand hat auf {site} das Formular „{form}“ gesendet.",
    nothing: "Jede Frage blieb leer.",
    more: "Dieser Brief ist gekürzt. Im Editor steht alles.",
    read: "Im Editor lesen:",
    stop: "Hier wählen Sie, welche Briefe Sie bekommen:",
    codeSubject: "{code} ist Ihr Code für {site}",
    codeIntro: "Um an dieser Adresse Briefe von {site} zu bekommen, geben Sie im Editor diesen Code ein:",
    codeIgnore: "Wenn Sie diesen Code nicht wollten, beachten Sie diesen Brief nicht. Es folgt kein weiterer.",
  },
  fr: {
    subject: "{form} : un nouveau message",
    intro: "Quelqu’un a envoyé le formulaire « {form} » sur {site}.",
    nothing: "Toutes les questions sont restées vides.",
    more: "Ce message est abrégé. L’éditeur montre tout.",
    read: "Le lire dans l’éditeur :",
    stop: "Choisissez ici les messages que vous recevez :",
    codeSubject: "{code} est votre code pour {site}",
    codeIntro: "Pour recevoir les messages de {site} à cette adresse, saisissez ce code dans l’éditeur :",
    codeIgnore: "Si vous n’avez pas demandé ce code, ignorez ce message. Vous n’en recevrez pas d’autre.",
  },
  es: {
    subject: "{form}: un mensaje nuevo",
    intro: "Alguien ha enviado el formulario «{form}» en {site}.",
    nothing: "Todas las preguntas quedaron vacías.",
    more: "Este correo está abreviado. El editor lo muestra todo.",
    read: "Leerlo en el editor:",
    stop: "Elija aquí qué correos recibe:",
    codeSubject: "{code} es su código para {site}",
    codeIntro: "Para recibir correos de {site} en esta dirección, escriba este código en el editor:",
    codeIgnore: "Si no ha pedido este código, ignore este correo. No recibirá ningún otro.",
  },
  it: {
    subject: "{form}: un nuovo messaggio",
    intro: "Qualcuno ha inviato il modulo «{form}» su {site}.",
    nothing: "Tutte le domande sono rimaste vuote.",
    more: "Questo messaggio è abbreviato. L’editor mostra tutto.",
    read: "Leggilo nell’editor:",
    stop: "Qui scegli quali messaggi ricevere:",
    codeSubject: "{code} è il tuo codice per {site}",
    codeIntro: "Per ricevere i messaggi di {site} a questo indirizzo, inserisci questo codice nell’editor:",
    codeIgnore: "Se non hai chiesto questo codice, ignora questo messaggio. Non ne riceverai altri.",
  },
  pt: {
    subject: "{form}: uma nova mensagem",
    intro: "Alguém enviou o formulário “{form}” em {site}.",
    nothing: "Todas as perguntas ficaram vazias.",
    more: "Esta mensagem está abreviada. O editor mostra tudo.",
    read: "Ler no editor:",
    stop: "Escolha aqui que mensagens recebe:",
    codeSubject: "{code} é o seu código para {site}",
    codeIntro: "Para receber mensagens de {site} neste endereço, introduza este código no editor:",
    codeIgnore: "Se não pediu este código, ignore esta mensagem. Não receberá outra.",
  },
  nl: {
    subject: "{form}: een nieuw bericht",
    intro: "Iemand heeft het formulier ‘{form}’ op {site} verstuurd.",
    nothing: "Elke vraag is leeg gelaten.",
    more: "Dit bericht is ingekort. De editor toont alles.",
    read: "Lees het in de editor:",
    stop: "Kies hier welke berichten u krijgt:",
    codeSubject: "{code} is uw code voor {site}",
    codeIntro: "Voer deze code in de editor in om op dit adres berichten van {site} te krijgen:",
    codeIgnore: "Hebt u niet om deze code gevraagd, negeer dit bericht dan. U krijgt er geen ander.",
  },
  pl: {
    subject: "{form}: nowa wiadomość",
    intro: "Ktoś wysłał formularz „{form}” w witrynie {site}.",
    nothing: "Wszystkie pytania pozostały puste.",
    more: "Ta wiadomość jest skrócona. Edytor pokazuje całość.",
    read: "Przeczytaj w edytorze:",
    stop: "Tutaj wybierzesz, które wiadomości dostajesz:",
    codeSubject: "{code} to Twój kod dla {site}",
    codeIntro: "Aby dostawać wiadomości z {site} na ten adres, wpisz ten kod w edytorze:",
    codeIgnore: "Jeśli nie prosisz o ten kod, zignoruj tę wiadomość. Nie dostaniesz kolejnej.",
  },
  ja: {
    subject: "{form}：新しいメッセージ",
    intro: "{site} のフォーム「{form}」が送信されました。",
    nothing: "すべての質問が空欄でした。",
    more: "このメールは短縮されています。全文はエディターで読めます。",
    read: "エディターで読む：",
    stop: "受け取るメールはこちらで選べます：",
    codeSubject: "{site} のコード：{code}",
    codeIntro: "このアドレスで {site} からのメールを受け取るには、エディターで次のコードを入力してください：",
    codeIgnore: "このコードに心当たりがない場合は、このメールを無視してください。以後メールは届きません。",
  },
  ar: {
    subject: "{form}: رسالة جديدة",
    intro: "أرسل شخص ما النموذج «{form}» في {site}.",
    nothing: "تُركت كل الأسئلة فارغة.",
    more: "هذه الرسالة مختصرة. يعرض المحرر كل شيء.",
    read: "اقرأها في المحرر:",
    stop: "اختر هنا الرسائل التي تصلك:",
    codeSubject: "{code} هو رمزك في {site}",
    codeIntro: "لتصلك رسائل {site} على هذا العنوان، أدخل هذا الرمز في المحرر:",
    codeIgnore: "إذا لم تطلب هذا الرمز فتجاهل هذه الرسالة. لن تصلك غيرها.",
  },
};
