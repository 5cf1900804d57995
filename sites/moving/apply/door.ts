/** The site's API, as an import uses it. A command line and a browser each have their own way to it. */
import type { Issue } from "../../../manifests/refusals/refusal.ts";

export interface ImportedFile {
  readonly id: string;
  readonly path: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly alt?: string;
  /** The id of the file in the program from which it was imported. */
  readonly source?: string | null;
  /** The paths at which earlier sites had the file. Absent at a site of an earlier version. */
  readonly formerPaths?: readonly string[];
  readonly version: number;
}

/** The members of a new file that an import knows. Those that are left out are empty. */
export interface FileFacts {
  readonly name: string;
  readonly source: string;
  readonly alt?: string | undefined;
  readonly caption?: string | undefined;
  readonly formerPath?: string | undefined;
}

/** The query of an upload. */
export const uploadQuery = (facts: FileFacts): string =>
  `?${Object.entries(facts)
    .flatMap(([name, value]: [string, string | undefined]) =>
      value === undefined || value === "" ? [] : [`${name}=${encodeURIComponent(value)}`],
    )
    .join("&")}`;

export interface Door {
  get<T>(path: string): Promise<T>;
  change<T>(
    method: "POST" | "PUT" | "PATCH",
    path: string,
    change: { readonly body: unknown; readonly key: string; readonly version?: number },
  ): Promise<T>;
  upload(file: FileFacts, bytes: Uint8Array<ArrayBuffer>, key: string): Promise<ImportedFile>;
  /** Fetches a file of another host, or says why not. */
  fetch(url: string): Promise<Uint8Array<ArrayBuffer> | { readonly refused: string }>;
  wait(seconds: number): Promise<void>;
}

/** A refusal of the site. */
export class SiteRefusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly issues: readonly Issue[];
  /** Seconds after which the site takes the request. */
  readonly after: number;
  /** The document that is not at the expected version. */
  readonly id: string | undefined;

  constructor(
    status: number,
    problem: {
      readonly code?: string;
      readonly title?: string;
      readonly issues?: readonly Issue[];
      readonly id?: string;
    },
    after: number,
  ) {
    super(`${status} ${problem.code ?? ""} ${problem.title ?? ""}`.trim());
    this.status = status;
    this.code = problem.code ?? "";
    this.issues = problem.issues ?? [];
    this.after = after;
    this.id = problem.id;
  }
}

/** Codes of refusals after which the same request may succeed. */
const PASSING: ReadonlySet<string> = new Set(["RATE_LIMITED", "IDEMPOTENCY_IN_PROGRESS", "UNAVAILABLE"]);

/** Most waits for one request whose rate is used up. */
const PATIENCE = 50;

/** Repeats a request for as long as the site only asks to wait. */
export async function patiently<T>({ wait }: Pick<Door, "wait">, work: () => Promise<T>): Promise<T> {
  for (let waits = 0; ; waits++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof SiteRefusal) || !PASSING.has(error.code) || waits === PATIENCE) throw error;
      await wait(Math.max(1, error.after));
    }
  }
}
