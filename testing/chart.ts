import path from 'node:path'
import { merged, renderChart } from './chartTemplates.ts'

interface Container {
  args: string[]
  env: { name: string; value?: string }[]
  resources: object
  securityContext: object
  volumeMounts: { name: string; mountPath: string; readOnly?: boolean }[]
  livenessProbe?: object
  readinessProbe?: object
}
export interface Manifest {
  apiVersion: string
  kind: string
  metadata: { name: string; annotations?: Record<string, string>; labels: Record<string, string> }
  spec: Record<string, unknown> & {
    template: {
      metadata: { labels: Record<string, string> }
      spec: Record<string, unknown> & { containers: Container[] }
    }
  }
}
export const CHART = path.resolve(import.meta.dirname, '../deploy/helm/helioroom')
/** Without these there is no installation. */
export const NEEDED = {
  publicUrl: 'https://rooms.example.com',
  existingSecret: 'helioroom',
  bucket: { name: 'rooms' },
}
/** With all that can be switched on. */
export const EVERYTHING = merged(NEEDED, {
  image: { tag: '1.2.3', pullSecrets: ['registry'] },
  bucket: { endpoint: 'https://s3.example.com', prefix: 'a/', direct: true },
  backup: { to: 's3://backups/rooms/' },
  mail: { from: 'rooms@example.com' },
  metrics: { enabled: true },
  settings: { LOG_LEVEL: 'debug' },
  ingress: {
    className: 'nginx',
    tlsSecret: 'certificate',
    annotations: { 'cert-manager.io/issuer': 'main' },
  },
  serviceAccount: { annotations: { role: 'rooms' } },
}) as object
export const manifests = (values: object): Manifest[] =>
  [...renderChart(CHART, values).values()].flat() as Manifest[]
export const podsOf = (all: readonly Manifest[]): Manifest[] =>
  all.filter(({ kind }) => kind === 'Deployment' || kind === 'Job')
/** Names of all settings that its pods are given. */
export const settingsOfChart = (): string[] =>
  podsOf(manifests(EVERYTHING)).flatMap(({ spec }) =>
    spec.template.spec.containers.flatMap(({ env }) => env.map(({ name }) => name)),
  )
