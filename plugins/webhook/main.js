/**
 * Sends each publication and each submitted form to one address. The signature is that of Standard Webhooks:
 * HMAC-SHA256 over id, time and body. So a receiver can tell a call from a forgery, and a repeated call from a new one
 * by its id. In a site that was restored, numbers begin again from those of its backup. So an id has the moment, too,
 * or a receiver would take news for a repetition.
 */
const text = new TextEncoder();

const idOf = (name, moment) => `${name}-${Date.parse(moment)}`;

const base64 = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes)));

async function signature(secret, signed) {
  const key = await crypto.subtle.importKey("raw", text.encode(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return `v1,${base64(await crypto.subtle.sign("HMAC", key, text.encode(signed)))}`;
}

async function headersFor(id, body, secret) {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const headers = { "content-type": "application/json", "webhook-id": id, "webhook-timestamp": timestamp };
  return secret === undefined ? headers : { ...headers, "webhook-signature": await signature(secret, `${id}.${timestamp}.${body}`) };
}

async function send(type, id, data, { url, secret }) {
  if (url === "") return;
  const body = JSON.stringify({ type, data });
  const { status } = await fetch(url, { method: "POST", headers: await headersFor(id, body, secret), body });
  // A throw is how a hook says that it has to be called again.
  if (status < 200 || status > 299) throw new Error(`the address answered ${status}`);
}

/** @type {import("./plugin.d.ts").Hooks} */
export const hooks = {
  afterPublish: (publication, { site, settings }) =>
    send("site.published", idOf(`${site.id}-${publication.sequence}`, publication.publishedAt), { site: site.id, ...publication }, settings),
  formSubmitted: (submission, { site, settings }) =>
    send("form.submitted", idOf(`${site.id}-form-${submission.id}`, submission.at), { site: site.id, ...submission }, settings),
};
