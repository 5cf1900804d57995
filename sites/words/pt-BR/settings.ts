import type { Unfinished } from "../shape/translated.ts";
import type { Words } from "../en/index.ts";

export const SETTINGS: Unfinished<Words["settings"]> = {
  title: "Configurações",
  site: "O site",
  name: "Nome",
  tagline: "Algumas palavras ao lado do nome",
  description: "Descrição",
  descriptionHelp: "Do que trata o site, para resultados de busca e agentes.",
  language: "Idioma",
  languageHelp: "O idioma dos textos. Exemplos: pt-BR, de ou en-GB.",
  timeZone: "Fuso horário",
  timeZoneHelp:
    "Exemplo: America/Sao_Paulo. Listas e publicações agendadas usam este fuso. Se você deixar vazio, usam UTC.",
  logo: "Logotipo",
  logoHelp: "Exibido com o nome ou no lugar dele.",
  icon: "Ícone",
  iconHelp: "Os navegadores o mostram ao lado do título. Escolha uma imagem quadrada.",
  organization: "Quem administra o site",
  legalName: "Razão social",
  email: "E-mail",
  telephone: "Telefone",
  telephoneHelp: "Com o código do país.",
  address: "Endereço postal",
  addressHelp: "Em uma linha.",
  entry: "Permitir que uma extensão do navegador encontre o editor a partir das páginas publicadas",
  entryHelp:
    "Isto adiciona a cada página uma linha que os visitantes não veem. Uma extensão do navegador a usa para abrir o editor.",
  social: "Em outros lugares",
  socialHelp: "Onde mais as pessoas encontram este site. Para remover um item, esvazie o nome dele.",
  socialEntry: "Item {n}",
  label: "Nome",
  link: "Leva a",
  done: { saved: "Salvo no rascunho. Os visitantes verão quando for publicado." },
};
