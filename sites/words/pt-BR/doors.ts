import type { Unfinished } from "../shape/translated.ts";
import { byRole } from "../shape/byRole.ts";
import type { DoorWords } from "../en/doors.ts";
import { ROLES } from "./roles.ts";

export const DOORS: Unfinished<DoorWords> = {
  again: "Entrar de novo",
  failed:
    "Tente mais uma vez. Se falhar de novo, avise os responsáveis por este site. O motivo está no registro deles.",
  unavailable: "Tentar de novo talvez não ajude. Avise os responsáveis por este site. O motivo está no registro deles.",
  invitation: "Envie este código à pessoa que quer convidar você. Depois do convite, entre de novo.",
  issuer: "Onde você entrou",
  subject: "Seu código",
  refused: {
    INVALID_REQUEST: "Este link ou formulário não está completo. Volte e tente de novo.",
    LOGIN_FAILED: "Não foi possível concluir este acesso.",
    FORBIDDEN: "Sua função não permite isso.",
    ORIGIN_MISMATCH: "Esta solicitação não veio deste site.",
    NOT_INVITED: "Você não foi convidado para este site.",
    NOT_FOUND: "Não há nada aqui.",
    METHOD_NOT_ALLOWED: "Este endereço não pode ser usado dessa forma.",
    RATE_LIMITED: "Houve solicitações demais. Espere um momento e tente de novo.",
    INTERNAL: "Algo deu errado do nosso lado.",
    LOGIN_UNAVAILABLE: "Ninguém consegue entrar aqui no momento.",
    UNAVAILABLE: "Sem resposta no momento. Tente de novo.",
  },
  roles: byRole(ROLES, "inSentence"),
  start: {
    title: "Entrar em {name}?",
    sent: "Outro site enviou você para cá. Entre apenas se quiser trabalhar em {name}.",
    go: "Entrar",
  },
  program: {
    title: "Permitir que a linha de comando deste computador aja por você?",
    asks: "Ela quer trabalhar em {name}, onde sua função é {role}. Lá ela poderá fazer tudo o que você pode. Isso termina com sua sessão neste navegador ou quando você executar {logout}.",
    check:
      "Confira se o seu terminal mostra {check}. Se ele mostrar outra coisa, ou se você não digitou {login}, não permita.",
    yes: "Permitir",
    no: "Não permitir",
  },
  agent: {
    title: "Permitir que um agente aja por você?",
    claims: "Um programa que se chama {name} pede isso. Sua resposta vai para {host}.",
    proven: "{name} de {domain} pede isso. Sua resposta vai para {host}.",
    local: "O programa roda neste computador. Permita apenas se você acabou de iniciá-lo.",
    unnamed: "(sem nome)",
    site: "Para qual site?",
    choice: "{name} ({hostname}), onde sua função é {role}",
    scope: "O que o agente pode fazer lá por você?",
    scopes: {
      "site:read": "ler o site com o rascunho, o histórico e as mídias",
      "content:write":
        "alterar o rascunho: páginas, seções, menus, redirecionamentos, tema e configurações; descrever arquivos de mídia e remover os que não são usados",
      "content:publish": "publicar, agendar publicações e voltar a versões publicadas anteriores",
      "plugins:use": "usar o que os plugins do site oferecem a agentes",
    },
    notAt: "(não em {hostnames}: sua função lá não permite)",
    limits:
      "O agente nunca pode fazer mais do que sua função permite. Esta permissão termina depois de 30 dias, ou quando você deixar de ser membro.",
    yes: "Permitir",
    no: "Não permitir",
    unreadable: "Não foi possível ler a descrição deste programa.",
  },
};
