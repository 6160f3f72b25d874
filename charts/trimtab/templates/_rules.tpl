{{- /* The minimum rights on the objects of the watched namespaces, as a YAML list. */ -}}
{{- define "trimtab.objectRules" -}}
# Its own objects: read them, write their status.
- apiGroups: [autoscaling.trimtab.dev]
  resources: [autoscalers, clusterproportionalautoscalers]
  verbs: [list, watch]
- apiGroups: [autoscaling.trimtab.dev]
  resources: [autoscalers/status, clusterproportionalautoscalers/status]
  verbs: [patch]
# A verb of no API: the policy about statuses knows operators by it.
- apiGroups: [autoscaling.trimtab.dev]
  resources: [autoscalers/status]
  verbs: [operate]
# The pods of targets, with their requests and their usage.
- apiGroups: [""]
  resources: [pods]
  verbs: [list, watch]
{{- if .Values.rbac.scaleDownOrder }}
# Marks on the pods that a target is to lose first.
- apiGroups: [""]
  resources: [pods]
  verbs: [patch]
{{- end }}
{{- if .Values.rbac.forecast }}
# What forecasts have learned.
- apiGroups: [autoscaling.trimtab.dev]
  resources: [forecastrecords]
  verbs: [list, create, patch]
{{- end }}
- apiGroups: [metrics.k8s.io]
  resources: [pods]
  verbs: [list]
# Metrics of adapters, for pods, other objects and external systems. Each metric name is a resource.
- apiGroups: [custom.metrics.k8s.io]
  resources: ["*"]
  verbs: [get]
- apiGroups: [external.metrics.k8s.io]
  resources: ["*"]
  verbs: [list]
{{- if eq (toString .Values.rbac.configMaps) "true" }}
{{ include "trimtab.configMapRules" . }}
{{- end }}
# Scale targets. The operator watches their counts, and reads and writes them only through /scale.
- apiGroups: [apps]
  resources: [deployments, replicasets, statefulsets]
  verbs: [list, watch]
- apiGroups: [""]
  resources: [replicationcontrollers]
  verbs: [list, watch]
- apiGroups: [apps]
  resources: [deployments/scale, replicasets/scale, statefulsets/scale]
  verbs: [get, patch]
- apiGroups: [""]
  resources: [replicationcontrollers/scale]
  verbs: [get, patch]
# Other autoscalers: HorizontalPodAutoscalers, and KEDA's ScaledObjects while their CRD exists.
- apiGroups: [autoscaling]
  resources: [horizontalpodautoscalers]
  verbs: [list, watch]
- apiGroups: [keda.sh]
  resources: [scaledobjects]
  verbs: [list, watch]
# Events about its actions.
- apiGroups: [""]
  resources: [events]
  verbs: [create, patch]
{{- range .Values.extraTargets }}
- apiGroups: [{{ .apiGroup }}]
  resources: [{{ .resource }}/scale]
  verbs: [get, patch]
{{- if .watch }}
- apiGroups: [{{ .apiGroup }}]
  resources: [{{ .resource }}]
  verbs: [list, watch]
{{- end }}
{{- end }}
{{- end }}

{{- define "trimtab.configMapRules" -}}
# ConfigMaps with parameters. The operator watches each one by name.
- apiGroups: [""]
  resources: [configmaps]
  verbs: [list, watch]
{{- end }}

{{- /* The minimum rights that no Role can grant, as a YAML list. */ -}}
{{- define "trimtab.clusterRules" -}}
{{- if .Values.rbac.nodes }}
# The size of the cluster.
- apiGroups: [""]
  resources: [nodes]
  verbs: [list, watch]
{{- end }}
{{- if .Values.rbac.objectCounts }}
# How many pods and namespaces the cluster has. Without watchNamespaces, the pods of all namespaces are in the rules above.
- apiGroups: [""]
  resources: [namespaces{{ if .Values.watchNamespaces }}, pods{{ end }}]
  verbs: [list, watch]
{{- end }}
# Whether users may scale the targets that they name.
- apiGroups: [authorization.k8s.io]
  resources: [subjectaccessreviews]
  verbs: [create]
# Whether KEDA is installed.
- apiGroups: [apiextensions.k8s.io]
  resources: [customresourcedefinitions]
  resourceNames: [scaledobjects.keda.sh]
  verbs: [list, watch]
# Whether another installation works in the same namespaces. Nothing else has a Lease of this name.
- apiGroups: [coordination.k8s.io]
  resources: [leases]
  resourceNames: [trimtab-namespace]
  verbs: [list]
{{- if eq .Values.certificate.source "managed" }}
# The webhook's path, and its caBundle, which changes with the certificate.
- apiGroups: [admissionregistration.k8s.io]
  resources: [validatingwebhookconfigurations]
  resourceNames: [{{ include "trimtab.fullname" . }}]
  verbs: [list, watch, patch]
{{- end }}
{{- end }}

{{- /* The rights on the Leases that mark namespaces, as a YAML list. RBAC cannot limit the verb create to a name. */ -}}
{{- define "trimtab.claimRules" -}}
- apiGroups: [coordination.k8s.io]
  resources: [leases]
  verbs: [create]
- apiGroups: [coordination.k8s.io]
  resources: [leases]
  resourceNames: [trimtab-namespace]
  verbs: [get, update]
{{- end }}

{{- /* In CEL: whether the user of a request is an operator in a namespace, given as CEL. A role must name the verb: users who
  may do everything are none, except for the operator of this release, whose account may have more rights. */ -}}
{{- define "trimtab.isOperator" -}}
{{- $status := printf "authorizer.group('autoscaling.trimtab.dev').resource('autoscalers').subresource('status')\n  .namespace(%s)" (last .) -}}
{{ $status }}.check('operate').allowed() &&
(request.userInfo.username == '{{ include "trimtab.user" (first .) }}' ||
!{{ $status }}.check('do-anything').allowed())
{{- end }}
