import type { Unfinished } from "../shape/translated.ts";
import type { Words } from "../en/index.ts";

export const THEME: Unfinished<Words["theme"]> = {
  title: "Tema",
  choose: "Escolher um tema",
  present: "O atual",
  look: "Prévia",
  lookTitle: "O site com o tema “{title}”",
  lookHelp: "Nada mudou ainda. Se você seguir um link aqui, verá o rascunho com o tema atual de novo.",
  back: "Voltar ao tema atual",
  use: "Usar este tema",
  values: "Cores, fontes e tamanhos",
  valuesFrom: {
    earlier: "Como este site teve este tema pela última vez",
    present: "Os meus atuais, onde este tema também os tem",
    own: "Como o tema vem",
  },
  valuesHelp: "O tema atual guarda os dele e os recupera quando você o escolher de novo.",
  notTaken: {
    one: "{n} dos seus valores atuais não tem lugar neste tema.",
    many: "{n} dos seus valores atuais não têm lugar neste tema.",
    other: "{n} dos seus valores atuais não têm lugar neste tema.",
  },

  scheme: "Claro e escuro",
  schemes: { auto: "Como o dispositivo de cada visitante preferir", light: "Sempre claro", dark: "Sempre escuro" },
  tokens: "Cores, fontes e tamanhos",
  groups: { base: "Fontes e tamanhos", light: "Cores no claro", dark: "Cores no escuro" },
  away: "O plugin deste tema não está ativo, por isso você não pode alterar as cores e fontes dele.",
  own: "Alterado",
  ownChoice: "{choice} (do tema)",
  pixels: { one: "{n} pixel", many: "{n} de pixels", other: "{n} pixels" },
  weights: {
    400: "Normal",
    500: "Média",
    600: "Seminegrito",
    700: "Negrito",
    800: "Extranegrito",
    900: "A mais pesada",
  },
  reset: "Voltar ao valor do tema",
  preview: "Aparência",
  previewHelp: "Aqui você vê uma cor enquanto a escolhe. Os visitantes a verão quando for salva e publicada.",

  contrast: "Todos conseguem ler?",
  contrastHelp:
    "O número diz com que clareza o texto se destaca do fundo. Texto precisa de 4,5; texto grande e botões precisam de 3.",
  pair: "{text} sobre {ground}",
  grades: {
    enough: "bom para qualquer texto",
    large: "só para texto grande",
    little: "muito pouco: muitas pessoas não conseguem ler",
  },
  low: {
    one: "{n} par de cores é difícil de ler.",
    many: "{n} de pares de cores são difíceis de ler.",
    other: "{n} pares de cores são difíceis de ler.",
  },
  done: {
    saved: "Salvo no rascunho. Os visitantes verão quando for publicado.",
    chosen: "O rascunho tem agora este tema.",
    reset: "O rascunho usa de novo o valor do tema.",
  },
};
