import type { Unfinished } from "../../shape/translated.ts";
import type { Words } from "../../en/index.ts";

export const REDIRECTS: Unfinished<Words["redirects"]> = {
  title: "Redirecionamentos",
  intro:
    "Um redirecionamento leva os visitantes de um endereço antigo a um novo. O que vem depois de ? no endereço é mantido.",
  list: "Todos os redirecionamentos",
  from: "De",
  fromHelp:
    "Exemplo: /pagina-antiga. Adicione /* ao final para incluir todos os endereços abaixo dela. Escreva :name para uma parte qualquer e ?p=12 para um parâmetro.",
  to: "Para",
  toHelp:
    "Uma página deste site ou outro endereço. Adicione /* ao final para manter o resto do endereço. Ou cite suas partes, como em /posts/:name.",
  kind: "Duração",
  kinds: {
    301: "Permanente",
    302: "Temporário",
    307: "Temporário, também para formulários",
    308: "Permanente, também para formulários",
    410: "A página não existe mais e não tem novo endereço",
  },
  gone: "removida",
  addTitle: "Adicionar um redirecionamento",
  add: "Adicionar",
  remove: "Remover",
  removeOf: "Remover o redirecionamento de {from}",
  searchFor: "Endereço",
  none: "Ainda não há redirecionamentos. Um redirecionamento leva de um endereço antigo a um novo.",
  noneFound: "Nenhum redirecionamento tem “{text}” nos endereços.",
  older: "Mais redirecionamentos",
  newest: "Primeiros redirecionamentos",

  missed: {
    title: "Pedidos em vão",
    help: "Nestes endereços, os visitantes não encontraram nenhuma página. Um redirecionamento os leva adiante. Endereços que podem nomear uma pessoa não são contados.",
    times: "Visitas: {n}. A última:",
    redirect: "Redirecionar…",
    redirectOf: "Redirecionar {path}",
    gone: "Removido para sempre",
    goneOf: "{path} foi removido para sempre",
    more: "Outros endereços: {n}",
  },

  testTitle: "Testar um endereço",
  test: "Testar",
  address: "Endereço",
  steps: "O que acontece em {path}",
  leadsTo: "leva a",
  isPage: "é a página “{title}”",
  isFile: "é um endereço antigo do arquivo “{name}”",
  isNothing: "não existe: os visitantes veem a página “não encontrada”",
  isGone: "está marcado como removido",
  isElsewhere: "fica fora deste site",
  tooLong: "passa por redirecionamentos demais, e os navegadores desistem",

  importTitle: "Adicionar vários de uma vez",
  rows: "Linhas de uma planilha ou de um arquivo CSV",
  rowsHelp:
    "Escreva um redirecionamento por linha: o endereço antigo, o novo e, se quiser, 301, 302, 307, 308 ou 410. Separe com vírgula, ponto e vírgula, tabulação ou espaços.",
  file: "ou escolha um arquivo",
  preview: "Prévia das alterações",
  line: "Linha {n}",
  states: { added: "Novo", replaced: "Substitui um redirecionamento", same: "Já existe", refused: "Não aceito" },
  counts: {
    one: "{n} redirecionamento mudaria.",
    many: "{n} de redirecionamentos mudariam.",
    other: "{n} redirecionamentos mudariam.",
  },
  nothingNew: "Nada mudaria.",
  refused: {
    one: "{n} linha não é aceita.",
    many: "{n} de linhas não são aceitas.",
    other: "{n} linhas não são aceitas.",
  },
  linesMore: { one: "mais {n} linha", many: "mais {n} de linhas", other: "mais {n} linhas" },
  import: "Adicionar os redirecionamentos",
  faults: {
    pattern:
      "Este é um padrão que nenhum redirecionamento consegue expressar. Escreva :name para uma parte do endereço ou termine-o com /* para tudo abaixo dele.",
    inside: "Esta linha só reescreve endereços dentro do servidor e não leva ninguém a outro lugar.",
    switchedOff: "Este redirecionamento está desativado no arquivo.",
    otherSite: "O endereço antigo é de outro site. É preciso um endereço deste site, como /pagina-antiga.",
  },
  anchorLeftOut: "O que vem depois de # é retirado, porque os navegadores nunca o enviam.",
  twice: "Uma linha anterior tem o mesmo endereço.",
  incomplete: "Esta linha precisa de um endereço antigo e de um novo.",
  endless: "Este redirecionamento andaria em círculos.",
  tooMany: "Um site tem no máximo {most} redirecionamentos.",
  allowed: "É preciso: {allowed}.",
  done: {
    added: "Adicionado ao rascunho. Funcionará quando o rascunho for publicado.",
    removed: "Removido do rascunho.",
    imported: "Adicionados ao rascunho. Funcionarão quando o rascunho for publicado.",
  },
};
