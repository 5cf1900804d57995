/**
 * The script of the pages of the accounts. Browsers get this file with its types removed, so it imports nothing. It asks
 * the browser for passkeys and sends what the forms say to this origin.
 */

interface Answer {
  readonly next?: string;
  readonly codes?: readonly string[];
  readonly options?: CreationOptions & RequestOptions;
  readonly kind?: string;
  readonly secret?: string;
  readonly app?: NewApp;
}

/** An app for codes that is about to be set up. */
interface NewApp {
  readonly login: string;
  readonly seed: string;
  readonly picture: { readonly size: number; readonly path: string };
}

interface CreationOptions {
  readonly rp: PublicKeyCredentialRpEntity;
  readonly pubKeyCredParams: PublicKeyCredentialParameters[];
  readonly challenge: string;
  readonly user: { readonly id: string; readonly name: string; readonly displayName: string };
  readonly excludeCredentials?: readonly { readonly id: string; readonly type: "public-key" }[];
}

interface RequestOptions {
  readonly challenge: string;
}

const words = JSON.parse(document.body.dataset["words"] ?? "{}") as {
  readonly errors: Readonly<Record<string, string>>;
  readonly making: string;
  readonly noPasskeys: string;
};

const say = (text: string): void => {
  const place = document.querySelector(".say");
  if (place) place.textContent = text;
};

/** A refusal that the person reads. */
class Refused extends Error {
  readonly code: string;

  constructor(message: string, code = "") {
    super(message);
    this.code = code;
  }
}

const sentence = (code: string, about = ""): string =>
  `${words.errors[code] ?? words.errors["invalid"] ?? code} ${about}`.trim();

async function post(path: string, body: object): Promise<Answer> {
  const reply = await fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  }).catch(() => undefined);
  if (reply === undefined) throw new Refused(sentence("offline"));
  const value = (await reply.json().catch(() => ({}))) as Answer & { readonly code?: string; readonly about?: string };
  const { code = reply.status >= 500 ? "broken" : "invalid", about } = value;
  if (!reply.ok) throw new Refused(sentence(code, about), code);
  return value;
}

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));

const textOf = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** A person who closes the browser's question gets a sentence, as for one that came too late. */
async function asked(question: Promise<Credential | null>): Promise<PublicKeyCredential> {
  const credential = await question.catch((error: unknown) => {
    throw new Refused(sentence(error instanceof Error && error.name === "InvalidStateError" ? "passkey" : "cancelled"));
  });
  if (!(credential instanceof PublicKeyCredential)) throw new Refused(sentence("cancelled"));
  return credential;
}

const requirePasskeys = (): void => {
  if (!("PublicKeyCredential" in globalThis)) throw new Refused(words.noPasskeys);
};

async function newPasskey(options: CreationOptions): Promise<object> {
  requirePasskeys();
  const { challenge, user, excludeCredentials = [], ...rest } = options;
  const publicKey: PublicKeyCredentialCreationOptions = {
    ...rest,
    challenge: bytesOf(challenge),
    user: { ...user, id: bytesOf(user.id) },
    excludeCredentials: excludeCredentials.map(({ id, type }) => ({ id: bytesOf(id), type })),
  };
  const { id, response } = await asked(navigator.credentials.create({ publicKey }));
  if (!(response instanceof AuthenticatorAttestationResponse)) throw new Refused(sentence("proof"));
  return {
    id,
    rawId: id,
    type: "public-key",
    clientExtensionResults: {},
    response: {
      clientDataJSON: textOf(response.clientDataJSON),
      attestationObject: textOf(response.attestationObject),
      transports: response.getTransports(),
    },
  };
}

async function proof(options: RequestOptions): Promise<object> {
  requirePasskeys();
  const publicKey: PublicKeyCredentialRequestOptions = { ...options, challenge: bytesOf(options.challenge) };
  const { id, response } = await asked(navigator.credentials.get({ publicKey }));
  if (!(response instanceof AuthenticatorAssertionResponse)) throw new Refused(sentence("proof"));
  const { userHandle } = response;
  return {
    id,
    rawId: id,
    type: "public-key",
    clientExtensionResults: {},
    response: {
      clientDataJSON: textOf(response.clientDataJSON),
      authenticatorData: textOf(response.authenticatorData),
      signature: textOf(response.signature),
      ...(userHandle === null ? {} : { userHandle: textOf(userHandle) }),
    },
  };
}

