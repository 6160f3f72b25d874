{{- /* A Kubernetes quantity in bytes, as a number without a suffix. */ -}}
{{- define "trimtab.bytes" -}}
{{- $factors := dict "m" 0.001 "" 1.0 "k" 1e3 "M" 1e6 "G" 1e9 "T" 1e12 "Ki" 1024.0 "Mi" 1048576.0 "Gi" 1073741824.0 "Ti" 1099511627776.0 "P" 1e15 "E" 1e18 "Pi" 1125899906842624.0 }}
{{- $suffix := regexFind "[a-zA-Z]*$" . }}
{{- $factor := required (printf "resources.limits.memory %s must be a quantity such as 256Mi" .) (get $factors $suffix) }}
{{- mulf (trimSuffix $suffix . | float64) $factor | int64 }}
{{- end }}

{{- /*
Without it, V8 may use the whole limit for its old generation alone, and a small container gets a young
generation of 1 MiB: most objects then outlive it, and slow collections of the old generation follow. The rest
of the limit is for buffers and for Node.js itself, whose share falls as the limit rises.
*/ -}}
{{- define "trimtab.nodeOptions" -}}
{{- $limit := dig "limits" "memory" "" (default dict .Values.resources) | default 0 | toString }}
{{- $mebibytes := div (include "trimtab.bytes" $limit | int64) 1048576 }}
{{- if $mebibytes }}
{{- $oldSpace := sub (div (mul $mebibytes 3) 4) 64 | max (div $mebibytes 2) }}
{{- $semiSpace := div $mebibytes 64 | max 1 | min 32 }}
{{- printf "--max-old-space-size=%d --max-semi-space-size=%d" $oldSpace $semiSpace }}
{{- end }}
{{- end }}
