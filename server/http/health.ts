import type { FastifyInstance } from 'fastify'
import { inTime, noAnswerWithin } from '../platform/inTime.ts'
import { allowOnly } from './methods.ts'

/** Milliseconds after which a part counts as failed. */
const TIMEOUT_MS = 3000

/** A probe: a promise that rejects if the part is not healthy. */
export type ReadinessChecks = Readonly<
  Partial<Record<'database' | 'storage' | 'migrations' | 'jobs' | 'clock', () => Promise<unknown>>>
>

/**
 * `/healthz` and `/readyz` (transport.md 7): no session, never a redirect, never cached.
 * @param isStopping whether the process has been asked to stop: it is not ready then, whatever else works (OPS-26)
 */
export function registerHealth(
  app: FastifyInstance,
  checks: ReadinessChecks,
  isStopping: () => boolean = () => false,
): void {
  const config = { answersAnyHost: true }
  app.get('/healthz', { config }, (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )

  app.get('/readyz', { config }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    if (isStopping()) return reply.code(503).send({ status: 'unavailable', failed: ['stopping'] })
    const failed = await failedParts(checks, (part, error) =>
      request.log.error({ err: error, part }, 'not ready'),
    )
    if (failed.length === 0) return { status: 'ok' }
    return reply.code(503).send({ status: 'unavailable', failed })
  })

  for (const url of ['/healthz', '/readyz']) allowOnly(app, url, ['GET', 'HEAD'])
}

/** Names of the parts that fail, or say nothing in time. */
export async function failedParts(
  checks: ReadinessChecks,
  onFailure: (part: string, error: unknown) => void = () => {},
): Promise<string[]> {
  const failed = await Promise.all(
    Object.entries(checks).map(async ([part, check]) => {
      try {
        await inTime(check(), TIMEOUT_MS, noAnswerWithin(TIMEOUT_MS))
        return []
      } catch (error) {
        onFailure(part, error)
        return [part]
      }
    }),
  )
  return failed.flat()
}
