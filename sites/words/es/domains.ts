import type { Unfinished } from "../shape/translated.ts";
import type { Words } from "../en/index.ts";

export const DOMAINS: Unfinished<Words["domains"]> = {
  title: "Direcciones",
  intro: "Los nombres con los que los visitantes encuentran este sitio.",
  list: "Todas las direcciones",
  primary: "Dirección principal",
  verified: "En uso",
  pending: "En espera",
  leads: "Lleva a los visitantes a la dirección principal.",
  isPrimary: "Las páginas se publican en esta dirección.",
  waits:
    "Has pedido esta dirección. El operador comprueba que es tuya y luego la pone en uso. Si no ocurre nada en {days} días, vuelve a pedirla.",
  next: "Qué viene ahora",
  nextHelp:
    "Di al operador que la has pedido. Te indicará qué introducir donde compraste el nombre. Después la comprueba y la pone en uso. Hasta entonces, el nombre no lleva a ninguna parte.",
  since: "desde el",
  addTitle: "Pedir una dirección",
  hostname: "Dirección",
  hostnameHelp: "Como www.example.com, sin https://",
  add: "Pedirla",
  done: { asked: "Has pedido la dirección. Ahora le toca actuar al operador." },
};
