import type { Unfinished } from "../shape/translated.ts";
import type { Words } from "../en/index.ts";

export const BACKUPS: Unfinished<Words["backups"]> = {
  title: "Backups",
  intro: "Um backup guarda tudo: páginas, configurações, plugins e arquivos, de todos os sites relacionados.",
  list: "Backups guardados",
  none: "Ainda não há backups.",
  platform: "O operador também pode voltar tudo a um momento anterior sem um backup. Fale com ele se precisar disso.",
  noPlatform:
    "Só um backup pode trazer de volta um estado anterior. A plataforma não guarda estados anteriores por conta própria.",
  facts: "{size}, por {name}",
  files: { one: "{n} arquivo, {size}", many: "{n} de arquivos, {size}", other: "{n} arquivos, {size}" },
  missing: {
    one: "{n} arquivo já estava faltando",
    many: "{n} de arquivos já estavam faltando",
    other: "{n} arquivos já estavam faltando",
  },
  withSubmissions: "com os envios de formulários",
  makeTitle: "Fazer backup agora",
  make: "Criar um backup",
  submissions: "Incluir o que os visitantes enviaram por formulários",
  submissionsHelp: "Isso pode conter dados pessoais de visitantes.",
  verify: "Verificar",
  verifyOf: "Verificar o backup {id}",
  remove: "Excluir",
  removeQuestion: "Excluir este backup? Ninguém poderá recuperá-lo.",
  removeSure: "Excluir definitivamente",
  exportTitle: "Baixar uma cópia de tudo",
  exportHelp:
    "Um único arquivo com tudo menos as mídias, para você guardar em outro lugar. Você pode baixá-lo por um dia.",
  export: "Criar uma exportação",
  download: "Baixar a exportação",
  restoring: "Só o operador pode restaurar um backup. A restauração substitui tudo o que está aqui agora.",
  done: {
    kept: "O backup foi criado.",
    sound: "O backup está completo. Todas as partes puderam ser lidas.",
    broken: "O backup está danificado. Não confie nele: crie outro.",
    removed: "Backup excluído.",
    exported: "A exportação está pronta.",
  },
};
