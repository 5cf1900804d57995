import type { Words } from "../../en/index.ts";

export const OVERVIEW: Words["overview"] = {
  title: "Visão geral",
  waiting: "Esperando você",
  nothing: "Nada espera você.",
  remarks: "Comentários para você",
  differing: "Mudado no rascunho",
  none: "Os visitantes veem o rascunho como está. Edite o site, e suas mudanças aparecem aqui.",
  all: "Todas as mudanças",
  planned: "Agendado",
  stops: "Uma mudança posterior vai impedir isso.",
  whole: "todo o rascunho",
  allSchedules: "Todos os agendamentos",
  write: "Editar o site",
  pages: "Todas as páginas",
};
