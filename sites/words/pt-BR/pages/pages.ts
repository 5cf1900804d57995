import type { Unfinished } from "../../shape/translated.ts";
import type { Words } from "../../en/index.ts";
import { ABOUT_PAGE } from "./aboutPage.ts";

export const PAGES: Unfinished<Words["pages"]> = {
  ...ABOUT_PAGE,
  title: "Páginas",
  all: "Todas as páginas",
  add: "Nova página",
  searchFor: "Título ou endereço",
  noneFound: "Nenhuma página tem “{text}” no título ou no endereço.",
  none: {
    published: "Nenhuma página está publicada sem alterações.",
    changed: "Nenhuma página tem alterações.",
    new: "Nenhuma página é nova.",
    deleted: "Nenhuma página foi excluída.",
  },
  older: "Mais páginas",
  newest: "Primeiras páginas",
  list: "Páginas",
  states: { published: "Publicada", changed: "Alterada", new: "Nova", deleted: "Excluída" },
  held: "Retida",
  visibleFrom: "Visível a partir de",
  visibleUntil: "Visível até",
  show: "Mostrar",
  everything: "Todas",
  below: { one: "{n} página abaixo", many: "{n} de páginas abaixo", other: "{n} páginas abaixo" },
  under: "Páginas abaixo de {path}",
  levelUp: "Subir um nível",
  edit: "Editar",
  settings: "Configurações",
  view: "Ver no site",
  changedBy: "Alterada por {name}",
  unreachable: "Os visitantes não conseguem chegar a esta página, porque o endereço dela já está em uso.",
  hidden: "Fora dos resultados de busca",

  deletedBy: "Excluída por {name}",
  restore: "Recuperar",
  elsewhere: "Outro endereço para esta página",
  elsewhereHelp: "Outra página tem agora o endereço dela.",

  newTitle: "Nova página",
  path: "Endereço",
  pathHelp: "Exemplo: /servicos/reparos. Se você deixar vazio, o endereço vem do título.",
  begin: "Começar com",
  blank: "Uma página vazia",
  menu: "Colocar no menu",
  create: "Criar a página",

  noPicture: "Nenhuma",
  keptPicture: "A atual",

  previews: "Como outros sites a mostram",
  shared: "Como link compartilhado",

  address: "Endereço",
  move: "Mudar o endereço",
  redirect: "Levar os visitantes do endereço antigo ao novo",
  along: {
    one: "Mover também a página abaixo dela",
    many: "Mover também as {n} de páginas abaixo dela",
    other: "Mover também as {n} páginas abaixo dela",
  },

  entry: "Tipo de conteúdo",
  entryOf: "Transformar em entrada de",
  entryHelp:
    "O endereço, as palavras e as seções ficam. O que o tipo exige começa com um exemplo. Se o tipo não tem endereço, os visitantes deixam de ter a página.",
  makeEntry: "Transformar em entrada",

  copy: "Cópia",
  copyTitle: "Cópia de {title}",
  makeCopy: "Fazer uma cópia",
  template: "Modelo de página",
  templateHelp: "Novas páginas podem começar com uma cópia das seções desta página.",
  templateName: "Nome do modelo",
  makeTemplate: "Salvar como modelo",

  links: "O que leva até aqui",
  noLinks: "Nenhuma página, menu ou redirecionamento leva até aqui.",
  linksMore: "e mais",
  kinds: {
    page: "Página",
    navigation: "O menu",
    redirects: "Os redirecionamentos",
    settings: "As configurações",
    types: "Os tipos de conteúdo",
    theme: "O tema",
  },

  remove: "Excluir esta página",
  removeHelp: "Você pode recuperá-la na lista de páginas excluídas.",
  removeTitle: "Excluir",
  removeLinked: {
    one: "{n} lugar leva a esta página. O link dele não levaria a lugar nenhum.",
    many: "{n} de lugares levam a esta página. Os links deles não levariam a lugar nenhum.",
    other: "{n} lugares levam a esta página. Os links deles não levariam a lugar nenhum.",
  },
  removeAsked: "Excluir esta página?",
  removeAnyway: "Excluir",
  done: {
    typed: "A página é uma entrada no rascunho. Preencha os valores.",
    created: "A página está no rascunho. Os visitantes a verão quando for publicada.",
    moved: "O endereço foi alterado no rascunho.",
    copied: "A página foi copiada. Você está vendo a cópia.",
    removed: "A página foi excluída do rascunho. Os visitantes a veem até o rascunho ser publicado.",
    restored: "A página está de volta no rascunho.",
  },
};
