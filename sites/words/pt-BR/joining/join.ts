import type { Unfinished } from "../../shape/translated.ts";
import type { Words } from "../../en/index.ts";

export const JOIN: Unfinished<Words["join"]> = {
  title: "Participar de {site}?",
  by: "{maker} convida você para trabalhar em {site}.",
  invited: "Você foi convidado para trabalhar em {site}.",
  role: "Sua função seria {role}: {may}.",
  first: "Entre primeiro. Depois você poderá ler isto de novo e decidir.",
  login: "Entrar",
  as: "Você entrou como {subject}, em {issuer}. Se participar, ninguém mais poderá usar este convite.",
  yes: "Participar",
  no: "Não participar",
  memberTitle: "Você já trabalha neste site",
  member:
    "Você entrou aqui com a função {role}. O convite ainda não foi usado, então a pessoa a quem ele se destina pode usá-lo.",
  elsewhere: "Para participar com outra conta, primeiro saia na página da sua conta.",
  account: "Sua conta",
  editor: "Ir para o editor",
  openTitle: "Abrir seu convite",
  link: "Seu link",
  linkHelp: "Cole o link completo que você recebeu.",
  open: "Abrir",
  joinedBefore: "Se você já participa, basta entrar.",
  another: "Você recebeu outro link",
};
