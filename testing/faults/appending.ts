import type pg from 'pg'
import { appendPending } from '../../server/modules/record/index.ts'
import { openDatabase } from '../../server/platform/database/database.ts'

/** A server that does nothing but append to the record, without a pause, until it is killed. */
const { db } = openDatabase(JSON.parse(process.argv[2] ?? '{}') as pg.PoolConfig, { connections: 12 })
process.send?.('ready')
for (;;) await appendPending(db)
