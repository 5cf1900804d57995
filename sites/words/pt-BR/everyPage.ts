import type { Unfinished } from "../shape/translated.ts";
import { byRole } from "../shape/byRole.ts";
import { ROLES } from "./roles.ts";
import type { Words } from "../en/index.ts";

export const EVERY_PAGE: Unfinished<Words["everyPage"]> = {
  colon: ": ",
  draft: "Ver o rascunho",
  canvas: "Editar o site",
  menu: "Menu",
  areas: "Editor",
  skip: "Ir para o conteúdo",
  login: "Entrar",
  logout: "Sair",
  loginElsewhere: "Entrar em outra aba",
  sendAgain: "Enviar de novo o que escrevi",
  keep: "Manter",
  toEditor: "Ir para o editor",
  search: "Buscar",
  clear: "Mostrar tudo",
  save: "Salvar",
  actors: {
    member: "um ex-membro",
    operator: "o operador",
    plugin: "um plugin",
    system: "o sistema",
    visitor: "um visitante",
  },
  unnamed: byRole(ROLES, "unnamed"),
  support: "Para o suporte",
  merged: {
    byOthers: {
      text: "Outro membro escreveu aqui: “{text}”. Salve de novo para colocar o seu texto no lugar.",
      empty: "Outro membro esvaziou este campo. Salve de novo para colocar o seu texto no lugar.",
      choice: "Outro membro mudou esta opção. Salve de novo para colocar a sua no lugar.",
    },
    byYou: {
      text: "Você salvou por último, talvez em outra aba. Lá está escrito “{text}”: salve de novo para colocar este texto no lugar.",
      empty:
        "Você salvou por último, talvez em outra aba. Lá está vazio: salve de novo para colocar este texto no lugar.",
      choice:
        "Você salvou por último, talvez em outra aba. Lá a escolha foi outra: salve de novo para colocar esta no lugar.",
    },
  },
  link: {
    deleted: "A página “{title}” foi excluída.",
    lost: "Não há nenhuma página neste endereço.",
    now: "Leva a {target}.",
  },
  done: { saved: "Salvo." },
  groups: {
    write: "Escrever",
    look: "Aparência",
    site: "Site",
    publish: "Publicar",
    manage: "Gerenciar",
    own: "Você",
  },
};
