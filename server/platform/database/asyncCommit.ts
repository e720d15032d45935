import { sql } from 'kysely'

/**
 * SQL, always true: the commit of this transaction doesn't wait until it is on the disk. After a power cut it may
 * turn out never to have happened; the next commit that waits takes it along. For steps on the way whose asker
 * begins again, never for what was promised.
 */
export const asyncCommit = sql<boolean>`set_config('synchronous_commit', 'off', true) = 'off'`
