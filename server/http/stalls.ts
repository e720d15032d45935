import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { HttpError } from './errors.ts'
import { unacknowledged } from './unacknowledged.ts'

/** Milliseconds without progress after which a body or an answer is aborted (transport.md 1). */
const IDLE_MS = 30_000
/** How often an idle connection is checked within that time. */
const CHECKS = 3

/** What a connection had carried at the last check, and since when nothing was added. */
interface Progress {
  carried: string
  since: number
}

/**
 * Ends requests whose body stops arriving with 408, and cuts answers that nobody reads any more, so that their files,
 * cursors and memory are free again. Both may be as slow as they like while they move. A connection on which nothing
 * is due from the other side waits for the server as long as that takes. Uploads have a limit of their own.
 */
export function registerStallLimit(app: FastifyInstance, idleMs = IDLE_MS): void {
  const step = Math.ceil(idleMs / CHECKS)
  app.addHook('onRequest', (request, reply, done) => {
    let last: Progress | null = null
    // Node calls back once nothing was read, written or taken by the system for so long, then needs a new order.
    reply.raw.setTimeout(step, async () => {
      const { socket } = request.raw
      if (!isDue(request, reply)) {
        last = null
      } else {
        const carried = `${socket.bytesRead} ${socket.bytesWritten} ${await unacknowledged(socket)}`
        if (carried !== last?.carried) last = { carried, since: performance.now() - step }
        else if (performance.now() - last.since >= idleMs - step / 2) return abort(request, reply)
      }
      if (!reply.raw.writableFinished) socket.setTimeout(step)
    })
    done()
  })
}

/** Whether the other side has to send or to take something before anything can go on. */
const isDue = ({ raw, routeOptions }: FastifyRequest, reply: FastifyReply): boolean =>
  (!raw.complete && !routeOptions.config.asksForBody) || reply.raw.writableLength > 0

function abort({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (raw.complete || reply.sent || raw.listenerCount('error') === 0) return void raw.socket.destroy()
  // Whoever reads the body gets the error, and makes the answer.
  raw.emit(
    'error',
    new HttpError(408, 'BAD_USER_INPUT', 'The request took too long to arrive. Please try again.'),
  )
}
