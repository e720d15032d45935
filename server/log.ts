import pino from 'pino'
import type { Config } from './config.ts'

/** Never written to a log, wherever they turn up in what is logged (AUTH-34). */
const SECRETS = [
  'req.headers.cookie',
  'req.headers.authorization',
  'req.headers["x-csrftoken"]',
  '*.password',
  '*.token',
]

/** One JSON line for each event, to standard output. */
export const createLog = ({ logLevel }: Pick<Config, 'logLevel'>): pino.Logger =>
  pino({ level: logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime, redact: SECRETS })

export type Log = pino.Logger
