import type { Unfinished } from "../shape/translated.ts";
import type { Words } from "../en/index.ts";
import { REFUSED } from "./refused/refusals.ts";

export const SCRIPT: Unfinished<Words["script"]> = {
  lost: "A conexão caiu.",
  unsaved: "O que você escreveu em outra parte desta página não foi salvo e se perderia. Continuar sem isso?",
  again: "Tentar de novo",
  waiting: "aguardando",
  stored: "Armazenado",
  known: "Já estava aqui, com o primeiro nome e a primeira descrição",
  sending: "Enviando {name}",
  done: {
    one: "{n} arquivo foi armazenado.",
    many: "{n} de arquivos foram armazenados.",
    other: "{n} arquivos foram armazenados.",
  },
  failed: {
    one: "{n} arquivo não foi aceito.",
    many: "{n} de arquivos não foram aceitos.",
    other: "{n} arquivos não foram aceitos.",
  },
  found: "Encontrado: {found}. Permitido: {allowed}.",
  most: "No máximo {most}.",
  needs: "É necessária a permissão {permission}.",
  palette: {
    button: "Ir para…",
    open: "Buscar em todas as páginas…",
    title: "Ir ou fazer",
    search: "Buscar páginas, listas e ações",
    searching: "Buscando…",
    none: "Nada tem “{text}” no nome ou no endereço.",
    found: { one: "{n} resultado", many: "{n} resultados", other: "{n} resultados" },
    more: "Mostrar mais",
    kinds: { page: "Página", list: "Lista", place: "Editor", act: "Ação" },
  },
  refused: REFUSED,
  broken: "Algo deu errado do nosso lado.",
};
