import type { Translated, Unfinished } from "../../shape/translated.ts";
import type { ABOUT_PAGE as ENGLISH } from "../../en/pages/aboutPage.ts";

export const ABOUT_PAGE: Unfinished<Translated<typeof ENGLISH>> = {
  about: "Sobre esta página",
  titleHelp: "Exibido por navegadores, listas e resultados de busca.",
  pageTitle: "Título",
  description: "Descrição",
  descriptionHelp: "Uma ou duas frases. Os mecanismos de busca e os links compartilhados a exibem.",
  collection: "Coleção",
  collectionHelp:
    "Uma lista mostra as páginas de uma coleção, por exemplo diario. Escreva uma só palavra em minúsculas.",
  date: "Data",
  dateHelp: "As listas são ordenadas por esta data. Exemplo: 2026-03-12.",
  author: "Autor",
  audience: "Só para estes leitores",
  audienceHelp: "Nomes de grupos, como paid; readers significa todos os que têm conta. Vazio: a página é para todos.",
  teaser: "Listas e menus podem mostrar seu título, sua descrição e sua imagem",
  noindex: "Ocultar esta página de mecanismos de busca, feeds e listas",
  held: "Reter esta página",
  heldHelp: "“Publicar” a deixa de fora até um membro marcá-la lá.",
  from: "Visível a partir de",
  fromHelp: "Os visitantes veem a página publicada a partir desse momento, e até o fim indicado abaixo.",
  until: "Visível até",
  zone: "No fuso horário {zone}.",
  picture: "Imagem",
  pictureHelp: "As listas a exibem, assim como outros sites que têm links para esta página.",
  inSearch: "Nos resultados de busca",
  noDescription: "Sem descrição, os mecanismos de busca escolhem um texto da página.",
  pageless: "Só em listas, sem página própria",
};
