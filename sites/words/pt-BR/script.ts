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
  refused: REFUSED,
  broken: "Algo deu errado do nosso lado.",
};
