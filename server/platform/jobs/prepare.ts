import { Logger, runMigrations } from 'graphile-worker'
import type pg from 'pg'

const silent = new Logger(() => () => {})

/** Brings the queue's own tables, in a schema of their own, to the version of this program. */
export const prepareQueue = (pool: pg.Pool): Promise<void> => runMigrations({ pgPool: pool, logger: silent })
