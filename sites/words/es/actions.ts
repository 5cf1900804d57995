import type { Unfinished } from "../shape/translated.ts";
import type { Words } from "../en/index.ts";

export const ACTIONS: Unfinished<Words["actions"]> = {
  by: "Del plugin {plugin}. Nada cambia hasta que apliques la propuesta.",
  run: "Obtener una propuesta",
  running: "{title}: trabajando…",
  cancel: "Cancelar",
  proposed: "La propuesta",
  nothing: "El plugin no propone ningún cambio.",
  before: "Ahora",
  after: "Propuesto",
  empty: "vacío",
  apply: "Aplicar",
  discard: "Descartar",
  applied: "Aplicado: {title}",
  unsaved: "Algunos cambios aún no se han guardado. Espera a que se guarden e inténtalo de nuevo.",
  stale: "El contenido ha cambiado desde esta propuesta. Pide una nueva.",
};
