import { request as plain } from "node:http";
import { request as secure } from "node:https";

export interface Asked {
  /** 0: no answer. */
  readonly code: number;
  readonly text: string;
}

/** As a kubelet probes: any certificate is accepted. */
export function probe(at: {
  readonly path: string;
  readonly port: number;
  readonly scheme: string;
}): Promise<Asked> {
  const ask = at.scheme === "HTTPS" ? secure : plain;
  const where = { host: "127.0.0.1", port: at.port, path: at.path, timeout: 5_000 };
  return new Promise(resolve => {
    const sent = ask({ ...where, rejectUnauthorized: false, agent: false }, response => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => (text += part));
      response.once("end", () => {
        resolve({ code: response.statusCode ?? 0, text });
      });
    });
    sent.once("timeout", () => sent.destroy());
    sent.once("error", error => {
      resolve({ code: 0, text: error.message });
    });
    sent.end();
  });
}
