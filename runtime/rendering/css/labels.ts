import { inLanguage, type InEach } from "../../documents/inLanguage.ts";

type Labels = Readonly<Record<"skip" | "main" | "footer", string>>;

/** Names of page regions, for layouts. */
const LABELS: InEach<Labels> = {
  en: { skip: "Skip to content", main: "Main", footer: "Footer" },
  de: { skip: "Zum Inhalt springen", main: "Hauptmenü", footer: "Fußzeile" },
  fr: { skip: "Aller au contenu", main: "Menu principal", footer: "Pied de page" },
  es: { skip: "Saltar al contenido", main: "Menú principal", footer: "Pie de página" },
  it: { skip: "Vai al contenuto", main: "Menu principale", footer: "Piè di pagina" },
  pt: { skip: "Ir para o conteúdo", main: "Menu principal", footer: "Rodapé" },
  nl: { skip: "Naar de inhoud", main: "Hoofdmenu", footer: "Voettekst" },
  pl: { skip: "Przejdź do treści", main: "Menu główne", footer: "Stopka" },
  ja: { skip: "本文へ移動", main: "メインメニュー", footer: "フッター" },
  ar: { skip: "انتقل إلى المحتوى", main: "القائمة الرئيسية", footer: "التذييل" },
};

export const labelsFor = (language: string): Readonly<Record<string, string>> => inLanguage(LABELS, language);
