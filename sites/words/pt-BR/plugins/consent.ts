import type { Unfinished } from "../../shape/translated.ts";
import type { Words } from "../../en/index.ts";

const PAGE_TERMS = {
  "": "nada",
  title: "o título",
  description: "a descrição",
  path: "o endereço",
  collection: "a coleção",
  date: "a data",
  author: "o autor",
};
const PICTURE_TERMS = {
  "": "nada",
  alt: "a descrição",
  focal: "o ponto focal",
  name: "o nome",
  size: "o tipo e o tamanho",
  bytes: "a própria imagem",
};

/** Sentences of an owner's consent to a plugin, by the API's names. */
export const CONSENT: Unfinished<Words["consent"]> = {
  sentences: {
    exchange: "Trocar dados com {hosts} ({methods})",
    exchangeChosen: "Trocar dados com os endereços da configuração “{setting}” ({methods})",
    exchangeBoth: "Trocar dados com {hosts} e com os endereços da configuração “{setting}” ({methods})",
    headers: "Enviar a eles outros cabeçalhos: {headers}",
    heldSecret: "Fazer enviar o segredo da configuração “{setting}” apenas para {host}, sem que o código o receba",
    formsAll: "Receber o que os visitantes escrevem sobre si mesmos, em todos os formulários",
    formsSome: "Receber o que os visitantes escrevem sobre si mesmos, em: {forms}",
    scripts:
      "Executar scripts próprios nos navegadores dos visitantes, em quadros que não alcançam a página nem a internet",
    scriptsOnline:
      "Executar scripts próprios nos navegadores dos visitantes, em quadros que não alcançam a página, mas trocam dados com {hosts}",
    logs: "Guardar mensagens de erro e saídas para você ler, que podem conter palavras de visitantes",
    draft: "Ler e alterar o rascunho: {documents}",
    published: "Ler o que está publicado: {documents}",
    media: "Examinar as imagens e os arquivos",
    actions: "Receber {places} do rascunho quando um membro escolhe ali uma das suas ações",
    actionsWithBytes:
      "Receber {places} do rascunho, e as próprias imagens, quando um membro escolhe ali uma das suas ações",
    action: "Oferece aos membros “{title}” no editor; nada muda até um membro aplicar o que ele propõe.",
    actionAnySection: "Recebe de qualquer seção {reads} e pode propor {proposes}.",
    actionSection: "Recebe de seções do tipo {types} {reads} e pode propor {proposes}.",
    actionPage: "Recebe de uma página {members} e pode propor {suggested}.",
    actionPageAnySection: "Recebe de cada seção dessa página {reads} e pode propor {proposes}.",
    actionPageSection: "Recebe das seções da página do tipo {types} {reads} e pode propor {proposes}.",
    actionPicture: "Recebe de uma imagem {facts} e pode propor {suggestions}.",
    storage: "Guardar até {bytes} de dados próprios, em no máximo {entries} registros",



    toolForMembers: "Dá aos agentes dos membros a ferramenta {tool}, “{title}”; ela não altera nada.",
    toolForMembersWriting: "Dá aos agentes dos membros a ferramenta {tool}, “{title}”; ela pode alterar algo.",
    toolForAll: "Dá a todos os agentes a ferramenta {tool}, “{title}”; ela não altera nada.",
    toolForAllWriting: "Dá a todos os agentes a ferramenta {tool}, “{title}”; ela pode alterar algo.",
    textForMembers: "Dá aos agentes dos membros um texto para ler, “{title}”, em {address}.",
    textForAll: "Dá a todos os agentes um texto para ler, “{title}”, em {address}.",
    promptForMembers: "Dá aos agentes dos membros o prompt {prompt}, “{title}”.",
    promptForAll: "Dá a todos os agentes o prompt {prompt}, “{title}”.",
    alone: "Os agentes veem o nome sem o nome do plugin na frente.",
    mayChange: "Pode alterar rascunhos.",
    contentType: "Adiciona o tipo de conteúdo “{title}”. Os membros podem criar páginas dele, com valores próprios.",
    section: "Adiciona a seção “{title}” para páginas.",
    sectionByCode: "Adiciona a seção “{title}” para páginas. O código do plugin a preenche.",
    embeds: "Mostra conteúdo de {hosts} na seção “{title}”. Os navegadores dos visitantes se conectam a eles.",
    addition: "Adiciona a {point} de outro plugin: {data}.",
    additionEmpty: "Não adiciona nada a {point} de outro plugin.",
    listOfOne: "Permite que outros plugins adicionem um item à sua lista “{title}”.",
    list: "Permite que outros plugins adicionem até {most} itens à sua lista “{title}”.",
    file: "Serve {path}.",
    fileOfLists: "Serve {path} para cada lista com mais páginas.",
    fileOfPages: "Serve {path} para cada página do tipo {type}.",
    fileForSearch: "Serve {path}, que diz aos mecanismos de busca o que podem listar.",
    fileSitemap: "Serve {path}, que diz aos mecanismos de busca o que há no site.",
    fileForModels: "Serve {path}, que diz aos modelos de linguagem o que há no site.",
    fileWellKnown: "Serve {path}. Outros serviços confiam nele como declaração oficial do site.",
    headRobots: "Diz aos mecanismos de busca, para cada página, se podem listá-la.",
    headProof: "Prova a outro serviço de quem é o site, com {name} em cada página.",
    headIcon: "Dá a cada página um ícone que os navegadores mostram nas abas.",
    head: "Adiciona ao cabeçalho de cada página dados lidos por mecanismos de busca e redes sociais ({name}).",
    routeForAll: "Responde a {methods} {path} para todos na internet.",
    routeForMembers: "Responde a {methods} {path} para cada membro.",
    routeForSome: "Responde a {methods} {path} para membros com {permission}.",
    form: "Adiciona o formulário “{title}”, com o qual os visitantes enviam dados.",
    ownForm:
      "Mostra um formulário próprio na seção “{title}”. O que os visitantes escrevem ali vai para o plugin, não para os formulários do site.",
    frame:
      "Mostra “{title}” nas páginas e executa o script dele nos navegadores dos visitantes, em um quadro que não alcança a página.",
    upload: "Permite que os membros enviem “{title}”: {types}, até {bytes}.",
    theme:
      "Adiciona o tema “{title}”, que dá estilo à página inteira, com as seções e os formulários de todos os plugins.",

    "hook.beforePublish": "É consultado antes de cada publicação e pode impedi-la.",
    "hook.afterPublish": "É informado de cada publicação.",
    "hook.formSubmitted": "É informado de cada formulário que um visitante envia.",
    "hook.mediaUploaded": "É informado de cada arquivo que um membro envia, se puder ler as mídias.",
    "hook.scheduled": "Roda por conta própria a cada {everyMinutes} minutos.",
  },
  terms: {
    documents: {
      page: "as páginas",
      navigation: "os menus",
      redirects: "os redirecionamentos",
      theme: "o tema",
      settings: "as configurações",
      types: "os tipos de conteúdo do proprietário",
    },
    places: { section: "seções", page: "páginas", picture: "imagens" },
    reads: { "*": "todos os campos", "": "nada" },
    proposes: { "*": "todos os campos", "": "nada" },
    members: PAGE_TERMS,
    suggested: PAGE_TERMS,
    facts: PICTURE_TERMS,
    suggestions: PICTURE_TERMS,
  },
};
