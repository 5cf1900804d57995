import { inLanguage, type InEach } from "../../documents/inLanguage.ts";

type Labels = Readonly<Record<"skip" | "main" | "menu" | "footer" | "languages" | "languageHome", string>>;

/** Names of page regions, for layouts. */
const LABELS: InEach<Labels> = {
  en: {
    skip: "Skip to content",
    main: "Main",
    menu: "Menu",
    footer: "Footer",
    languages: "Languages",
    languageHome: "This page is not translated: to the start page",
  },
  de: {
    skip: "Zum Inhalt springen",
    main: "Hauptmenü",
    menu: "Menü",
    footer: "Fußzeile",
    languages: "Sprachen",
    languageHome: "Diese Seite ist nicht übersetzt: zur Startseite",
  },
  fr: {
    skip: "Aller au contenu",
    main: "Menu principal",
    menu: "Menu",
    footer: "Pied de page",
    languages: "Langues",
    languageHome: "Cette page n’est pas traduite : vers l’accueil",
  },
  es: {
    skip: "Saltar al contenido",
    main: "Menú principal",
    menu: "Menú",
    footer: "Pie de página",
    languages: "Idiomas",
    languageHome: "Esta página no está traducida: a la página de inicio",
  },
  it: {
    skip: "Vai al contenuto",
    main: "Menu principale",
    menu: "Menu",
    footer: "Piè di pagina",
    languages: "Lingue",
    languageHome: "Questa pagina non è tradotta: alla pagina iniziale",
  },
  pt: {
    skip: "Ir para o conteúdo",
    main: "Menu principal",
    menu: "Menu",
    footer: "Rodapé",
    languages: "Idiomas",
    languageHome: "Esta página não está traduzida: para a página inicial",
  },
  nl: {
    skip: "Naar de inhoud",
    main: "Hoofdmenu",
    menu: "Menu",
    footer: "Voettekst",
    languages: "Talen",
    languageHome: "Deze pagina is niet vertaald: naar de startpagina",
  },
  pl: {
    skip: "Przejdź do treści",
    main: "Menu główne",
    menu: "Menu",
    footer: "Stopka",
    languages: "Języki",
    languageHome: "Ta strona nie jest przetłumaczona: do strony głównej",
  },
  ja: {
    skip: "本文へ移動",
    main: "メインメニュー",
    menu: "メニュー",
    footer: "フッター",
    languages: "言語",
    languageHome: "このページの翻訳はありません。トップページへ",
  },
  ar: {
    skip: "انتقل إلى المحتوى",
    main: "القائمة الرئيسية",
    menu: "القائمة",
    footer: "التذييل",
    languages: "اللغات",
    languageHome: "هذه الصفحة غير مترجمة: إلى الصفحة الرئيسية",
  },
};

export const labelsFor = (language: string): Readonly<Record<string, string>> => inLanguage(LABELS, language);