const optionsIn = ({ options }: Answer): CreationOptions & RequestOptions => {
  if (options === undefined) throw new Refused(sentence("invalid"));
  return options;
};

const confirmation = async (): Promise<{ readonly response: object }> => ({
  response: await proof(optionsIn(await post("/api/proof/begin", {}))),
});

/** Sends a change of the ways to log in. If the last proof is too old, the person proves their passkey once more. */
async function postConfirmed(path: string, body: object): Promise<Answer> {
  try {
    return await post(path, body);
  } catch (error) {
    if (!(error instanceof Refused && error.code === "fresh")) throw error;
    say(error.message);
  }
  const place = document.querySelector<HTMLElement>("[data-proof]");
  // A person who came by a password proves it at the login: their passkeys may be on other devices, or of other names.
  if (place?.dataset["proof"] === "password") {
    location.assign("/?again");
    throw new Refused(sentence("fresh"));
  }
  const { response } = await confirmation().catch((error: unknown) => {
    if (place) place.hidden = false;
    throw error;
  });
  await post("/api/confirm", { response });
  say("");
  return post(path, body);
}

/** Shows what an app needs, and the fields for its first code and the password. */
function showApp({ app }: Answer): void {
  const place = document.querySelector<HTMLFormElement>("#app");
  if (!place || app === undefined) throw new Refused(sentence("invalid"));
  const { login, seed, picture } = app;
  const drawing = place.querySelector("svg");
  // The picture has a margin of four fields, which readers of it need.
  drawing?.setAttribute("viewBox", `-4 -4 ${picture.size + 8} ${picture.size + 8}`);
  drawing?.querySelector("path")?.setAttribute("d", picture.path);
  const shown = place.querySelector(".seed");
  if (shown) shown.textContent = seed.replaceAll(/(.{4})(?=.)/g, "$1 ");
  const named = place.querySelector<HTMLInputElement>("[name=login]");
  if (named) named.value = login;
  if (linkForm) linkForm.hidden = true;
  place.hidden = false;
  place.querySelector<HTMLInputElement>("[name=password]")?.focus();
}

/** Asks for an app: for the account of the link, or for the own one. */
const askForApp = async (): Promise<void> =>
  showApp(
    linkForm
      ? await post("/api/link/password/begin", { secret: linkSecret(), name: valueIn(linkForm, "name") })
      : await postConfirmed("/api/password/begin", {}),
  );

/** A password as it was typed: nothing of it is cut. */
const typedIn = (form: HTMLFormElement, name: string): string => String(new FormData(form).get(name) ?? "");

const valueIn = (form: HTMLFormElement, name: string): string => String(new FormData(form).get(name) ?? "").trim();

const linkSecret = (): string => location.hash.slice(1);

/** Shows new recovery codes in place of everything else, or goes on at once if there are none. */
function goOn({ codes = [], next = "/" }: Answer): void {
  const place = document.querySelector<HTMLFormElement>("#codes");
  if (codes.length === 0 || !place) return location.assign(next);
  for (const other of document.querySelectorAll<HTMLElement>("main > form, main > section, main > p:not(.say)"))
    other.hidden = true;
  place.querySelector("ul")?.replaceChildren(
    ...codes.map((code) => {
      const row = document.createElement("li");
      row.textContent = code;
      return row;
    }),
  );
  place.dataset["next"] = next;
  place.hidden = false;
  place.querySelector("button")?.focus();
}

const interactionHere = (): string => new URLSearchParams(location.search).get("interaction") ?? "";

/** The form of a link's page; null at the person's own page. */
const linkForm = document.querySelector<HTMLFormElement>("form[data-action=passkey]");

type Action = (form: HTMLFormElement) => Promise<void> | void;

