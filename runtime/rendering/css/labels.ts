import { inLanguage, type InEach } from "../../documents/inLanguage.ts";

type Labels = Readonly<Record<"skip" | "main" | "footer" | "languages" | "languageHome", string>>;

/** Names of page regions, for layouts. */
const LABELS: InEach<Labels> = {
  en: {
    skip: "Skip to content",
    main: "Main",
    footer: "Footer",
    languages: "Languages",
    languageHome: "This page is not translated: to the start page",
  },
  de: {
    skip: "Zum Inhalt springen",
    main: "Hauptmenü",
    footer: "Fußzeile",
    languages: "Sprachen",
    languageHome: "Diese Seite ist nicht übersetzt: zur Startseite",
  },
  fr: {
    skip: "Aller au contenu",
    main: "Menu principal",
    footer: "Pied de page",
    languages: "Langues",
    languageHome: "Cette page n’est pas traduite : vers l’accueil",
  },
  es: {
    skip: "Saltar al contenido",
    main: "Menú principal",
    footer: "Pie de página",
    languages: "Idiomas",
    languageHome: "Esta página no está traducida: a la página de inicio",
  },
  it: {
    skip: "Vai al contenuto",
    main: "Menu principale",
    footer: "Piè di pagina",
    languages: "Lingue",
    languageHome: "Questa pagina non è tradotta: alla pagina iniziale",
  },
  pt: {
    skip: "Ir para o conteúdo",
    main: "Menu principal",
    footer: "Rodapé",
    languages: "Idiomas",
    languageHome: "Esta página não está traduzida: para a página inicial",
  },
  nl: {
    skip: "Naar de inhoud",
    main: "Hoofdmenu",
    footer: "Voettekst",
    languages: "Talen",
    languageHome: "Deze pagina is niet vertaald: naar de startpagina",
  },
  pl: {
    skip: "Przejdź do treści",
    main: "Menu główne",
    footer: "Stopka",
    languages: "Języki",
    languageHome: "Ta strona nie jest przetłumaczona: do strony głównej",
  },
  ja: {
    skip: "本文へ移動",
    main: "メインメニュー",
    footer: "フッター",
    languages: "言語",
    languageHome: "このページの翻訳はありません。トップページへ",
  },
  ar: {
    skip: "انتقل إلى المحتوى",
    main: "القائمة الرئيسية",
    footer: "التذييل",
    languages: "اللغات",
    languageHome: "هذه الصفحة غير مترجمة: إلى الصفحة الرئيسية",
  },
};

export const labelsFor = (language: string): Readonly<Record<string, string>> => inLanguage(LABELS, language);
