import type { Words } from "../en/index.ts";

export const JOIN: Words["join"] = {
  title: "Bei {site} mitarbeiten?",
  by: "{maker} lädt Sie ein, an {site} mitzuarbeiten.",
  invited: "Sie sind eingeladen, an {site} mitzuarbeiten.",
  role: "Ihre Rolle wäre {role} – {may}.",
  first: "Melden Sie sich zuerst an. Danach lesen Sie dies noch einmal und entscheiden.",
  login: "Anmelden",
  as: "Sie haben sich als {subject} angemeldet, bei {issuer}. Danach gilt diese Einladung für niemand anderen.",
  yes: "Mitarbeiten",
  no: "Nicht mitarbeiten",
  memberTitle: "Sie arbeiten schon an dieser Website mit",
  member:
    "Sie sind hier als {role} angemeldet. Die Einladung bleibt offen: Überlassen Sie sie der Person, die gemeint ist.",
  elsewhere: "Wenn Sie eine andere Anmeldung haben, melden Sie sich zuerst in Ihrem Konto ab.",
  account: "Ihr Konto",
  editor: "Zum Editor",
  openTitle: "Einladung öffnen",
  link: "Ihr Link",
  linkHelp: "Fügen Sie den ganzen Link ein, den Sie bekommen haben.",
  open: "Öffnen",
  joinedBefore: "Wenn Sie schon dazugehören, melden Sie sich einfach an.",
  another: "Sie haben einen anderen Link bekommen",
};
