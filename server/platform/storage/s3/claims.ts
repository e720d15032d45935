import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import { newId } from '../../ids.ts'
import { KeyTakenError } from '../storage.ts'

/**
 * Gives a key to one at a time, on whichever server: many stores can't say that an object is written only where none is
 * (STORE-08).
 */
export interface KeyClaims {
  /** Runs the work while nobody else may. @throws KeyTakenError where somebody else is at it, and what the work throws */
  whileMine<Result>(key: string, work: () => Promise<Result>): Promise<Result>
}

/** Seconds for which a claim of a process that died stands; work takes less. */
const CLAIM_S = 60

/** A row for each key that is being given; it holds no connection while the store is waited for. */
export const databaseClaims = (db: Database): KeyClaims => ({
  async whileMine(key, work) {
    const holder = newId()
    const { rows } = await sql`
      insert into storage_claim (key, holder, until) values (${key}, ${holder}, now() + make_interval(secs => ${CLAIM_S}))
      on conflict (key) do update set holder = excluded.holder, until = excluded.until where storage_claim.until < now()
      returning key`.execute(db)
    if (rows.length === 0) throw new KeyTakenError()
    try {
      return await work()
    } finally {
      await sql`delete from storage_claim where key = ${key} and holder = ${holder}`.execute(db)
    }
  },
})
