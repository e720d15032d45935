import type pg from 'pg'
import {
  type ActorRow,
  AWAITS_LICENCE,
  DELETED_FOR_STAFF,
  GROUPS_OF_PERSON,
  toActor,
} from '../../access/loadActor.ts'
import { TOKEN_JSON } from '../../access/tokens.ts'
import { askAgain } from '../../platform/database/away.ts'
import { hashToken, type OpenSession } from '../accounts/index.ts'
import { isTokenText } from './text.ts'

/** A request updates the token's last use only if the recorded one is older than this, or from elsewhere. */
const LAST_USED_INTERVAL_MS = 60_000

interface FoundRow extends ActorRow {
  lastUsedAt: Date | null
  lastUsedFrom: string | null
}

/** Each request by a token runs it, so that it is prepared once for each connection. */
const FIND = {
  name: 'person_of_token',
  text: `
    select t.id as "sessionId", t.last_used_at as "lastUsedAt", t.last_used_from as "lastUsedFrom",
      p.id as "personId", p.is_super_user as "isSuperUser", ${AWAITS_LICENCE} as "awaitsLicence",
      ${DELETED_FOR_STAFF} as "deletedOrganisationIds", ${GROUPS_OF_PERSON} as groups, ${TOKEN_JSON} as token
    from api_token t join person p on p.id = t.person_id
    where t.token_hash = $1 and t.revoked_at is null and t.expires_at > $2 and p.is_active`,
}

const UPDATE_LAST_USED = {
  name: 'token_last_used',
  text: 'update api_token set last_used_at = $2, last_used_from = $3 where id = $1',
}

export interface TokenLookup {
  pool: pg.Pool
  now: Date
  /** Whether the person's directory has to sign them in, and has not for long (TOKEN-06). */
  hasLapsed: (personId: string) => Promise<boolean>
  /** Called when the use could not be recorded. */
  onError: (error: unknown) => void
}

/**
 * The caller by a token, with what it gives them at this moment (TOKEN-05). Null for one that was never given out, is
 * revoked or expired, and for a person who may not go on by tokens (TOKEN-06).
 * @param address of the network
 */
export async function findToken(
  { pool, now, hasLapsed, onError }: TokenLookup,
  text: string,
  address: string,
): Promise<OpenSession | null> {
  if (!isTokenText(text)) return null
  const { rows } = await askAgain<FoundRow>(pool, { ...FIND, values: [hashToken(text), now] })
  const row = rows[0]
  if (!row || row.awaitsLicence || (await hasLapsed(row.personId))) return null
  const due = new Date(now.getTime() - LAST_USED_INTERVAL_MS)
  // The answer doesn't wait for the update.
  if (row.lastUsedAt === null || row.lastUsedAt <= due || row.lastUsedFrom !== address) {
    pool.query({ ...UPDATE_LAST_USED, values: [row.sessionId, now, address] }).catch(onError)
  }
  return { actor: toActor(row, true), awaitsLicence: false }
}
