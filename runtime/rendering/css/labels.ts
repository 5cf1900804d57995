import { inLanguage, type InEach } from "../../documents/inLanguage.ts";

type Labels = Readonly<
  Record<"skip" | "main" | "menu" | "footer" | "languages" | "languageHome" | "sourceShown", string>
>;

/** Names of page regions, for layouts. */
const LABELS: InEach<Labels> = {
  en: {
    skip: "Skip to content",
    main: "Main",
    menu: "Menu",
    footer: "Footer",
    languages: "Languages",
    languageHome: "This page is not translated: to the start page",
    sourceShown: "This page is not translated. You read the original.",
  },
  de: {
    skip: "Zum Inhalt springen",
    main: "Hauptmenü",
    menu: "Menü",
    footer: "Fußzeile",
    languages: "Sprachen",
    languageHome: "Diese Seite ist nicht übersetzt: zur Startseite",
    sourceShown: "Diese Seite ist nicht übersetzt. Sie lesen das Original.",
  },
  fr: {
    skip: "Aller au contenu",
    main: "Menu principal",
    menu: "Menu",
    footer: "Pied de page",
    languages: "Langues",
    languageHome: "Cette page n’est pas traduite : vers l’accueil",
    sourceShown: "Cette page n’est pas traduite. Vous lisez l’original.",
  },
  es: {
    skip: "Saltar al contenido",
    main: "Menú principal",
    menu: "Menú",
    footer: "Pie de página",
    languages: "Idiomas",
    languageHome: "Esta página no está traducida: a la página de inicio",
    sourceShown: "Esta página no está traducida. Lee el original.",
  },
  it: {
    skip: "Vai al contenuto",
    main: "Menu principale",
    menu: "Menu",
    footer: "Piè di pagina",
    languages: "Lingue",
    languageHome: "Questa pagina non è tradotta: alla pagina iniziale",
    sourceShown: "Questa pagina non è tradotta. Stai leggendo l’originale.",
  },
  pt: {
    skip: "Ir para o conteúdo",
    main: "Menu principal",
    menu: "Menu",
    footer: "Rodapé",
    languages: "Idiomas",
    languageHome: "Esta página não está traduzida: para a página inicial",
    sourceShown: "Esta página não está traduzida. Está lendo o original.",
  },
  nl: {
    skip: "Naar de inhoud",
    main: "Hoofdmenu",
    menu: "Menu",
    footer: "Voettekst",
    languages: "Talen",
    languageHome: "Deze pagina is niet vertaald: naar de startpagina",
    sourceShown: "Deze pagina is niet vertaald. U leest het origineel.",
  },
  pl: {
    skip: "Przejdź do treści",
    main: "Menu główne",
    menu: "Menu",
    footer: "Stopka",
    languages: "Języki",
    languageHome: "Ta strona nie jest przetłumaczona: do strony głównej",
    sourceShown: "Ta strona nie jest przetłumaczona. Czytasz oryginał.",
  },
  ja: {
    skip: "本文へ移動",
    main: "メインメニュー",
    menu: "メニュー",
    footer: "フッター",
    languages: "言語",
    languageHome: "このページの翻訳はありません。トップページへ",
    sourceShown: "このページの翻訳はありません。原文を表示しています。",
  },
  ar: {
    skip: "انتقل إلى المحتوى",
    main: "القائمة الرئيسية",
    menu: "القائمة",
    footer: "التذييل",
    languages: "اللغات",
    languageHome: "هذه الصفحة غير مترجمة: إلى الصفحة الرئيسية",
    sourceShown: "هذه الصفحة غير مترجمة. تقرؤون النص الأصلي.",
  },
};

export const labelsFor = (language: string): Readonly<Record<string, string>> => inLanguage(LABELS, language);
