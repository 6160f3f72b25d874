import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

const secret = (): string => randomBytes(32).toString("base64url");

const isEqual = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));
const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/**
 * Who may read. A link contains a token that works once; the page exchanges it for a session, which it sends in a
 * header. Unlike a cookie, it goes to no other port of this machine, and other sites cannot make a browser send it.
 */
export class Access {
  readonly #session = secret();
  #token: string | null = null;

  /** For the next link; an earlier one that was not used stops working. */
  newToken(): string {
    this.#token = secret();
    return this.#token;
  }

  /** The session; null: not the token, or it was used. */
  exchange(token: unknown): string | null {
    if (typeof token !== "string" || this.#token === null) return null;
    if (!isEqual(token, this.#token)) return null;
    this.#token = null;
    return this.#session;
  }

  isAllowed({ authorization = "" }: IncomingHttpHeaders): boolean {
    return isEqual(authorization, `Bearer ${this.#session}`);
  }
}

/**
 * Whether a browser sent a request to this server, from its own page or from no page. A site whose name resolves to
 * 127.0.0.1 has another Host, and its Origin is its own.
 */
export function isOwnRequest(headers: IncomingHttpHeaders, port: number): boolean {
  const { host = "", origin } = headers;
  const isOwnHost = host === `127.0.0.1:${port}` || host === `localhost:${port}`;
  return isOwnHost && (origin === undefined || origin === `http://${host}`);
}
