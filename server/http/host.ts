import type { FastifyInstance } from 'fastify'
import { isLoopback } from '../config.ts'
import { HttpError } from './errors.ts'

/** The settings that decide under which host names the product answers. */
export interface HostOptions {
  publicUrl: string | undefined
  /** Address to listen on. */
  host: string
  /** Port to listen on, once it is known. */
  port: () => number
}

/** Whether a `Host`, in lower case, is a name of the product. */
export function ownHost({ publicUrl, host, port }: HostOptions): (given: string) => boolean {
  const publicName = publicUrl === undefined ? undefined : new URL(publicUrl).hostname
  return (given) => {
    // A proxy may leave out the port; the name is what another site can't have.
    if (publicName !== undefined) return given.replace(/:\d+$/, '') === publicName
    if (!isLoopback(host)) return true
    const names = [...LOOPBACK_NAMES, host]
    return names.some((name) => given === `${name}:${port()}` || (port() === 80 && given === name))
  }
}

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]']

/**
 * Refuses requests whose `Host` is not a name of the product with 421 (transport.md 1). A page on another site may
 * have its own name lead to this machine and would then count as the product's own page. `X-Forwarded-Host` is not
 * looked at: such a page could set it. Where others reach the server and no PUBLIC_URL is set, any name is answered.
 */
export function registerHostCheck(app: FastifyInstance, options: HostOptions): void {
  const { publicUrl, port } = options
  const isOwn = ownHost(options)
  app.addHook('onRequest', (request, _reply, done) => {
    const isAnswered =
      request.routeOptions.config.answersAnyHost || isOwn((request.headers.host ?? '').toLowerCase())
    done(
      isAnswered
        ? undefined
        : new HttpError(
            421,
            'BAD_USER_INPUT',
            `This address is not a name of this server. Please open ${publicUrl ?? `http://127.0.0.1:${port()}`} instead.`,
          ),
    )
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answered whatever `Host` says, as probes are. */
    answersAnyHost?: boolean
  }
}
