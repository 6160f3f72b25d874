import undici from "undici";

const path = "/apis/pepr.dev/v1/";

/** Pepr never starts its watches without its store: this pretends that it exists and stays empty. */
export function answerStoreFromMemory(): void {
  const original = undici.fetch;
  const answer: typeof undici.fetch = (input, init) => {
    const url = new URL(input instanceof undici.Request ? input.url : input);
    return url.pathname.startsWith(path) ? Promise.resolve(fromMemory(url)) : original(input, init);
  };
  (undici as { fetch: typeof undici.fetch }).fetch = answer;
}

function fromMemory(url: URL): undici.Response {
  // A watch that stays open and never sends anything.
  if (url.searchParams.has("watch")) return new undici.Response(new ReadableStream());
  const name = /\/peprstores\/([^/]+)$/.exec(url.pathname)?.[1];
  const fields = url.searchParams.get("fieldSelector")?.replace("metadata.name=", "");
  const store = {
    apiVersion: "pepr.dev/v1",
    kind: "PeprStore",
    metadata: { name: name ?? fields, namespace: "pepr-system", uid: name ?? fields },
    data: {},
  };
  const list = { metadata: { resourceVersion: "1" }, items: [store] };
  return undici.Response.json(name === undefined ? list : store);
}
