// Generated from crds/clusterproportionalautoscalers.autoscaling.trimtab.dev.yaml by hack/generate/generate.ts; edit that and run it again.
function unreadable()        {
  throw new Error("the schema refuses a value that this rule reads");
}
function get(holder         , key                 , byDefault          )          {
  const isThere = has(holder, key);
  const value = isThere ? (holder                                    )[key] : byDefault;
  return value === undefined ? unreadable() : value;
}
function has(holder         , key                 )          {
  if (typeof holder !== "object" || holder === null) return unreadable();
  return Object.hasOwn(holder, key);
}
function matches(text         , pattern        )          {
  return typeof text === "string" ? pattern.test(text) : unreadable();
}
function typeOf(value         )         {
  return typeof value === "number" ? "int" : typeof value;
}
function each(collection         )            {
  if (Array.isArray(collection)) return collection             ;
  return Object.keys(collection          );
}
function size(collection         )         {
  return typeof collection === "string" ? Array.from(collection).length : each(collection).length;
}
function format(text        , values                    )         {
  let index = 0;
  return text.replace(/%[ds]/g, () => String(values[index++]));
}
const rule0 = { code: "ParametersMissing", path: "", holds: self => ((has(self, "linear") || has(self, "ladder")) || has(self, "configMapRef")), sentence: "one of linear, ladder and configMapRef is required; write linear: {nodesPerReplica: 16} to run one replica for every 16 nodes" };
const rule1 = { code: "ParametersAmbiguous", path: "", holds: self => (size(each([has(self, "linear"), has(self, "ladder"), has(self, "configMapRef")]).filter(present => present)) <= 1), sentence: "only one of linear, ladder and configMapRef may be set; keep one of them and remove the rest", explain: self => (("only one of linear, ladder and configMapRef may be set, but " + (!has(self, "linear") ? "ladder and configMapRef are" : (!has(self, "ladder") ? "linear and configMapRef are" : (!has(self, "configMapRef") ? "linear and ladder are" : "all three are")))) + "; keep one of them and remove the rest") };
const rule2 = { code: "MaxContradictsPrevention", path: ".linear.maxReplicas", holds: self => (((((get(self, "algorithm", "Trimtab-1") !== "Trimtab-1") || !has(self, "linear")) || !has(get(self, "linear"), "maxReplicas")) || (get(get(self, "linear"), "maxReplicas") !== 1)) || !get(get(self, "linear"), "preventSinglePointFailure", false)), sentence: "a maxReplicas of 1 contradicts preventSinglePointFailure, which asks for 2 replicas; write maxReplicas: 2 or more, or preventSinglePointFailure: false" };
const rule3 = { code: "MaxContradictsPrevention", path: ".configMapRef.default.linear.maxReplicas", holds: self => (((((((get(self, "algorithm", "Trimtab-1") !== "Trimtab-1") || !has(self, "configMapRef")) || !has(get(self, "configMapRef"), "default")) || !has(get(get(self, "configMapRef"), "default"), "linear")) || !has(get(get(get(self, "configMapRef"), "default"), "linear"), "maxReplicas")) || (get(get(get(get(self, "configMapRef"), "default"), "linear"), "maxReplicas") !== 1)) || !get(get(get(get(self, "configMapRef"), "default"), "linear"), "preventSinglePointFailure", false)), sentence: "a maxReplicas of 1 contradicts preventSinglePointFailure, which asks for 2 replicas; write maxReplicas: 2 or more, or preventSinglePointFailure: false" };
const rule4 = { code: "DimensionUnsupported", path: ".linear", holds: self => (((get(self, "algorithm", "Trimtab-1") !== "CPA-1.10") || !has(self, "linear")) || !((has(get(self, "linear"), "podsPerReplica") || has(get(self, "linear"), "namespacesPerReplica")) || has(get(self, "linear"), "resourcesPerReplica"))), sentence: "CPA-1.10 counts only nodes and cores, as upstream does; write algorithm: Trimtab-1, or remove podsPerReplica, namespacesPerReplica and resourcesPerReplica" };
const rule5 = { code: "DimensionUnsupported", path: ".ladder", holds: self => (((get(self, "algorithm", "Trimtab-1") !== "CPA-1.10") || !has(self, "ladder")) || !((has(get(self, "ladder"), "podsToReplicas") || has(get(self, "ladder"), "namespacesToReplicas")) || has(get(self, "ladder"), "resourcesToReplicas"))), sentence: "CPA-1.10 counts only nodes and cores, as upstream does; write algorithm: Trimtab-1, or remove podsToReplicas, namespacesToReplicas and resourcesToReplicas" };
const rule6 = { code: "IdleForGood", path: ".behavior.scaleUp.selectPolicy", holds: self => (((((((get(self, "algorithm", "Trimtab-1") === "CPA-1.10") || !has(self, "behavior")) || !has(get(self, "behavior"), "scaleUp")) || !has(get(get(self, "behavior"), "scaleUp"), "selectPolicy")) || (get(get(get(self, "behavior"), "scaleUp"), "selectPolicy") !== "Disabled")) || !has(self, "ladder")) || !(((((has(get(self, "ladder"), "coresToReplicas") && each(get(get(self, "ladder"), "coresToReplicas")).some(step => (get(step, "replicas") === 0))) || (has(get(self, "ladder"), "nodesToReplicas") && each(get(get(self, "ladder"), "nodesToReplicas")).some(step => (get(step, "replicas") === 0)))) || (has(get(self, "ladder"), "podsToReplicas") && each(get(get(self, "ladder"), "podsToReplicas")).some(step => (get(step, "replicas") === 0)))) || (has(get(self, "ladder"), "namespacesToReplicas") && each(get(get(self, "ladder"), "namespacesToReplicas")).some(step => (get(step, "replicas") === 0)))) || (has(get(self, "ladder"), "resourcesToReplicas") && each(get(get(self, "ladder"), "resourcesToReplicas")).some(resource => each(get(resource, "steps")).some(step => (get(step, "replicas") === 0)))))), sentence: "scale-up is disabled, but a step is 0, and no workload leaves 0 without scale-up; write replicas: 1 or more, or another selectPolicy" };
const rule7 = { code: "DuplicateTarget", path: "", holds: self => !each(self).some(a => each(self).some(b => ((((get(a, "apiVersion") !== get(b, "apiVersion")) && (get(a, "kind") === get(b, "kind"))) && (get(a, "name") === get(b, "name"))) && (get(get(a, "apiVersion").split("/"), 0) === get(get(b, "apiVersion").split("/"), 0))))), sentence: "a workload is listed under two versions of one API group, which are the same object; remove one of them", explain: self => format("%s %s is listed under two versions of one API group, which are the same object; remove one of them", get(each(each(self).filter(a => each(self).some(b => ((((get(a, "apiVersion") !== get(b, "apiVersion")) && (get(a, "kind") === get(b, "kind"))) && (get(a, "name") === get(b, "name"))) && (get(get(a, "apiVersion").split("/"), 0) === get(get(b, "apiVersion").split("/"), 0)))))).map(a => [get(a, "kind"), get(a, "name")]), 0)) };
const rule8 = { code: "ApiGroupMissing", path: ".apiVersion", holds: self => (get(self, "apiVersion").includes("/") || ((get(self, "apiVersion") === "v1") && (get(self, "kind") === "ReplicationController"))), sentence: "apiVersion has no API group; write group/version, such as apps/v1 for a Deployment", explain: self => (((("apiVersion " + get(self, "apiVersion")) + " has no API group, but ") + get(self, "kind")) + " needs one; write group/version, such as apps/v1 for a Deployment") };
const rule9 = { code: "ApiVersionMalformed", path: "", holds: self => matches(self, /^([a-z0-9]([-a-z0-9]*[a-z0-9])?([.][a-z0-9]([-a-z0-9]*[a-z0-9])?)*\/)?[a-z]([-a-z0-9]*[a-z0-9])?$/), sentence: "is not an API version; write group/version, such as apps/v1" };
const place10 = { own: [rule9] };
const rule11 = { code: "KindMalformed", path: "", holds: self => matches(self, /^[A-Za-z]([-A-Za-z0-9]*[A-Za-z0-9])?$/), sentence: "is not a kind; write the singular name in CamelCase, such as Deployment" };
const place12 = { own: [rule11] };
const rule13 = { code: "NameMalformed", path: "", holds: self => matches(self, /^[a-z0-9]([-a-z0-9]*[a-z0-9])?([.][a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/), sentence: "is not an object name; write lower case letters, digits, - and ., beginning and ending with a letter or digit" };
const place14 = { own: [rule13] };
const place15 = { own: [rule8], fields: { apiVersion: place10, kind: place12, name: place14 } };
const place16 = { unique: {"code":"DuplicateTarget","keys":["apiVersion","kind","name"]}, own: [rule7], items: place15 };
const rule17 = { code: "RatioMissing", path: "", holds: self => ((((has(self, "coresPerReplica") || has(self, "nodesPerReplica")) || has(self, "podsPerReplica")) || has(self, "namespacesPerReplica")) || has(self, "resourcesPerReplica")), sentence: "at least one ratio is required, such as nodesPerReplica; write nodesPerReplica: 16 to run one replica for every 16 nodes" };
const rule18 = { code: "MaxBelowMin", path: ".maxReplicas", holds: self => ((!has(self, "maxReplicas") || (get(self, "maxReplicas") < 1)) || (get(self, "maxReplicas") >= get(self, "minReplicas", 1))), sentence: "maxReplicas is less than minReplicas; raise maxReplicas or lower minReplicas", explain: self => format("maxReplicas %d is less than minReplicas %d; write maxReplicas: %d or more, or lower minReplicas", [get(self, "maxReplicas"), get(self, "minReplicas", 1), get(self, "minReplicas", 1)]) };
const rule19 = { code: "RatioNotPositive", path: "", holds: self => (self > 0), sentence: "must be greater than 0; write how much one replica serves, or leave the field out to give it no influence" };
const place20 = { own: [rule19] };
const rule21 = { code: "QuantityMalformed", path: ".perReplica", holds: self => each([get(self, "perReplica")]).every(value => ((typeOf(value) !== "string") || matches(value, /^[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([numkMGTPE]|[KMGTPE]i|[eE][+-]?([0-5]?[0-9]|6[0-4]))?$/))), sentence: "is not a quantity; write a number, with a unit if need be, such as 500m or 64Mi" };
const rule22 = { code: "QuantityNotPositive", path: ".perReplica", holds: self => each([get(self, "perReplica")]).every(value => ((typeOf(value) === "string") ? !matches(value, /^(-|[+]?[0.]+([a-zA-Z]|$))/) : (value > 0))), sentence: "must be greater than 0; write the amount to aim for, such as 500m or 64Mi" };
const rule23 = { code: "ResourceNameMalformed", path: "", holds: self => matches(self, /^(memory|ephemeral-storage|hugepages-[-A-Za-z0-9_.]{0,52}[A-Za-z0-9]|[a-z0-9]([-a-z0-9]*[a-z0-9])?([.][a-z0-9]([-a-z0-9]*[a-z0-9])?)*\/[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)$/), sentence: "is not a resource that counts here; write memory, ephemeral-storage, hugepages-2Mi or an extended resource such as nvidia.com/gpu, and coresPerReplica or coresToReplicas for cpu" };
const place24 = { own: [rule23] };
const place25 = { own: [rule21, rule22], fields: { name: place24 } };
const place26 = { unique: {"code":"DuplicateResource","keys":["name"]}, items: place25 };
const rule27 = { code: "BoundTooSmall", path: "", holds: self => (self >= 1), sentence: "must be at least 1; write 1 or more, or use ladder, which can go down to 0" };
const place28 = { own: [rule27] };
const rule29 = { code: "BoundTooSmall", path: "", holds: self => (self >= 1), sentence: "must be at least 1; write 1 or more, or leave the field out for no limit" };
const place30 = { own: [rule29] };
const place31 = { own: [rule17, rule18], fields: { coresPerReplica: place20, nodesPerReplica: place20, resourcesPerReplica: place26, minReplicas: place28, maxReplicas: place30 } };
const rule32 = { code: "LadderEmpty", path: "", holds: self => (((((has(self, "coresToReplicas") && (size(get(self, "coresToReplicas")) > 0)) || (has(self, "nodesToReplicas") && (size(get(self, "nodesToReplicas")) > 0))) || (has(self, "podsToReplicas") && (size(get(self, "podsToReplicas")) > 0))) || (has(self, "namespacesToReplicas") && (size(get(self, "namespacesToReplicas")) > 0))) || (has(self, "resourcesToReplicas") && (size(get(self, "resourcesToReplicas")) > 0))), sentence: "at least one step is required, such as one of nodesToReplicas; write nodesToReplicas: [{nodes: 1, replicas: 1}, {nodes: 16, replicas: 2}]" };
const place33 = { unique: {"code":"DuplicateStep","keys":["cores"]} };
const place34 = { unique: {"code":"DuplicateStep","keys":["nodes"]} };
const place35 = { unique: {"code":"DuplicateStep","keys":["pods"]} };
const place36 = { unique: {"code":"DuplicateStep","keys":["namespaces"]} };
const rule37 = { code: "QuantityMalformed", path: ".quantity", holds: self => each([get(self, "quantity")]).every(value => ((typeOf(value) !== "string") || matches(value, /^[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([numkMGTPE]|[KMGTPE]i|[eE][+-]?([0-5]?[0-9]|6[0-4]))?$/))), sentence: "is not a quantity; write a number, with a unit if need be, such as 500m or 64Mi" };
const rule38 = { code: "QuantityNegative", path: ".quantity", holds: self => each([get(self, "quantity")]).every(value => ((typeOf(value) === "string") ? !value.startsWith("-") : (value >= 0))), sentence: "must not be negative; write 0 or more, such as 64Gi" };
const place39 = { own: [rule37, rule38] };
const place40 = { items: place39 };
const place41 = { fields: { name: place24, steps: place40 } };
const place42 = { unique: {"code":"DuplicateResource","keys":["name"]}, items: place41 };
const place43 = { own: [rule32], fields: { coresToReplicas: place33, nodesToReplicas: place34, podsToReplicas: place35, namespacesToReplicas: place36, resourcesToReplicas: place42 } };
const rule44 = { code: "ParametersMissing", path: "", holds: self => (has(self, "linear") || has(self, "ladder")), sentence: "one of linear and ladder is required; write linear: {nodesPerReplica: 16}, or leave default out" };
const rule45 = { code: "ParametersAmbiguous", path: "", holds: self => (!has(self, "linear") || !has(self, "ladder")), sentence: "only one of linear and ladder may be set, but both are; keep one of them and remove the other" };
const rule46 = { code: "DimensionUnsupported", path: ".linear", holds: self => (!has(self, "linear") || !((has(get(self, "linear"), "podsPerReplica") || has(get(self, "linear"), "namespacesPerReplica")) || has(get(self, "linear"), "resourcesPerReplica"))), sentence: "the ConfigMap that default stands in for counts only nodes and cores; remove podsPerReplica, namespacesPerReplica and resourcesPerReplica" };
const rule47 = { code: "DimensionUnsupported", path: ".ladder", holds: self => (!has(self, "ladder") || !((has(get(self, "ladder"), "podsToReplicas") || has(get(self, "ladder"), "namespacesToReplicas")) || has(get(self, "ladder"), "resourcesToReplicas"))), sentence: "the ConfigMap that default stands in for counts only nodes and cores; remove podsToReplicas, namespacesToReplicas and resourcesToReplicas" };
const place48 = { own: [rule44, rule45, rule46, rule47], fields: { linear: place31, ladder: place43 } };
const place49 = { fields: { name: place14, default: place48 } };
const rule50 = { code: "LabelKeyMalformed", path: "", holds: self => each(self).every(key => matches(key, /^([a-z0-9]([-a-z0-9]*[a-z0-9])?([.][a-z0-9]([-a-z0-9]*[a-z0-9])?)*\/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/)), sentence: "a label key is malformed; write it as the node has it, such as topology.kubernetes.io/zone", explain: self => format("label key \"%s\" is malformed; write it as the node has it, such as topology.kubernetes.io/zone", [get(each(self).filter(key => !matches(key, /^([a-z0-9]([-a-z0-9]*[a-z0-9])?([.][a-z0-9]([-a-z0-9]*[a-z0-9])?)*\/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/)), 0)]) };
const rule51 = { code: "LabelValueMalformed", path: "", holds: self => matches(self, /^([A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?)?$/), sentence: "is not the value of a label, which has at most 63 letters, digits, -, _ and ., beginning and ending with a letter or digit; write it as the node has it" };
const place52 = { own: [rule51] };
const place53 = { own: [rule50], values: place52 };
const rule54 = { code: "ValuesMissing", path: ".values", holds: self => (!["In", "NotIn"].includes(get(self, "operator")) || (has(self, "values") && (size(get(self, "values")) > 0))), sentence: "operators In and NotIn need values; write values: [a, b], or the operator Exists or DoesNotExist", explain: self => (("operator " + get(self, "operator")) + " needs values; write values: [a, b], or the operator Exists or DoesNotExist") };
const rule55 = { code: "ValuesForbidden", path: ".values", holds: self => ((!["Exists", "DoesNotExist"].includes(get(self, "operator")) || !has(self, "values")) || (size(get(self, "values")) === 0)), sentence: "operators Exists and DoesNotExist take no values; remove values, or write the operator In or NotIn", explain: self => (("operator " + get(self, "operator")) + " takes no values; remove values, or write the operator In or NotIn") };
const rule56 = { code: "LabelKeyMalformed", path: "", holds: self => matches(self, /^([a-z0-9]([-a-z0-9]*[a-z0-9])?([.][a-z0-9]([-a-z0-9]*[a-z0-9])?)*\/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/), sentence: "is not the key of a label; write it as the node has it, such as topology.kubernetes.io/zone" };
const place57 = { own: [rule56] };
const place58 = { items: place52 };
const place59 = { own: [rule54, rule55], fields: { key: place57, values: place58 } };
const place60 = { items: place59 };
const place61 = { fields: { matchLabels: place53, matchExpressions: place60 } };
const rule62 = { code: "TaintValueForbidden", path: ".value", holds: self => (((!has(self, "operator") || (get(self, "operator") !== "Exists")) || !has(self, "value")) || (get(self, "value") === "")), sentence: "operator Exists takes no value; remove value, or write the operator Equal" };
const rule63 = { code: "TaintKeyMalformed", path: "", holds: self => matches(self, /^([a-z0-9]([-a-z0-9]*[a-z0-9])?([.][a-z0-9]([-a-z0-9]*[a-z0-9])?)*\/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/), sentence: "is not the key of a taint; write it as the node has it, such as example.com/dedicated" };
const place64 = { own: [rule63] };
const rule65 = { code: "TaintValueMalformed", path: "", holds: self => matches(self, /^([A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?)?$/), sentence: "is not the value of a taint, which has at most 63 letters, digits, -, _ and ., beginning and ending with a letter or digit; write it as the node has it" };
const place66 = { own: [rule65] };
const place67 = { own: [rule62], fields: { key: place64, value: place66 } };
const place68 = { items: place67 };
const place69 = { fields: { selector: place61, excludeTaints: place68 } };
const place70 = { own: [rule0, rule1, rule2, rule3, rule4, rule5, rule6], fields: { scaleTargetRefs: place16, linear: place31, ladder: place43, configMapRef: place49, nodes: place69 } };
const place71 = { fields: { spec: place70 } };
export const rules = place71;
