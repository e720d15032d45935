import pino from 'pino'
import pretty from 'pino-pretty'
import type { Config } from './config.ts'

/** Never written to a log, wherever they turn up in what is logged (AUTH-34). */
const SECRETS = [
  'req.headers.cookie',
  'req.headers.authorization',
  'req.headers["x-csrftoken"]',
  '*.password',
  '*.token',
]

/** To standard output: one JSON line for each event, and words where a person reads along at a terminal. */
export const createLog = ({ logLevel }: Pick<Config, 'logLevel'>): pino.Logger => {
  const options = { level: logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime, redact: SECRETS }
  return process.stdout.isTTY
    ? pino(options, pretty({ translateTime: 'SYS:HH:MM:ss', sync: true }))
    : pino(options)
}

export type Log = pino.Logger
