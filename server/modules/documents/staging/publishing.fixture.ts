import type pg from 'pg'
import { openDatabase } from '../../../platform/database/database.ts'
import { runPublication } from './publications.ts'

/** A server that does nothing but one publication, until it is killed; its pool alone would let it end. */
const [, , poolConfig = '{}', id = ''] = process.argv
const living = setInterval(() => {}, 1000)
const { db, close } = openDatabase(JSON.parse(poolConfig) as pg.PoolConfig, { connections: 12 })
await runPublication(db, id, { last: false, signal: new AbortController().signal })
await close()
clearInterval(living)
