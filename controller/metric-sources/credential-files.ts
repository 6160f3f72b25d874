import { readFile, realpath } from "node:fs/promises";
import { join } from "node:path";

import { err, ok, type Result } from "../../engine/model/values/result.ts";
import type { Clock } from "../../kube/clock.ts";

const fileNames = {
  ca: "ca.crt",
  cert: "tls.crt",
  key: "tls.key",
  token: "token",
  username: "username",
  password: "password",
} as const;

/** What a Secret of a metric source contains; undefined: it has no such key. */
export type SourceCredentials = Readonly<
  Partial<Record<keyof typeof fileNames, string | undefined>>
>;

const keys = Object.keys(fileNames) as (keyof SourceCredentials)[];

/** The header for these credentials; null: none is needed. */
export function authorizationOf({ token, username, password }: SourceCredentials): string | null {
  if (token !== undefined) return `Bearer ${token}`;
  return username === undefined || password === undefined ? null : basicAuth(username, password);
}

const basicAuth = (username: string, password: string): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;

/** A text without these credentials, in case a server repeats them. */
export function redact(text: string, credentials: SourceCredentials): string {
  const { token, username = "", password } = credentials;
  const basic = password === undefined ? undefined : basicAuth(username, password).slice(6);
  return [token, basic, password]
    .filter(secret => secret !== undefined && secret !== "")
    .reduce<string>((redacted, secret = "") => redacted.replaceAll(secret, () => "***"), text);
}

/** A kubelet updates a mounted Secret within about a minute, so there is no hurry. */
const rereadMs = 10_000;
/** Thousands of queries may be refused at once. */
const leastRereadMs = 1_000;

/**
 * The credentials of a metric source: files of a mounted Secret, read again when they may have changed. It needs no
 * right to read Secrets. Messages name the Secret and never contain what is in it.
 */
export class CredentialFiles {
  readonly #folder: string;
  readonly #secret: string | null;
  readonly #clock: Pick<Clock, "monotonic">;
  #readAt = -Infinity;
  #read: Promise<Result<SourceCredentials, string>> = Promise.resolve(ok({}));

  /** @param secret null: the source needs no credentials */
  constructor(folder: string, secret: string | null, clock: Pick<Clock, "monotonic">) {
    this.#folder = folder;
    this.#secret = secret;
    this.#clock = clock;
  }

  /** Errors: a sentence. */
  get(): Promise<Result<SourceCredentials, string>> {
    const now = this.#clock.monotonic();
    if (this.#secret !== null && now - this.#readAt >= rereadMs) {
      this.#readAt = now;
      this.#read = readAll(join(this.#folder, this.#secret), this.#secret);
    }
    return this.#read;
  }

  /** After the server refused them: they may have been replaced a moment ago. */
  invalidate(): void {
    if (this.#clock.monotonic() - this.#readAt >= leastRereadMs) this.#readAt = -Infinity;
  }
}

async function readAll(folder: string, secret: string): Promise<Result<SourceCredentials, string>> {
  // The kubelet replaces all files at once, by a link: a certificate never comes with the key of another.
  const current = await realpath(join(folder, "..data")).catch(() => folder);
  const texts = await Promise.all(keys.map(key => readIfPresent(join(current, fileNames[key]))));
  const found: SourceCredentials = Object.fromEntries(
    keys.map((key, index) => [key, texts[index]]),
  );
  const problem = problemWith(found);
  return problem === null ? ok(found) : err(`Secret ${secret} ${problem}`);
}

/** A line break at the end is from the editor or from echo. */
const readIfPresent = (file: string): Promise<string | undefined> =>
  readFile(file, "utf8").then(
    text => text.slice(0, text.split("").findLastIndex(unit => !"\r\n".includes(unit)) + 1),
    () => undefined,
  );

function problemWith(found: SourceCredentials): string | null {
  const names = Object.values(fileNames).join(", ");
  if (keys.every(key => found[key] === undefined)) return `is missing, or has none of ${names}`;
  if ((found.cert === undefined) !== (found.key === undefined)) {
    return "has only one of tls.crt and tls.key";
  }
  if ((found.username === undefined) !== (found.password === undefined)) {
    return "has only one of username and password";
  }
  if (found.token !== undefined && found.username !== undefined) {
    return "has both a token and a password; remove one of them";
  }
  const isHeader = found.token === undefined || /^[!-~]+$/.test(found.token);
  return isHeader ? null : "has a token with characters that no header may have";
}
