import type { Threats } from "../mutant.ts";

const chart = "test/chart/chart.test.ts";
const claims = "controller/leader/namespace-claims.test.ts";
const controller = "controller/controller.test.ts";
const policies = "test/integration/policies.integration.test.ts";
const reviews = "admission/access-review.test.ts";

/** Installations for some namespaces, a client with the operator's token, appliers and viewers. */
export const rights: Threats = {
  "use the operator's token in another namespace": [
    {
      when: "the ClusterRole has the rights on objects as well",
      file: "charts/trimtab/templates/rbac.yaml",
      from: `  {{- if not .Values.watchNamespaces }}
  {{- include "trimtab.objectRules" . | nindent 2 }}
  {{- end }}`,
      to: `  {{- include "trimtab.objectRules" . | nindent 2 }}`,
      tests: [chart],
    },
  ],
  "have a second installation scale the same objects": [
    {
      when: "the Lease of another installation does not count",
      file: "controller/leader/namespace-claims.ts",
      from: `if (rival) return conflictOf(rival, "NotLeading");`,
      to: "",
      tests: [claims],
    },
    {
      when: "an installation for all namespaces ignores the others",
      file: "controller/leader/namespace-claims.ts",
      from: "if (rival && !isContinued)",
      to: "if (rival && isContinued && !isContinued)",
      tests: [claims],
    },
    {
      when: "an installation writes although its Leases were not renewed",
      file: "controller/leader/write-fence.ts",
      from: "return monotonic - since.monotonic < longest && wall - since.wall < longest;",
      to: "return monotonic - since.monotonic < Infinity && wall - since.wall < Infinity;",
      tests: [claims],
    },
    {
      when: "an installation for all namespaces writes in those that it leaves",
      file: "controller/leader/namespace-claims.ts",
      from: "return this.#mayWrite() && !this.left.has(key);",
      to: "return this.#mayWrite();",
      tests: [claims],
    },
  ],
  "stop the operator with such a Lease": [
    {
      when: "the policy only audits",
      file: "charts/trimtab/templates/status-policy.yaml",
      from: `policyName: {{ $name }}-namespace
  validationActions: [Deny]`,
      to: `policyName: {{ $name }}-namespace
  validationActions: [Audit]`,
      tests: ["test/chart/namespaces.test.ts"],
    },
    {
      when: "users who may do everything count as operators",
      file: "charts/trimtab/templates/_rules.tpl",
      from: "!{{ $status }}.check('do-anything').allowed())",
      to: "{{ $status }}.check('operate').allowed())",
      tests: [policies],
    },
  ],
  "stop an installation for all namespaces from within one": [
    {
      when: "a Lease in one namespace stops the work in all",
      file: "controller/leader/namespace-claims.ts",
      from: "const rival = rivals.find(isEverywhere);",
      to: "const [rival] = rivals;",
      tests: [claims],
    },
    {
      when: "a Lease takes its namespace from an installation that was first",
      file: "controller/leader/other-installations.ts",
      from: "inOne.filter(isFirst).map(placeOf)",
      to: "inOne.map(placeOf)",
      tests: [claims],
    },
    {
      when: "objects in a namespace that is left are decided about",
      file: "controller/controller.ts",
      from: "if (!isLeading || isLeft) return",
      to: "if (!isLeading) return",
      tests: [controller],
    },
    {
      when: "an object is continued from before its namespace was left",
      file: "controller/controller.ts",
      from: "if (isLeft) states.delete(key);",
      to: "",
      tests: [controller],
    },
  ],
  "delete the Lease of an installation, so that another one leads as well": [
    {
      when: "the policy covers no deletions",
      file: "charts/trimtab/templates/status-policy.yaml",
      from: `      # The deletion of a collection names no object.
      - apiGroups: [coordination.k8s.io]
        apiVersions: ["*"]
        operations: [DELETE]
        resources: [leases]
        scope: Namespaced
`,
      to: "",
      tests: [policies],
    },
  ],
  "stop the work for other namespaces by deleting theirs": [
    {
      when: "a namespace that is gone keeps the cache from being complete",
      file: "kube/watch/namespaced-informer.ts",
      from: "[...this.#parts].filter(([namespace]) => !this.#ports.isGone(namespace));",
      to: "[...this.#parts];",
      tests: ["kube/watch/namespaced-informer.test.ts"],
    },
    {
      when: "a namespace that refuses the Lease stops the others",
      file: "controller/leader/namespace-claims.ts",
      from: `return lease.error.code === "Forbidden" ? "refused" : "failed";`,
      to: `return "failed";`,
      tests: [claims],
    },
  ],
  "create an object where nothing reviews it": [
    {
      when: "an object in another namespace is accepted",
      file: "capabilities/admission/review-spec.ts",
      from: "if (elsewhere) return toVerdict([elsewhere]);",
      to: "",
      tests: ["capabilities/admission/review-spec.test.ts"],
    },
  ],
  "read or create other Secrets": [
    {
      when: "the Role names no Secret",
      file: "charts/trimtab/templates/rbac.yaml",
      from: `    resourceNames: [{{ include "trimtab.certificateSecret" . }}]\n`,
      to: "",
      tests: [chart],
    },
    {
      when: "the Role has another verb on the Secret",
      file: "charts/trimtab/templates/rbac.yaml",
      from: "verbs: [list, watch, patch]",
      to: "verbs: [list, watch, patch, create]",
      tests: [chart],
    },
  ],
  "create pods, delete objects, change roles": [
    {
      when: "a rule has the verb `*`",
      file: "charts/trimtab/templates/_rules.tpl",
      from: `  resources: [autoscalers/status, clusterproportionalautoscalers/status]
  verbs: [patch]`,
      to: `  resources: [autoscalers/status, clusterproportionalautoscalers/status]
  verbs: ["*"]`,
      tests: [chart],
    },
    {
      when: "a rule grants to create pods",
      file: "charts/trimtab/templates/_rules.tpl",
      from: `- apiGroups: [metrics.k8s.io]`,
      to: `- apiGroups: [""]
  resources: [pods]
  verbs: [create]
- apiGroups: [metrics.k8s.io]`,
      tests: [chart],
    },
  ],
  "have API servers send them other objects": [
    {
      when: "the policy only audits",
      file: "charts/trimtab/templates/webhook-policy.yaml",
      from: "validationActions: [Deny]",
      to: "validationActions: [Audit]",
      tests: [policies],
    },
    {
      when: "the operator may add rules to its webhook",
      file: "charts/trimtab/templates/webhook-policy.yaml",
      from: "key == 'clientConfig' || (key in dyn(old)",
      to: "key in ['clientConfig', 'rules'] || (key in dyn(old)",
      tests: [policies],
    },
    {
      when: "the operator may send reviews to another Service",
      file: "charts/trimtab/templates/webhook-policy.yaml",
      from: "dyn(webhook.clientConfig.service).all(key, key == 'path' ||",
      to: "dyn(webhook.clientConfig.service).all(key, key in ['path', 'name'] ||",
      tests: [policies],
    },
  ],
  "use a right that the operator does not need": [
    {
      when: "the chart grants a verb that nothing uses",
      file: "charts/trimtab/templates/_rules.tpl",
      from: `- apiGroups: [metrics.k8s.io]
  resources: [pods]
  verbs: [list]`,
      to: `- apiGroups: [metrics.k8s.io]
  resources: [pods]
  verbs: [list, get]`,
      tests: ["test/rights/rights.test.ts"],
    },
  ],
  "get more rights from within the container": [
    {
      when: "the file system of the container can be written",
      file: "charts/trimtab/values.yaml",
      from: "readOnlyRootFilesystem: true",
      to: "readOnlyRootFilesystem: false",
      tests: [chart],
    },
    {
      when: "the process may get more privileges",
      file: "charts/trimtab/values.yaml",
      from: "allowPrivilegeEscalation: false",
      to: "allowPrivilegeEscalation: true",
      tests: [chart],
    },
  ],
  "scale what the applier's account may not scale": [
    {
      when: "the operator asks about another account",
      file: "admission/access-review.ts",
      from: "const spec = { user: username, uid,",
      to: `const spec = { user: "admin", uid,`,
      tests: [reviews],
    },
    {
      when: "the answer for one account serves others",
      file: "admission/access-review.ts",
      from: "JSON.stringify([this.#digestOf(who), namespace, group, plural, name])",
      to: "JSON.stringify([namespace, group, plural, name])",
      tests: [reviews],
    },
  ],
  "write an object or a status": [
    {
      when: "the role has another verb",
      file: "charts/trimtab/templates/aggregated-roles.yaml",
      from: `"verbs" (list "get" "list" "watch"))`,
      to: `"verbs" (list "get" "list" "watch" "patch"))`,
      tests: [chart],
    },
  ],
  "count nodes for another selector": [
    {
      when: "viewers may write a ClusterProportionalAutoscaler",
      file: "charts/trimtab/templates/aggregated-roles.yaml",
      from: "(ternary $editors (list) .Values.rbac.aggregateProportionalToEdit)",
      to: `(list "view")`,
      tests: [chart],
    },
  ],
  "read a broken ConfigMap": [
    {
      when: "a message quotes what is no JSON",
      file: "engine/proportional/go-json.ts",
      from: "return err(`is not JSON${placeOf(error, text)}`);",
      to: "return err(`is not JSON${placeOf(error, text)}: ${text}`);",
      tests: ["engine/proportional/config-map-parameters.test.ts"],
    },
  ],
};
