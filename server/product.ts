import { readFileSync } from 'node:fs'
import os from 'node:os'
import type { Config } from './config.ts'
import { PROCESS_PREFIX } from './platform/backup/index.ts'

const PACKAGE = new URL('../package.json', import.meta.url)

export const productVersion = (): string =>
  (JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string }).version

/** PROCESS_NAME, or else host name and port: who runs what, for people (BACK-09, BACK-19, SCALE-03). */
export const processName = (config: Pick<Config, 'port' | 'processName'>): string =>
  config.processName ?? `${os.hostname()}:${config.port}`

/** As it connects to the database, so that a restore sees who runs. */
export const connectionName = (config: Pick<Config, 'port' | 'processName'>): string =>
  `${PROCESS_PREFIX}${processName(config)}`.slice(0, 63)
