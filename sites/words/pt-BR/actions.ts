import type { Unfinished } from "../shape/translated.ts";
import type { Words } from "../en/index.ts";

export const ACTIONS: Unfinished<Words["actions"]> = {
  by: "Do plugin {plugin}. Nada muda até você aplicar a proposta.",
  run: "Obter uma proposta",
  running: "{title}: trabalhando…",
  cancel: "Cancelar",
  proposed: "A proposta",
  nothing: "O plugin não propõe nenhuma alteração.",
  before: "Agora",
  after: "Proposto",
  empty: "vazio",
  apply: "Aplicar",
  discard: "Descartar",
  applied: "Aplicado: {title}",
  unsaved: "Algumas alterações ainda não foram salvas. Espere até que sejam salvas e tente de novo.",
  stale: "O conteúdo mudou desde que esta proposta foi feita. Peça uma nova.",
};
