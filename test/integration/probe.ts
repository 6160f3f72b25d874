import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request as plain } from "node:http";
import { request as secure, type Agent } from "node:https";
import { connect } from "node:tls";

export interface Answer {
  readonly code: number;
  readonly text: string;
  readonly headers: IncomingHttpHeaders;
  /** True if the request reused an existing connection. */
  readonly reused: boolean;
}

export interface Question {
  readonly method?: string;
  readonly body?: string;
  readonly agent?: Agent;
  readonly headers?: OutgoingHttpHeaders;
}

/** Sends one request to a port of the operator. Tests that depend on its certificate check it themselves. */
export function ask(
  url: string,
  { method = "GET", body, agent, headers = {} }: Question = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    // A separate connection: the server may be closing one that rejected another test's request.
    const options = { method, headers, rejectUnauthorized: false, agent: agent ?? false };
    const request = url.startsWith("https:") ? secure : plain;
    const sent = request(url, options, response => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => (text += part));
      response.once("end", () => {
        const { statusCode: code = 0, headers } = response;
        resolve({ code, text, headers, reused: sent.reusedSocket });
      });
    });
    sent.once("error", reject);
    sent.end(body);
  });
}

/** The serial number of the certificate that a new connection gets. */
export function servedSerial(url: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const options = { host: hostname, port: Number(port), rejectUnauthorized: false };
    const socket = connect(options, () => {
      resolve(socket.getPeerCertificate().serialNumber);
      socket.destroy();
    });
    socket.once("error", reject);
  });
}
