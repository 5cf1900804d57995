import type { Documents } from "../documents/documents.ts";
import type { ReleaseRow } from "../publishing/releases/releaseRow.ts";
import type { Releases } from "../publishing/releases/releases.ts";
import type { Page } from "../documents/content/content.ts";
import { NOT_FOUND_PATH } from "../documents/content/languages.ts";
import { inLanguage, type InEach } from "../documents/inLanguage.ts";

const TEXTS: InEach<Pick<Page, "title" | "description">> = {
  en: { title: "Page not found", description: "There is no page at this address." },
  de: { title: "Seite nicht gefunden", description: "Unter dieser Adresse gibt es keine Seite." },
  fr: { title: "Page introuvable", description: "Il n’y a pas de page à cette adresse." },
  es: { title: "Página no encontrada", description: "No hay ninguna página en esta dirección." },
  it: { title: "Pagina non trovata", description: "A questo indirizzo non c’è nessuna pagina." },
  pt: { title: "Página não encontrada", description: "Não há nenhuma página neste endereço." },
  nl: { title: "Pagina niet gevonden", description: "Op dit adres staat geen pagina." },
  pl: { title: "Nie znaleziono strony", description: "Pod tym adresem nie ma żadnej strony." },
  ja: { title: "ページが見つかりません", description: "このアドレスにページはありません。" },
  ar: { title: "الصفحة غير موجودة", description: "لا توجد صفحة في هذا العنوان." },
};

/** The built-in page for unknown paths, for sites without a page at /404, or in a language without one below its prefix. */
export const notFoundPage = (language: string, path = NOT_FOUND_PATH): Page => ({
  path,
  ...inLanguage(TEXTS, language),
  ...(path !== NOT_FOUND_PATH && { language }),
  noindex: true,
  sections: [],
});

interface LeftParts {
  readonly documents: Pick<Documents, "placeOf">;
  readonly releases: Pick<Releases, "shown">;
}

/** Tells whether the page at an address is gone, while its entry lives on in lists of the release. */
export function isLeft({ documents, releases }: LeftParts, { site, id, change }: ReleaseRow, path: string): boolean {
  const row = releases.shown(site, id, path);
  return row?.blob === null && documents.placeOf(site, row.page, change)?.path === path;
}
