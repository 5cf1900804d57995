import type { Unfinished } from "../shape/translated.ts";
import type { Words } from "../en/index.ts";

export const SETTINGS: Unfinished<Words["settings"]> = {
  title: "Réglages",
  site: "Le site",
  name: "Nom",
  tagline: "Quelques mots à côté du nom",
  description: "Description",
  descriptionHelp: "De quoi parle le site, pour les résultats de recherche et les agents.",
  language: "Langue",
  languageHelp: "La langue des textes. Exemples : fr-FR, de ou pt-BR.",
  timeZone: "Fuseau horaire",
  timeZoneHelp:
    "Exemple : Europe/Paris. Les listes et les publications planifiées utilisent ce fuseau. Si vous laissez ce champ vide, elles utilisent UTC.",
  logo: "Logo",
  logoHelp: "Affiché avec le nom, ou à sa place.",
  icon: "Icône",
  iconHelp: "Les navigateurs l’affichent à côté du titre. Choisissez une image carrée.",
  organization: "Qui gère le site",
  legalName: "Raison sociale",
  email: "E-mail",
  telephone: "Téléphone",
  telephoneHelp: "Avec l’indicatif du pays.",
  address: "Adresse postale",
  addressHelp: "Sur une seule ligne.",
  entry: "Permettre à une extension de navigateur de trouver l’éditeur depuis les pages publiées",
  entryHelp:
    "Cela ajoute à chaque page une ligne que les visiteurs ne voient pas. Une extension de navigateur s’en sert pour ouvrir l’éditeur.",
  visits: "Visites",
  visitsHelp:
    "Le comptage se passe de cookies et n’enregistre rien sur les visiteurs. Le choix s’applique dès sa publication.",
  visitsCounted: "Compter les visites",
  visitsByScript: "Compter les visites par un script, pour un site derrière le cache d’un autre fournisseur",
  visitsOff: "Ne pas compter les visites",
  social: "Ailleurs",
  socialHelp: "Où d’autre on trouve ce site. Pour retirer une entrée, videz son nom.",
  socialEntry: "Entrée {n}",
  label: "Nom",
  link: "Mène à",
  done: { saved: "Enregistré dans le brouillon. Les visiteurs le verront après la publication." },
};
