import type { Unfinished } from "../shape/translated.ts";
import type { Words } from "../en/index.ts";

export const DOMAINS: Unfinished<Words["domains"]> = {
  title: "Adresses",
  intro: "Les noms sous lesquels les visiteurs trouvent ce site.",
  list: "Toutes les adresses",
  primary: "Adresse principale",
  verified: "En service",
  pending: "En attente",
  leads: "Conduit les visiteurs à l’adresse principale.",
  isPrimary: "Les pages sont publiées à cette adresse.",
  waits:
    "Vous avez demandé cette adresse. L’exploitant vérifie qu’elle est à vous, puis la met en service. Si rien ne se passe pendant {days} jours, refaites la demande.",
  next: "La suite",
  nextHelp:
    "Dites à l’exploitant que vous avez fait la demande. Il vous indique ce qu’il faut saisir là où vous avez acheté le nom. Ensuite, il vérifie l’adresse et la met en service. D’ici là, le nom ne mène nulle part.",
  since: "depuis le",
  addTitle: "Demander une adresse",
  hostname: "Adresse",
  hostnameHelp: "Par exemple www.example.com, sans https://",
  add: "Demander",
  done: { asked: "Vous avez demandé l’adresse. C’est maintenant à l’exploitant d’agir." },
};
