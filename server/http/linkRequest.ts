import type { FastifyRequest } from 'fastify'
import { badInput } from '../access/errors.ts'
import type { LinkRequest } from '../contracts/links.ts'
import { ownOrigin } from './origin.ts'

/** What the address of a module's link asks for. */
export function linkRequest(request: FastifyRequest, publicUrl: string | undefined): LinkRequest {
  const query = request.query as Readonly<Record<string, string | string[] | undefined>>
  const params = request.params as Readonly<Record<string, string | undefined>>
  const all = (name: string): string[] => [query[name] ?? []].flat()
  return {
    part: (name) => params[name] ?? '',
    all,
    one: (name) => {
      const [value = null, ...more] = all(name)
      if (more.length > 0) throw badInput(`Please give ${name} only once.`)
      return value
    },
    search: request.url.includes('?') ? request.url.slice(request.url.indexOf('?')) : '',
    origin: ownOrigin(request.headers, publicUrl),
  }
}
