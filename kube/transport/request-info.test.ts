import { describe, expect, it } from "vitest";

import { namespaceIn, requestInfo } from "./kube-request.ts";

describe("namespaceIn", () => {
  // prettier-ignore
  it.each([
    { shows: "of the core group",              path: "/api/v1/namespaces/shop/pods",                   namespace: "shop" },
    { shows: "of another group",               path: "/apis/apps/v1/namespaces/shop/deployments/web",  namespace: "shop" },
    { shows: "of the namespace itself",        path: "/api/v1/namespaces/shop",                        namespace: "shop" },
    { shows: "of all namespaces",              path: "/apis/apps/v1/deployments",                      namespace: "" },
    { shows: "of all namespace objects",       path: "/api/v1/namespaces",                             namespace: "" },
    { shows: "outside of the resources' APIs", path: "/else/api/v1/namespaces/shop/pods",              namespace: "" },
  ])("of a path $shows is '$namespace'", ({ path, namespace }) => {
    expect(namespaceIn(path)).toBe(namespace);
  });
});

describe("requestInfo", () => {
  // prettier-ignore
  it.each([
    { method: "GET",    path: "/api/v1/nodes",                                       verb: "list",   resource: "nodes" },
    { method: "GET",    path: "/api/v1/nodes/a",                                     verb: "get",    resource: "nodes" },
    { method: "GET",    path: "/apis/apps/v1/deployments",                           verb: "list",   resource: "deployments" },
    { method: "GET",    path: "/apis/apps/v1/namespaces/x/deployments",              verb: "list",   resource: "deployments" },
    { method: "GET",    path: "/apis/apps/v1/namespaces/x/deployments/web/scale",    verb: "get",    resource: "deployments/scale" },
    { method: "PATCH",  path: "/apis/apps/v1/namespaces/x/deployments/web/scale",    verb: "patch",  resource: "deployments/scale" },
    { method: "POST",   path: "/api/v1/namespaces/x/events",                         verb: "create", resource: "events" },
    { method: "PUT",    path: "/api/v1/namespaces/x/events/e",                       verb: "update", resource: "events" },
    { method: "DELETE", path: "/api/v1/namespaces/x/events/e",                       verb: "delete", resource: "events" },
    { method: "GET",    path: "/api/v1/namespaces",                                  verb: "list",   resource: "namespaces" },
    { method: "GET",    path: "/api/v1/namespaces/x",                                verb: "get",    resource: "namespaces" },
    { method: "GET",    path: "/apis/apps/v1",                                       verb: "get",    resource: "discovery" },
    { method: "GET",    path: "/api/v1",                                             verb: "get",    resource: "discovery" },
    { method: "GET",    path: "/apis/custom.metrics.k8s.io/v1beta2/namespaces/x/pods/*/rps", verb: "get", resource: "custom.metrics.k8s.io" },
    { method: "GET",    path: "/apis/external.metrics.k8s.io/v1beta1/namespaces/x/queue", verb: "get", resource: "external.metrics.k8s.io" },
    { method: "GET",    path: "/version",                                            verb: "get",    resource: "discovery" },
  ])("reads $method $path as $verb $resource", ({ method, path, verb, resource }) => {
    expect(requestInfo(method, path, false)).toEqual({ verb, resource });
  });

  it("treats a streaming list as a watch", () => {
    expect(requestInfo("GET", "/api/v1/nodes", true)).toEqual({ verb: "watch", resource: "nodes" });
  });
});
