import type { Words } from "../../en/index.ts";

export const JOIN: Words["join"] = {
  title: "Bei {site} mitarbeiten?",
  by: "{maker} lädt Sie ein, an {site} mitzuarbeiten.",
  invited: "Sie sind eingeladen, an {site} mitzuarbeiten.",
  role: "Ihre Rolle wäre {role} – {may}.",
  first: "Melden Sie sich zuerst an. Danach können Sie dies noch einmal lesen und entscheiden.",
  login: "Anmelden",
  as: "Sie sind als {subject} angemeldet, bei {issuer}. Wenn Sie mitarbeiten, kann niemand anders diese Einladung benutzen.",
  yes: "Mitarbeiten",
  no: "Nicht mitarbeiten",
  memberTitle: "Sie arbeiten schon an dieser Website mit",
  member:
    "Sie sind hier als {role} angemeldet. Die Einladung ist noch unbenutzt, die gemeinte Person kann sie also benutzen.",
  elsewhere: "Um mit einer anderen Anmeldung mitzuarbeiten, melden Sie sich zuerst auf der Seite Ihres Kontos ab.",
  account: "Ihr Konto",
  editor: "Zum Editor",
  openTitle: "Einladung öffnen",
  link: "Ihr Link",
  linkHelp: "Fügen Sie den ganzen Link ein, den Sie bekommen haben.",
  open: "Öffnen",
  joinedBefore: "Wenn Sie schon dazugehören, melden Sie sich einfach an.",
  another: "Sie haben einen anderen Link bekommen",
};
