{{- define "trimtab.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 63 | trimAll "-" }}
{{- end }}

{{- /* The base name of all objects in the release, short enough for the suffixes that some names get. */ -}}
{{- define "trimtab.fullname" -}}
{{- if .Values.fullnameOverride }}
{{- .Values.fullnameOverride | trunc 40 | trimAll "-" }}
{{- else if contains (include "trimtab.name" .) .Release.Name }}
{{- .Release.Name | replace "." "-" | trunc 40 | trimAll "-" }}
{{- else }}
{{- printf "%s-%s" .Release.Name (include "trimtab.name" .) | replace "." "-" | trunc 40 | trimAll "-" }}
{{- end }}
{{- end }}

{{- define "trimtab.serviceAccountName" -}}
{{- if .Values.serviceAccount.create }}
{{- default (include "trimtab.fullname" .) .Values.serviceAccount.name }}
{{- else }}
{{- required "serviceAccount.name must name the account to use where serviceAccount.create is false" .Values.serviceAccount.name }}
{{- end }}
{{- end }}

{{- /* The operator's account, as the API server knows it. */ -}}
{{- define "trimtab.user" -}}
{{- printf "system:serviceaccount:%s:%s" .Release.Namespace (include "trimtab.serviceAccountName" .) }}
{{- end }}

{{- /* The name of the Secret with the webhook's certificate, whatever issues it. */ -}}
{{- define "trimtab.certificateSecret" -}}
{{- if eq .Values.certificate.source "secret" }}
{{- required "certificate.secretName must name the Secret where certificate.source is secret" .Values.certificate.secretName }}
{{- else }}
{{- /* Two names, because neither Helm nor cert-manager takes over a Secret that the other one created. */ -}}
{{- $suffix := ternary "webhook-certificate" "webhook-tls" (eq .Values.certificate.source "managed") }}
{{- default (printf "%s-%s" (include "trimtab.fullname" .) $suffix) .Values.certificate.secretName }}
{{- end }}
{{- end }}

{{- /* The DNS names under which the API server calls the webhook, as a YAML list. */ -}}
{{- define "trimtab.dnsNames" -}}
{{- $service := printf "%s.%s.svc" (include "trimtab.fullname" .) .Release.Namespace }}
{{- $names := list $service (printf "%s.cluster.local" $service) }}
{{- if .Values.webhook.url }}
{{- $names = append $names (urlParse .Values.webhook.url).hostname }}
{{- end }}
{{- toYaml $names }}
{{- end }}

{{- /* Selects the watched namespaces by the label that the API server gives each; nothing if all are watched. */ -}}
{{- define "trimtab.watchedNamespaces" -}}
{{- with .Values.watchNamespaces }}
matchExpressions:
  - key: kubernetes.io/metadata.name
    operator: In
    values:
      {{- toYaml (uniq .) | nindent 6 }}
{{- end }}
{{- end }}

{{- define "trimtab.selectorLabels" -}}
app.kubernetes.io/name: {{ include "trimtab.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "trimtab.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" }}
{{ include "trimtab.selectorLabels" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | replace "+" "_" | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- with omit (default dict .Values.commonLabels) "helm.sh/chart" "app.kubernetes.io/name" "app.kubernetes.io/instance" "app.kubernetes.io/version" "app.kubernetes.io/managed-by" }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- /* The labels with those of one kind of objects, which win; but the labels by which selectors find pods stay. */ -}}
{{- define "trimtab.labelsWith" -}}
{{- $labels := include "trimtab.labels" (first .) | fromYaml }}
{{- omit (last . | default dict) "app.kubernetes.io/name" "app.kubernetes.io/instance" | mergeOverwrite $labels | toYaml }}
{{- end }}

{{- define "trimtab.image" -}}
{{- $repository := required "image.repository must name the repository that you pushed the image to, such as registry.example.com/trimtab: there is no public image" .Values.image.repository }}
{{- /* A tag has no plus sign; helm push and helm pull replace it in the same way. */ -}}
{{- $tag := default (.Chart.AppVersion | replace "+" "_") .Values.image.tag }}
{{- if .Values.image.digest }}
{{- printf "%s:%s@%s" $repository $tag .Values.image.digest }}
{{- else }}
{{- printf "%s:%s" $repository $tag }}
{{- end }}
{{- end }}

{{/* The path that serves reviews; empty if the operator generates the path. */}}
{{- define "trimtab.webhookPath" -}}
{{- if .Values.webhook.url }}
{{- if .Values.webhook.path }}
{{- fail "webhook.path: the path is part of webhook.url; set only one of them" }}
{{- end }}
{{- (urlParse .Values.webhook.url).path | default "/" }}
{{- else if .Values.webhook.path }}
{{- .Values.webhook.path }}
{{- else if ne .Values.certificate.source "managed" }}
{{- "/validate" }}
{{- end }}
{{- end }}

{{- /* The Secrets with credentials of metric sources, each one once, as a YAML list. */ -}}
{{- define "trimtab.metricSourceSecrets" -}}
{{- $names := list }}
{{- range .Values.metricSources }}
{{- with .credentialsSecret }}
{{- $names = append $names . }}
{{- end }}
{{- end }}
{{- $names | uniq | sortAlpha | toYaml }}
{{- end }}