const ACTIONS: Readonly<Record<string, Action>> = {
  login: async (form) => {
    const response = await proof(optionsIn(await post("/api/proof/begin", {})));
    const interaction = form.dataset["interaction"] ?? "";
    goOn(await post("/api/proof", { response, interaction }));
  },
  invitation: async (form) => {
    const { secret = "" } = await post("/api/invitation", { invitation: valueIn(form, "invitation") });
    const interaction = document.querySelector<HTMLFormElement>("[data-interaction]")?.dataset["interaction"] ?? "";
    location.assign(`/link?interaction=${encodeURIComponent(interaction)}#${secret}`);
  },
  password: async (form) => {
    const interaction = form.dataset["interaction"] ?? "";
    const [login, code] = [valueIn(form, "login"), valueIn(form, "code")];
    goOn(await post("/api/password/use", { login, password: typedIn(form, "password"), code, interaction }));
  },
  setPassword: async (form) => {
    const typed = { password: typedIn(form, "password"), code: valueIn(form, "code") };
    if (!linkForm) return goOn(await post("/api/password", typed));
    const interaction = interactionHere();
    goOn(await post("/api/link/password", { ...typed, secret: linkSecret(), interaction }));
  },
  dropPassword: async () => goOn(await postConfirmed("/api/password/remove", {})),
  code: async (form) => goOn(await post("/api/code", { code: valueIn(form, "code") })),
  passkey: async (form) => {
    const [secret, name] = [linkSecret(), valueIn(form, "name")];
    const response = await newPasskey(optionsIn(await post("/api/link/begin", { secret, name })));
    const interaction = interactionHere();
    goOn(await post("/api/link/use", { secret, response, interaction, passkey: valueIn(form, "passkey") }));
  },
  add: async (form) => {
    const response = await newPasskey(optionsIn(await postConfirmed("/api/passkey/begin", {})));
    goOn(await post("/api/passkey", { response, passkey: valueIn(form, "passkey") }));
  },
  remove: async (form) => goOn(await postConfirmed("/api/passkey/remove", { passkey: form.dataset["passkey"] ?? "" })),
  codes: async () => goOn(await postConfirmed("/api/codes", {})),
  kept: (form) => location.assign(form.dataset["next"] ?? "/"),
  site: async (form) => {
    say(words.making);
    const names = ["name", "hostname", "language", "timeZone", "starter", "theme"] as const;
    goOn(await post("/api/site", Object.fromEntries(names.map((name) => [name, valueIn(form, name)]))));
  },
  logout: async () => goOn(await post("/api/logout", {})),
};

/** Does what a form or a button says. Its buttons wait meanwhile, and a refusal is said. */
async function run(buttons: Iterable<HTMLButtonElement>, action: () => Promise<void> | void): Promise<void> {
  for (const button of buttons) button.disabled = true;
  say("");
  try {
    await action();
  } catch (error) {
    say(error instanceof Refused ? error.message : sentence("invalid"));
  } finally {
    for (const button of buttons) button.disabled = false;
  }
}

/** A first name for a passkey, which the person may change. */
const deviceName = (): string => {
  const { userAgentData } = navigator as Navigator & { readonly userAgentData?: { readonly platform?: string } };
  return userAgentData?.platform || navigator.platform || "Passkey";
};

/** Asks what the link in the address allows. */
async function checkLink(form: HTMLFormElement): Promise<void> {
  try {
    const { kind = "" } = await post("/api/link", { secret: linkSecret() });
    const titles = JSON.parse(form.dataset["titles"] ?? "{}") as Readonly<Record<string, string>>;
    const title = document.querySelector("h1");
    if (title) title.textContent = document.title = titles[kind] ?? "";
    if (kind === "claim") document.querySelector("#name")?.remove();
    form.hidden = false;
    form.querySelector("input")?.focus();
  } catch (error) {
    say(error instanceof Refused ? error.message : sentence("invalid"));
  }
  document.querySelector("#checking")?.remove();
}

for (const form of document.querySelectorAll<HTMLFormElement>("form[data-action]"))
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void run([...form.querySelectorAll("button")], () => ACTIONS[form.dataset["action"] ?? ""]?.(form));
  });

for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-does=app]"))
  button.addEventListener("click", () => {
    if (linkForm && !linkForm.reportValidity()) return;
    void run([button], askForApp);
  });

for (const input of document.querySelectorAll<HTMLInputElement>("input[name=passkey]")) input.value = deviceName();
for (const input of document.querySelectorAll<HTMLInputElement>("input[name=timeZone]"))
  input.value = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

const WRITTEN = new Intl.DateTimeFormat(document.documentElement.lang, {
  dateStyle: "medium",
  timeStyle: "short",
});
for (const time of document.querySelectorAll<HTMLTimeElement>("time[datetime]"))
  time.textContent = WRITTEN.format(new Date(time.dateTime));

if (linkForm) void checkLink(linkForm);
