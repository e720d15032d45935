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
    : pino(options)
}

export type Log = pino.Logger
