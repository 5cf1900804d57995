import { refused } from "../../../manifests/result.ts";
import { type ApiAnswer, settled } from "../../requests/answer.ts";

/** Sends a file as the raw body. XMLHttpRequest reports upload progress, and `fetch` does not. */
export function sendFile<T>(
  file: File,
  headers: Readonly<Record<string, string>>,
  onProgress: (share: number) => void = () => undefined,
): Promise<ApiAnswer<T>> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("POST", `/api/media?name=${encodeURIComponent(file.name.toWellFormed())}`);
    request.setRequestHeader("Idempotency-Key", crypto.randomUUID());
    request.setRequestHeader("Content-Type", "application/octet-stream");
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener("progress", ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
    request.addEventListener("load", () =>
      resolve(settled<T>(request.status, request.responseText, (name) => request.getResponseHeader(name))),
    );
    request.addEventListener("error", () => resolve(refused({ kind: "unreached" })));
    request.send(file);
  });
}
