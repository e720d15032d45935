import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { problemsOfSettings } from '../server/config.ts'
import { CHART, EVERYTHING, manifests, NEEDED, podsOf } from './chart.ts'
import { merged } from './chartTemplates.ts'
import { readYaml, schemaErrors } from './yaml.ts'

test('OPS-09 OPS-10 the chart has all parts of an installation, its values are refused where they are wrong, and its pods are closed', () => {
  const schema: unknown = JSON.parse(readFileSync(path.join(CHART, 'values.schema.json'), 'utf8'))
  const [defaults] = readYaml(readFileSync(path.join(CHART, 'values.yaml'), 'utf8'))
  const errorsOf = (values: object) => schemaErrors(schema, merged(defaults, values))
  expect([errorsOf(NEEDED), errorsOf(EVERYTHING)]).toEqual([[], []])
  // Each value has a rule, and each level refuses what it does not know.
  const groups = Object.entries(defaults as Record<string, unknown>).filter(
    ([, value]) => typeof value === 'object',
  )
  for (const [name] of groups.filter(([key]) => key !== 'settings'))
    expect(errorsOf(merged(NEEDED, { [name]: { unheardOf: 1 } }) as object).join(), name).toContain(
      'unheardOf',
    )
  const wrong: object[] = [
    {},
    { publicUrl: 'rooms.example.com' },
    { unheardOf: true },
    { existingSecret: '' },
    { bucket: { name: 'Rooms' } },
    { image: { tag: 'latest' } },
    { shutdownSeconds: 601 },
    { web: { replicas: 0 } },
    { web: { autoscaling: { cpuPercent: '70' } } },
    { worker: { workers: 0 } },
    { web: { resources: { limits: { memory: 'much' } } } },
    { settings: { log_level: 'debug' } },
    { ingress: { enabled: 'yes' } },
    { backup: { to: '/mnt/backups' } },
  ]
  for (const values of wrong) {
    const given = Object.keys(values).length === 0 ? {} : merged(NEEDED, values)
    expect(errorsOf(given as object).length, JSON.stringify(values)).toBeGreaterThan(0)
  }

  for (const values of [NEEDED, EVERYTHING]) {
    const all = manifests(merged(values, { shutdownSeconds: 60 }) as object)
    const of = (kind: string, name = 'rooms') =>
      all.filter((each) => each.kind === kind && each.metadata.name === name)
    expect(all.map(({ kind, metadata }) => `${kind} ${metadata.name}`).sort()).toEqual([
      'Deployment rooms-web',
      'Deployment rooms-worker',
      'HorizontalPodAutoscaler rooms-web',
      'Ingress rooms',
      'Job rooms-migrate',
      'NetworkPolicy rooms',
      'PodDisruptionBudget rooms-web',
      'Service rooms',
      'ServiceAccount rooms',
    ])
    const pods = podsOf(all)
    for (const { kind, metadata, spec } of pods) {
      const { template } = spec
      const [container, ...others] = template.spec.containers
      expect(others).toEqual([])
      expect(template.spec, metadata.name).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: {
          runAsNonRoot: true,
          runAsUser: 10001,
          seccompProfile: { type: 'RuntimeDefault' },
        },
      })
      expect(container, metadata.name).toMatchObject({
        image: expect.stringMatching(/^helioroom:(0\.1\.0|1\.2\.3)$/),
        securityContext: {
          readOnlyRootFilesystem: true,
          allowPrivilegeEscalation: false,
          capabilities: { drop: ['ALL'] },
        },
        resources: { requests: { cpu: '500m', memory: '1Gi' }, limits: { memory: '2Gi' } },
      })
      // What may be written is DATA_DIR and /tmp; secrets are files of one that is there already.
      expect(
        container?.volumeMounts.filter(({ readOnly }) => !readOnly).map(({ mountPath }) => mountPath),
      ).toEqual(['/data', '/tmp'])
      expect(template.spec.volumes).toContainEqual({
        name: 'secrets',
        secret: { secretName: 'helioroom', defaultMode: 0o440 },
      })
      const env = Object.fromEntries(container?.env.map(({ name, value = '' }) => [name, value]) ?? [])
      for (const [name, value] of Object.entries(env))
        if (name.endsWith('_FILE')) expect(value).toMatch(/^\/run\/secrets\/helioroom\/[a-z0-9-]+$/)
      const held = Object.fromEntries(Object.entries(env).filter(([name]) => !name.endsWith('_FILE')))
      const secrets = {
        S3_ACCESS_KEY_ID: 'id',
        S3_SECRET_ACCESS_KEY: 'secret',
        ...(env.BACKUP_TO && { BACKUP_PASSPHRASE: 'x'.repeat(20) }),
        ...(env.MAIL_FROM && { SMTP_URL: 'smtps://mail.example.com' }),
      }
      expect(problemsOfSettings({ ...held, ...secrets }), metadata.name).toEqual([])
      expect(env).toMatchObject({
        FILES: 's3',
        S3_BUCKET: 'rooms',
        DATABASE_URL_FILE: expect.any(String),
        SECRET_KEY_FILE: expect.any(String),
      })
      if (kind === 'Job') {
        expect(metadata.annotations?.['helm.sh/hook']).toBe('pre-install,pre-upgrade')
        expect([container?.args, env.MIGRATE, template.spec.restartPolicy]).toEqual([
          ['migrate'],
          undefined,
          'Never',
        ])
        continue
      }
      const component = metadata.name.replace('rooms-', '')
      expect([container?.args, env.ROLE, env.MIGRATE, env.SHUTDOWN_SECONDS]).toEqual([
        ['start'],
        component,
        'off',
        '60',
      ])
      expect(container).toMatchObject({
        livenessProbe: { httpGet: { path: '/healthz', port: 'http' } },
        readinessProbe: { httpGet: { path: '/readyz', port: 'http' } },
      })
      expect(spec.strategy).toEqual({
        type: 'RollingUpdate',
        rollingUpdate: { maxUnavailable: 0, maxSurge: 1 },
      })
      expect(template.spec.terminationGracePeriodSeconds).toBe(75)
      expect(template.spec.serviceAccountName).toBe('rooms')
      expect(spec.selector).toEqual({ matchLabels: template.metadata.labels })
    }
    const [web] = of('Deployment', 'rooms-web')
    expect(of('Service')[0]?.spec.selector).toEqual(web?.spec.template.metadata.labels)
    expect(of('PodDisruptionBudget', 'rooms-web')[0]?.spec).toEqual({
      minAvailable: 1,
      selector: web?.spec.selector,
    })
    expect(of('HorizontalPodAutoscaler', 'rooms-web')[0]?.spec).toMatchObject({
      scaleTargetRef: { apiVersion: web?.apiVersion, kind: 'Deployment', name: 'rooms-web' },
      minReplicas: 2,
      maxReplicas: 6,
    })
    // Who counts the replicas is one of both.
    expect(web?.spec).not.toHaveProperty('replicas')
    expect(of('NetworkPolicy')[0]?.spec).toMatchObject({
      policyTypes: ['Ingress'],
      ingress: [{ ports: [{ protocol: 'TCP', port: 3000 }] }],
    })
    expect(of('Ingress')[0]?.spec).toMatchObject({
      rules: [
        {
          host: 'rooms.example.com',
          http: { paths: [{ path: '/', backend: { service: { name: 'rooms', port: { name: 'http' } } } }] },
        },
      ],
    })
  }
  const without = manifests(
    merged(NEEDED, {
      ingress: { enabled: false },
      networkPolicy: { enabled: false },
      web: { autoscaling: { enabled: false } },
    }) as object,
  )
  expect(without.map(({ kind }) => kind).sort()).toEqual([
    'Deployment',
    'Deployment',
    'Job',
    'PodDisruptionBudget',
    'Service',
    'ServiceAccount',
  ])
  expect(without.find(({ kind }) => kind === 'Deployment')?.spec.replicas).toBe(2)
  // Its own unit tests are for helm unittest; they name templates that there are.
  for (const file of readdirSync(path.join(CHART, 'tests'))) {
    const [suite] = readYaml(readFileSync(path.join(CHART, 'tests', file), 'utf8')) as [
      { templates: string[]; tests: { it: string }[] },
    ]
    expect(suite.tests.length).toBeGreaterThan(2)
    expect(
      suite.templates.filter((name) => !readdirSync(path.join(CHART, 'templates')).includes(name)),
    ).toEqual([])
  }
})

test.skipIf(spawnSync('helm', ['version']).error !== undefined)(
  'helm takes the chart, and runs its unit tests',
  () => {
    const helm = (...args: string[]) => spawnSync('helm', args, { encoding: 'utf8', cwd: CHART })
    const linted = helm(
      'lint',
      '.',
      '--set',
      'publicUrl=https://a.example,existingSecret=a,bucket.name=rooms',
    )
    expect(linted.status, linted.stdout + linted.stderr).toBe(0)
    const tested = helm('unittest', '.')
    expect(tested.status, tested.stdout + tested.stderr).toBe(0)
  },
)
