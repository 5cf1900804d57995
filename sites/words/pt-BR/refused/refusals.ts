import type { Unfinished } from "../../shape/translated.ts";
import type { Words } from "../../en/index.ts";

export const REFUSED: Unfinished<Words["refusals"]> = {
  CONFLICT: "Isto não pode ser feito agora.",
  FORBIDDEN: "Sua função não permite isso.",
  IDEMPOTENCY_KEY_MISSING: "Este formulário não estava completo. Envie-o de novo.",
  IDEMPOTENCY_KEY_REUSED:
    "Você já enviou este formulário com outro conteúdo. Envie-o de novo para mandar o novo conteúdo.",
  INVALID_REQUEST: "Algo neste formulário precisa ser corrigido.",
  INVITATION_OVER:
    "Este convite não vale mais: foi usado, foi retirado ou expirou. Peça um novo à pessoa que o enviou.",
  INVITATION_DAMAGED:
    "Este link não abre nenhum convite aqui: falta uma parte dele ou ele foi alterado no caminho. Ou é de outro site, ou terminou há muito tempo. Copie de novo o link completo da mensagem ou peça um novo.",
  NOT_FOUND: "Não há nada aqui. Talvez um membro tenha removido.",
  ORIGIN_MISMATCH: "Este formulário não veio deste site, por isso nada foi alterado.",
  OTHER_MEMBER:
    "Outro membro está conectado neste navegador. Nada foi alterado, e o que você escreveu ainda está aqui: entre de novo em outra aba e depois envie.",
  PLUGIN_CONSENT_MISSING: "Aceite primeiro os nomes curtos que este plugin usa.",
  PLUGIN_NAME_TAKEN: "Outro plugin já usa um nome de que este plugin precisa.",
  PLUGIN_REJECTED: "Este pacote não foi aceito.",
  RATE_LIMITED: "Foi demais de uma vez. Espere um momento e envie de novo.",
  STALE_VERSION:
    "Isto foi alterado depois que você abriu. O que você escreveu ainda está aqui: envie de novo para substituir a versão mais nova.",
  TENANT_READ_ONLY: "Este site está somente para leitura no momento.",
  SHARE_LINK_ENDED: "Este link expirou ou foi retirado. Peça outro à pessoa que o enviou.",
  TENANT_SUSPENDED: "Este site não está disponível no momento.",
  TOO_SLOW: "Demorou demais para chegar. Envie de novo.",
  TOO_LARGE: "É grande demais.",
  UNAUTHENTICATED: "Entre primeiro.",
  UNSUPPORTED_MEDIA_TYPE: "Este tipo de arquivo não é aceito aqui.",
  WORKSPACE_FULL: "Não há mais espaço de armazenamento. Exclua o que não precisa mais e publique.",
  VERSION_REQUIRED: "Este formulário não estava completo. Envie-o de novo.",
};
