{{- define "helioroom.name" -}}
{{ .Release.Name | trunc 40 | trimSuffix "-" }}
{{- end }}

{{- define "helioroom.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "helioroom.labels" -}}
app.kubernetes.io/name: helioroom
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "helioroom.pod" -}}
automountServiceAccountToken: false
{{- if .Values.image.pullSecrets }}
imagePullSecrets:
  {{- range .Values.image.pullSecrets }}
  - name: {{ . }}
  {{- end }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  seccompProfile:
    type: RuntimeDefault
volumes:
  - name: data
    emptyDir: {}
  - name: tmp
    emptyDir: {}
  - name: secrets
    secret:
      secretName: {{ .Values.existingSecret }}
      # 0440, as YAML of any version reads it.
      defaultMode: 288
{{- end }}

{{- define "helioroom.container" -}}
image: {{ include "helioroom.image" . | quote }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  readOnlyRootFilesystem: true
  allowPrivilegeEscalation: false
  capabilities:
    drop: [ALL]
volumeMounts:
  - name: data
    mountPath: /data
  - name: tmp
    mountPath: /tmp
  - name: secrets
    mountPath: /run/secrets/helioroom
    readOnly: true
{{- end }}

{{- define "helioroom.probes" -}}
ports:
  - name: http
    containerPort: 3000
startupProbe:
  httpGet:
    path: /healthz
    port: http
  periodSeconds: 2
  failureThreshold: 60
livenessProbe:
  httpGet:
    path: /healthz
    port: http
  periodSeconds: 10
  timeoutSeconds: 5
readinessProbe:
  httpGet:
    path: /readyz
    port: http
  periodSeconds: 5
  timeoutSeconds: 4
  failureThreshold: 1
{{- end }}

{{- define "helioroom.settings" -}}
- name: PUBLIC_URL
  value: {{ .Values.publicUrl | quote }}
- name: DATABASE_URL_FILE
  value: /run/secrets/helioroom/database-url
- name: SECRET_KEY_FILE
  value: /run/secrets/helioroom/secret-key
- name: FILES
  value: s3
- name: S3_BUCKET
  value: {{ .Values.bucket.name | quote }}
- name: S3_ENDPOINT
  value: {{ .Values.bucket.endpoint | quote }}
- name: S3_REGION
  value: {{ .Values.bucket.region | quote }}
- name: S3_PREFIX
  value: {{ .Values.bucket.prefix | quote }}
- name: S3_DIRECT
  value: {{ if .Values.bucket.direct }}"on"{{ else }}"off"{{ end }}
- name: S3_ACCESS_KEY_ID_FILE
  value: /run/secrets/helioroom/s3-access-key-id
- name: S3_SECRET_ACCESS_KEY_FILE
  value: /run/secrets/helioroom/s3-secret-access-key
- name: SHUTDOWN_SECONDS
  value: {{ .Values.shutdownSeconds | quote }}
- name: TRUSTED_PROXIES
  value: {{ .Values.trustedProxies | quote }}
{{- if .Values.backup.to }}
- name: BACKUP_TO
  value: {{ .Values.backup.to | quote }}
- name: BACKUP_AT
  value: {{ .Values.backup.at | quote }}
- name: BACKUP_PASSPHRASE_FILE
  value: /run/secrets/helioroom/backup-passphrase
{{- end }}
{{- if .Values.mail.from }}
- name: MAIL_FROM
  value: {{ .Values.mail.from | quote }}
- name: SMTP_URL_FILE
  value: /run/secrets/helioroom/smtp-url
{{- end }}
{{- if .Values.metrics.enabled }}
- name: METRICS_TOKEN_FILE
  value: /run/secrets/helioroom/metrics-token
{{- end }}
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end }}
