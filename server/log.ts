import pino from 'pino'
import pretty from 'pino-pretty'
import type { Config } from './config.ts'
import { currentSubject } from './platform/logContext.ts'
import { processName } from './product.ts'

/** Never written to a log, wherever they turn up in what is logged (AUTH-34, OPS-21). */
const SECRETS = [
  'req.headers.cookie',
  'req.headers.authorization',
  'req.headers["x-csrftoken"]',
  '*.password',
  '*.token',
]

/** Loggers of requests, which say themselves what they are for. */
const ofRequests = new WeakSet<object>()

/** The logger of a request, for Fastify's `childLoggerFactory`. */
export function requestLogger(log: pino.Logger, bindings: pino.Bindings, options: object): pino.Logger {
  const child = log.child(bindings, options)
  ofRequests.add(child)
  return child
}

/**
 * To standard output: one JSON line for each event (OPS-19), and words where a person reads along at a terminal.
 * @param to where else, for tests
 */
export const createLog = (
  config: Pick<Config, 'logLevel' | 'port' | 'processName' | 'role'>,
  to?: pino.DestinationStream,
): pino.Logger => {
  const options: pino.LoggerOptions = {
    level: config.logLevel,
    base: { process: processName(config), role: config.role },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level) => ({ level }) },
    redact: SECRETS,
    mixin: (_merged, _level, logger) => (ofRequests.has(logger) ? {} : { ...currentSubject() }),
  }
  if (to) return pino(options, to)
  return process.stdout.isTTY
    ? pino(options, pretty({ translateTime: 'SYS:HH:MM:ss', ignore: 'process,role', sync: true }))
    : pino(options, standardOutput())
}

/** Bytes of lines that wait for an output that takes none; further ones are dropped. */
const MAX_WAITING = 1024 * 1024

/** Lines wait where they can't be written, as on a full disk: a process that ended for it would help nobody. */
function standardOutput(): pino.DestinationStream {
  const output = pino.destination({ dest: process.stdout.fd, sync: false, maxLength: MAX_WAITING })
  let isFailing = false
  output.on('error', () => {
    isFailing = true
  })
  output.on('write', () => {
    isFailing = false
  })
  // Called when the process ends, which would wait until there is room again.
  const flush = output.flushSync.bind(output)
  output.flushSync = () => {
    if (!isFailing) flush()
  }
  return output
}

/** What is printed beside the log is lost there; nothing else is. */
export function outliveUnwritable(): void {
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
}

export type Log = pino.Logger
