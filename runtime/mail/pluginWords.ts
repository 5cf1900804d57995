import type { InEach } from "../documents/inLanguage.ts";

/** The lines below a plugin's letter. `{plugin}`, `{form}` and `{site}` stand for values. */
interface PluginWords {
  readonly from: string;
  /** To an address of the settings. */
  readonly entered: string;
  /** To a visitor. */
  readonly sent: string;
  /** To a subscriber, with the words before the link that ends the subscription. */
  readonly subscribed: string;
  readonly leave: string;
}

export const PLUGIN_WORDS: InEach<PluginWords> = {
  en: {
    from: "Sent by the plugin “{plugin}” of {site}.",
    entered: "An owner of {site} entered this address. Ask them if you want no more of these letters.",
    sent: "This address was entered in the form “{form}” on {site}. If that was not you, ignore this letter.",
    subscribed: "You subscribed to “{form}” on {site} with this address.",
    leave: "Unsubscribe:",
  },
  de: {
    from: "Gesendet vom Plugin „{plugin}“ von {site}.",
    entered:
      "Ein Inhaber von {site} hat diese Adresse eingetragen. Wenden Sie sich an ihn, wenn Sie diese Briefe nicht mehr möchten.",
    sent: "Diese Adresse wurde auf {site} in das Formular „{form}“ eingetragen. Wenn Sie das nicht waren, beachten Sie diesen Brief nicht.",
    subscribed: "Sie haben auf {site} mit dieser Adresse „{form}“ abonniert.",
    leave: "Abbestellen:",
  },
  fr: {
    from: "Envoyé par l’extension « {plugin} » de {site}.",
    entered: "Un propriétaire de {site} a saisi cette adresse. Adressez-vous à lui pour ne plus recevoir ces messages.",
    sent: "Cette adresse a été saisie dans le formulaire « {form} » sur {site}. Si ce n’était pas vous, ignorez ce message.",
    subscribed: "Vous vous êtes abonné à « {form} » sur {site} avec cette adresse.",
    leave: "Me désabonner :",
  },
  es: {
    from: "Enviado por el plugin «{plugin}» de {site}.",
    entered: "Un propietario de {site} escribió esta dirección. Diríjase a él si no quiere más correos como este.",
    sent: "Esta dirección se escribió en el formulario «{form}» de {site}. Si no fue usted, ignore este correo.",
    subscribed: "Usted se suscribió a «{form}» en {site} con esta dirección.",
    leave: "Cancelar la suscripción:",
  },
  it: {
    from: "Inviato dal plugin «{plugin}» di {site}.",
    entered:
      "Un proprietario di {site} ha inserito questo indirizzo. Si rivolga a lui se non vuole più questi messaggi.",
    sent: "Questo indirizzo è stato inserito nel modulo «{form}» su {site}. Se non è stato lei, ignori questo messaggio.",
    subscribed: "Si è iscritto a «{form}» su {site} con questo indirizzo.",
    leave: "Annulla l’iscrizione:",
  },
  pt: {
    from: "Enviado pelo plugin “{plugin}” de {site}.",
    entered: "Um proprietário de {site} escreveu este endereço. Fale com ele se não quiser mais estas mensagens.",
    sent: "Este endereço foi escrito no formulário “{form}” em {site}. Se não foi você, ignore esta mensagem.",
    subscribed: "Subscreveu “{form}” em {site} com este endereço.",
    leave: "Cancelar a subscrição:",
  },
  nl: {
    from: "Verstuurd door de plugin ‘{plugin}’ van {site}.",
    entered: "Een eigenaar van {site} heeft dit adres ingevoerd. Vraag het hem als u deze berichten niet meer wilt.",
    sent: "Dit adres is ingevuld in het formulier ‘{form}’ op {site}. Was u dat niet, negeer dit bericht dan.",
    subscribed: "U hebt zich met dit adres op {site} ingeschreven voor ‘{form}’.",
    leave: "Afmelden:",
  },
  pl: {
    from: "Wysłane przez wtyczkę „{plugin}” witryny {site}.",
    entered:
      "Właściciel witryny {site} wpisał ten adres. Zwróć się do niego, jeśli nie chcesz więcej takich wiadomości.",
    sent: "Ten adres wpisano w formularzu „{form}” w witrynie {site}. Jeśli to nie Ty, zignoruj tę wiadomość.",
    subscribed: "Ten adres zapisano do „{form}” w witrynie {site}.",
    leave: "Wypisz mnie:",
  },
  ja: {
    from: "{site} のプラグイン「{plugin}」が送信しました。",
    entered: "{site} の所有者がこのアドレスを登録しました。今後不要な場合は、所有者にご連絡ください。",
    sent: "{site} のフォーム「{form}」にこのアドレスが入力されました。お心当たりがない場合は、このメールを無視してください。",
    subscribed: "このアドレスで {site} の「{form}」に登録しています。",
    leave: "配信を停止する：",
  },
  ar: {
    from: "أرسلتها الإضافة «{plugin}» في {site}.",
    entered: "أدخل أحد مالكي {site} هذا العنوان. تواصل معه إذا لم تعد تريد هذه الرسائل.",
    sent: "أُدخل هذا العنوان في النموذج «{form}» في {site}. إذا لم تكن أنت من أدخله فتجاهل هذه الرسالة.",
    subscribed: "اشتركت بهذا العنوان في «{form}» في {site}.",
    leave: "إلغاء الاشتراك:",
  },
};
