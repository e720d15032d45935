import type { FastifyInstance } from 'fastify'
import { HttpError } from './errors.ts'

const METHODS = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'] as const

/** Refuses every other method on an address with 405, before its body is read and before anything is asked. */
export function allowOnly(app: FastifyInstance, url: string, allowed: readonly string[]): void {
  const allow = allowed.join(', ')
  app.route({
    method: METHODS.filter((method) => !allowed.includes(method)),
    url,
    onRequest: async () => {
      throw new HttpError(405, 'BAD_USER_INPUT', `This address takes ${allow} only.`, { allow })
    },
    handler: async () => {},
  })
}
