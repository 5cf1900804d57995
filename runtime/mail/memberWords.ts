import type { InEach } from "../documents/inLanguage.ts";

/** The texts of a letter: one sentence, and what its link leads to. */
export interface NoticeWords {
  readonly subject: string;
  readonly intro: string;
  readonly open: string;
  readonly note?: string;
}

/** The letters about a site that are no answer to a form. `{site}` stands for a value. */
export interface MemberWords {
  readonly invitation: NoticeWords;
  readonly share: NoticeWords;
  readonly login: NoticeWords;
  readonly publication: NoticeWords;
  readonly review: NoticeWords;
  readonly remark: NoticeWords;
}

export const MEMBER_WORDS: InEach<MemberWords> = {
  en: {
    invitation: {
      subject: "You are invited to work on {site}",
      intro: "A member of {site} invites you to work on this website.",
      open: "To join, open this link. It works once, and for you alone:",
      note: "If you do not know this website, ignore this letter.",
    },
    share: {
      subject: "{site}: the draft is for you to see",
      intro: "A member of {site} shows you the draft of this website.",
      open: "To see it, open this link. You need no account:",
      note: "If you do not know this website, ignore this letter.",
    },
    login: {
      subject: "A new login to {site}",
      intro: "A browser that was not here before logged in to {site} as you.",
      open: "If that was not you, end this login here, and secure the account that you log in with:",
    },
    publication: {
      subject: "{site}: a planned publication failed",
      intro: "A publication of {site} was due, and did not happen. Visitors see what they saw before.",
      open: "The reason, and what helps, is here:",
    },
    review: {
      subject: "{site}: a publication waits for you",
      intro: "A member of {site} asks for a publication. Visitors see what they saw before, until it is decided.",
      open: "What is asked, and the decision, is here:",
    },
    remark: {
      subject: "{site}: a remark mentions you",
      intro: "A member of {site} mentions you in a remark.",
      open: "The remark, and your answer, are here:",
    },
  },
  de: {
    invitation: {
      subject: "Sie sind eingeladen, an {site} mitzuarbeiten",
      intro: "Ein Mitglied von {site} lädt Sie ein, an dieser Website mitzuarbeiten.",
      open: "Um beizutreten, öffnen Sie diesen Link. Er gilt einmal, und nur für Sie:",
      note: "Wenn Sie diese Website nicht kennen, beachten Sie diesen Brief nicht.",
    },
    share: {
      subject: "{site}: der Entwurf zum Ansehen",
      intro: "Ein Mitglied von {site} zeigt Ihnen den Entwurf dieser Website.",
      open: "Um ihn zu sehen, öffnen Sie diesen Link. Sie brauchen kein Konto:",
      note: "Wenn Sie diese Website nicht kennen, beachten Sie diesen Brief nicht.",
    },
    login: {
      subject: "Eine neue Anmeldung bei {site}",
      intro: "Ein Browser, der noch nie hier war, hat sich als Sie bei {site} angemeldet.",
      open: "Wenn Sie das nicht waren, beenden Sie die Anmeldung hier und sichern Sie das Konto, mit dem Sie sich anmelden:",
    },
    publication: {
      subject: "{site}: Eine geplante Veröffentlichung ist gescheitert",
      intro: "Eine Veröffentlichung von {site} war fällig und fand nicht statt. Besucher sehen, was sie vorher sahen.",
      open: "Den Grund und was hilft, lesen Sie hier:",
    },
    review: {
      subject: "{site}: Eine Veröffentlichung wartet auf Sie",
      intro:
        "Ein Mitglied von {site} bittet um eine Veröffentlichung. Bis zur Entscheidung sehen Besucher, was sie vorher sahen.",
      open: "Worum es geht, und die Entscheidung, finden Sie hier:",
    },
    remark: {
      subject: "{site}: Eine Anmerkung nennt Sie",
      intro: "Ein Mitglied von {site} nennt Sie in einer Anmerkung.",
      open: "Die Anmerkung und Ihre Antwort finden Sie hier:",
    },
  },
  fr: {
    invitation: {
      subject: "Vous êtes invité à travailler sur {site}",
      intro: "Un membre de {site} vous invite à travailler sur ce site.",
      open: "Pour le rejoindre, ouvrez ce lien. Il sert une fois, et à vous seul :",
      note: "Si vous ne connaissez pas ce site, ignorez ce message.",
    },
    share: {
      subject: "{site} : le brouillon à consulter",
      intro: "Un membre de {site} vous montre le brouillon de ce site web.",
      open: "Pour le voir, ouvrez ce lien. Aucun compte n’est nécessaire :",
      note: "Si vous ne connaissez pas ce site, ignorez ce message.",
    },
    login: {
      subject: "Nouvelle connexion à {site}",
      intro: "Un navigateur jamais vu ici s’est connecté à {site} en votre nom.",
      open: "Si ce n’était pas vous, mettez fin à cette connexion ici, et protégez le compte avec lequel vous vous connectez :",
    },
    publication: {
      subject: "{site} : une publication prévue a échoué",
      intro:
        "Une publication de {site} était prévue et n’a pas eu lieu. Les visiteurs voient ce qu’ils voyaient avant.",
      open: "La raison, et ce qui aide, se trouve ici :",
    },
    review: {
      subject: "{site} : une publication vous attend",
      intro:
        "Un membre de {site} demande une publication. Jusqu’à la décision, les visiteurs voient ce qu’ils voyaient avant.",
      open: "La demande et la décision se trouvent ici :",
    },
    remark: {
      subject: "{site} : une remarque vous mentionne",
      intro: "Un membre de {site} vous mentionne dans une remarque.",
      open: "La remarque et votre réponse se trouvent ici :",
    },
  },
  es: {
    invitation: {
      subject: "Le invitan a trabajar en {site}",
      intro: "Un miembro de {site} le invita a trabajar en este sitio web.",
      open: "Para unirse, abra este enlace. Sirve una vez, y solo para usted:",
      note: "Si no conoce este sitio web, ignore este correo.",
    },
    share: {
      subject: "{site}: el borrador para que lo vea",
      intro: "Un miembro de {site} le muestra el borrador de este sitio web.",
      open: "Para verlo, abra este enlace. No necesita cuenta:",
      note: "Si no conoce este sitio, no haga caso de este correo.",
    },
    login: {
      subject: "Un nuevo inicio de sesión en {site}",
      intro: "Un navegador nuevo inició sesión en {site} como usted.",
      open: "Si no fue usted, termine esta sesión aquí y proteja la cuenta con la que inicia sesión:",
    },
    publication: {
      subject: "{site}: una publicación prevista falló",
      intro: "Una publicación de {site} estaba prevista y no tuvo lugar. Los visitantes ven lo mismo que antes.",
      open: "El motivo, y lo que ayuda, está aquí:",
    },
    review: {
      subject: "{site}: una publicación le espera",
      intro: "Un miembro de {site} pide una publicación. Hasta que se decida, los visitantes ven lo mismo que antes.",
      open: "La petición y la decisión están aquí:",
    },
    remark: {
      subject: "{site}: una observación le menciona",
      intro: "Un miembro de {site} le menciona en una observación.",
      open: "La observación y su respuesta están aquí:",
    },
  },
  it: {
    invitation: {
      subject: "La invitano a lavorare su {site}",
      intro: "Un membro di {site} la invita a lavorare su questo sito.",
      open: "Per partecipare, apra questo link. Vale una volta, e solo per lei:",
      note: "Se non conosce questo sito, ignori questo messaggio.",
    },
    share: {
      subject: "{site}: la bozza da vedere",
      intro: "Un membro di {site} Le mostra la bozza di questo sito web.",
      open: "Per vederla, apra questo link. Non serve un account:",
      note: "Se non conosce questo sito, ignori questo messaggio.",
    },
    login: {
      subject: "Un nuovo accesso a {site}",
      intro: "Un browser mai visto prima ha effettuato l’accesso a {site} come lei.",
      open: "Se non è stato lei, chiuda qui questo accesso e protegga l’account con cui accede:",
    },
    publication: {
      subject: "{site}: una pubblicazione prevista non è riuscita",
      intro:
        "Una pubblicazione di {site} era prevista e non ha avuto luogo. I visitatori vedono ciò che vedevano prima.",
      open: "Il motivo, e cosa aiuta, è qui:",
    },
    review: {
      subject: "{site}: una pubblicazione la attende",
      intro:
        "Un membro di {site} chiede una pubblicazione. Fino alla decisione, i visitatori vedono ciò che vedevano prima.",
      open: "La richiesta e la decisione sono qui:",
    },
    remark: {
      subject: "{site}: un commento la menziona",
      intro: "Un membro di {site} la menziona in un commento.",
      open: "Il commento e la sua risposta sono qui:",
    },
  },
  pt: {
    invitation: {
      subject: "Convite para trabalhar em {site}",
      intro: "Um membro de {site} convida-o a trabalhar neste sítio web.",
      open: "Para participar, abra esta ligação. Serve uma vez, e só para si:",
      note: "Se não conhece este sítio web, ignore esta mensagem.",
    },
    share: {
      subject: "{site}: o rascunho para você ver",
      intro: "Um membro de {site} mostra a você o rascunho deste site.",
      open: "Para vê-lo, abra este link. Você não precisa de conta:",
      note: "Se você não conhece este site, ignore esta mensagem.",
    },
    login: {
      subject: "Um novo início de sessão em {site}",
      intro: "Um navegador nunca visto iniciou sessão em {site} como você.",
      open: "Se não foi você, termine aqui esta sessão e proteja a conta com que inicia sessão:",
    },
    publication: {
      subject: "{site}: uma publicação prevista falhou",
      intro: "Uma publicação de {site} estava prevista e não aconteceu. Os visitantes veem o que viam antes.",
      open: "O motivo, e o que ajuda, está aqui:",
    },
    review: {
      subject: "{site}: uma publicação espera por si",
      intro: "Um membro de {site} pede uma publicação. Até à decisão, os visitantes veem o que viam antes.",
      open: "O pedido e a decisão estão aqui:",
    },
    remark: {
      subject: "{site}: um comentário menciona você",
      intro: "Um membro de {site} menciona você em um comentário.",
      open: "O comentário e a sua resposta estão aqui:",
    },
  },
  nl: {
    invitation: {
      subject: "U bent uitgenodigd om aan {site} te werken",
      intro: "Een lid van {site} nodigt u uit om aan deze website te werken.",
      open: "Open deze link om mee te doen. Hij werkt één keer, en alleen voor u:",
      note: "Kent u deze website niet, negeer dit bericht dan.",
    },
    share: {
      subject: "{site}: het concept om te bekijken",
      intro: "Een lid van {site} laat u het concept van deze website zien.",
      open: "Open deze link om het te zien. U hebt geen account nodig:",
      note: "Kent u deze website niet, negeer dan dit bericht.",
    },
    login: {
      subject: "Een nieuwe aanmelding bij {site}",
      intro: "Een browser die hier niet eerder was, heeft zich als u aangemeld bij {site}.",
      open: "Was u dat niet, beëindig deze aanmelding dan hier en beveilig het account waarmee u zich aanmeldt:",
    },
    publication: {
      subject: "{site}: een geplande publicatie is mislukt",
      intro: "Een publicatie van {site} was gepland en ging niet door. Bezoekers zien wat zij eerder zagen.",
      open: "De reden, en wat helpt, staat hier:",
    },
    review: {
      subject: "{site}: een publicatie wacht op u",
      intro: "Een lid van {site} vraagt om een publicatie. Tot het besluit zien bezoekers wat zij eerder zagen.",
      open: "De vraag en het besluit staan hier:",
    },
    remark: {
      subject: "{site}: een opmerking noemt u",
      intro: "Een lid van {site} noemt u in een opmerking.",
      open: "De opmerking en uw antwoord staan hier:",
    },
  },
  pl: {
    invitation: {
      subject: "Zaproszenie do pracy nad {site}",
      intro: "Członek witryny {site} zaprasza Cię do pracy nad nią.",
      open: "Aby dołączyć, otwórz ten link. Działa raz i tylko dla Ciebie:",
      note: "Jeśli nie znasz tej witryny, zignoruj tę wiadomość.",
    },
    share: {
      subject: "{site}: wersja robocza do obejrzenia",
      intro: "Członek zespołu {site} pokazuje Ci wersję roboczą tej witryny.",
      open: "Aby ją zobaczyć, otwórz ten link. Nie potrzebujesz konta:",
      note: "Jeśli nie znasz tej witryny, zignoruj tę wiadomość.",
    },
    login: {
      subject: "Nowe logowanie do {site}",
      intro: "Nieznana dotąd przeglądarka zalogowała się do {site} jako Ty.",
      open: "Jeśli to nie Ty, zakończ to logowanie tutaj i zabezpiecz konto, którym się logujesz:",
    },
    publication: {
      subject: "{site}: zaplanowana publikacja nie powiodła się",
      intro: "Zaplanowana publikacja witryny {site} nie doszła do skutku. Odwiedzający widzą to, co przedtem.",
      open: "Powód, i to, co pomoże, znajdziesz tutaj:",
    },
    review: {
      subject: "{site}: publikacja czeka na Ciebie",
      intro: "Członek witryny {site} prosi o publikację. Do czasu decyzji odwiedzający widzą to, co przedtem.",
      open: "Prośbę i decyzję znajdziesz tutaj:",
    },
    remark: {
      subject: "{site}: uwaga wspomina o Tobie",
      intro: "Członek {site} wspomina o Tobie w uwadze.",
      open: "Uwaga i Twoja odpowiedź są tutaj:",
    },
  },
  ja: {
    invitation: {
      subject: "{site} の作業への招待",
      intro: "{site} のメンバーが、このサイトの作業にあなたを招待しています。",
      open: "参加するには、次のリンクを開いてください。あなただけが一度だけ使えます：",
      note: "このサイトに心当たりがない場合は、このメールを無視してください。",
    },
    share: {
      subject: "{site}：下書きをご覧ください",
      intro: "{site} のメンバーが、このウェブサイトの下書きをあなたに見せています。",
      open: "ご覧になるには、このリンクを開いてください。アカウントは要りません：",
      note: "このウェブサイトにお心当たりがなければ、このメールは無視してください。",
    },
    login: {
      subject: "{site} への新しいログイン",
      intro: "これまでにないブラウザーがあなたとして {site} にログインしました。",
      open: "お心当たりがない場合は、こちらでログインを終了し、ログインに使うアカウントを保護してください：",
    },
    publication: {
      subject: "{site}：予定された公開に失敗しました",
      intro: "{site} の予定された公開は行われませんでした。訪問者には以前の内容が表示されています。",
      open: "理由と対処方法はこちら：",
    },
    review: {
      subject: "{site}：公開があなたの判断を待っています",
      intro: "{site} のメンバーが公開を依頼しています。決まるまで、訪問者には以前の内容が表示されます。",
      open: "依頼の内容と判断はこちら：",
    },
    remark: {
      subject: "{site}:コメントであなたに言及がありました",
      intro: "{site} のメンバーがコメントであなたに言及しました。",
      open: "コメントと返信はこちらです:",
    },
  },
  ar: {
    invitation: {
      subject: "دعوة للعمل على {site}",
      intro: "يدعوك عضو في {site} إلى العمل على هذا الموقع.",
      open: "للانضمام، افتح هذا الرابط. يعمل مرة واحدة، ولك وحدك:",
      note: "إذا لم تكن تعرف هذا الموقع فتجاهل هذه الرسالة.",
    },
    share: {
      subject: "{site}: المسودة لتطّلع عليها",
      intro: "يعرض عليك أحد أعضاء {site} مسودة هذا الموقع.",
      open: "لرؤيتها، افتح هذا الرابط. لا تحتاج إلى حساب:",
      note: "إذا كنت لا تعرف هذا الموقع، فتجاهل هذه الرسالة.",
    },
    login: {
      subject: "تسجيل دخول جديد إلى {site}",
      intro: "سجّل متصفح لم يُعرف هنا من قبل الدخول إلى {site} باسمك.",
      open: "إذا لم تكن أنت، فأنهِ هذا الدخول هنا واحمِ الحساب الذي تسجل الدخول به:",
    },
    publication: {
      subject: "{site}: فشل نشر مخطط له",
      intro: "كان نشر {site} مستحقًا ولم يتم. يرى الزوار ما كانوا يرونه من قبل.",
      open: "السبب وما يساعد تجده هنا:",
    },
    review: {
      subject: "{site}: نشر ينتظر قرارك",
      intro: "يطلب عضو في {site} نشرًا. يرى الزوار ما كانوا يرونه من قبل حتى يُتخذ القرار.",
      open: "تجد الطلب والقرار هنا:",
    },
    remark: {
      subject: "{site}: ملاحظة تذكرك",
      intro: "ذكرك أحد أعضاء {site} في ملاحظة.",
      open: "الملاحظة وردك هنا:",
    },
  },
};
