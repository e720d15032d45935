import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Actor } from '../access/actor.ts'
import { unauthenticated } from '../access/errors.ts'
import type { Link, RedirectLink } from '../access/links.ts'
import { HttpError } from './errors.ts'
import { type ExportOptions, type OpenExport, registerExports } from './exports.ts'
import { linkRequest } from './linkRequest.ts'
import { allowOnly } from './methods.ts'

export interface LinkOptions extends Omit<ExportOptions<Actor>, 'exports'> {
  links: readonly Link[]
}

/** The addresses that modules declare, for people who are signed in. */
export function registerLinks(app: FastifyInstance, { links, ...options }: LinkOptions): void {
  const exports: Record<string, OpenExport<Actor>> = {}
  for (const link of links) {
    if (link.kind === 'redirect') registerRedirect(app, link, options)
    else exports[link.url] = link.open
  }
  registerExports(app, { ...options, exports })
}

function registerRedirect(
  app: FastifyInstance,
  link: RedirectLink,
  {
    sessionOf,
    publicUrl,
  }: { sessionOf(request: FastifyRequest): Promise<Actor | null>; publicUrl: string | undefined },
): void {
  app.get(link.url, async (request, reply) => {
    const actor = await sessionOf(request)
    if (!actor) throw unauthenticated()
    const address = await link.to(actor, linkRequest(request, publicUrl))
    if (address === null) throw new HttpError(410, 'GONE', link.gone ?? 'This is no longer available.')
    return reply.header('cache-control', 'no-store').redirect(address)
  })
  allowOnly(app, link.url, ['GET', 'HEAD'])
}
