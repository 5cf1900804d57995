import type { Unfinished } from "../shape/translated.ts";
import type { Words } from "../en/index.ts";

export const DOMAINS: Unfinished<Words["domains"]> = {
  title: "Endereços",
  intro: "Os nomes pelos quais os visitantes encontram este site.",
  list: "Todos os endereços",
  primary: "Endereço principal",
  verified: "Em uso",
  pending: "Aguardando",
  leads: "Leva os visitantes ao endereço principal.",
  isPrimary: "As páginas são publicadas neste endereço.",
  waits:
    "Você pediu este endereço. O operador confere se ele é seu e depois o coloca em uso. Se nada acontecer em {days} dias, peça de novo.",
  next: "O que acontece agora",
  nextHelp:
    "Avise o operador de que você pediu. Ele dirá o que informar onde você comprou o nome. Depois ele confere o endereço e o coloca em uso. Até lá, o nome não leva a lugar nenhum.",
  since: "desde",
  addTitle: "Pedir um endereço",
  hostname: "Endereço",
  hostnameHelp: "Como www.example.com, sem https://",
  add: "Pedir",
  done: { asked: "Você pediu o endereço. Agora é a vez do operador." },
};
