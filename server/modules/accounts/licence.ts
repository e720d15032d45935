import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Actor } from '../../access/actor.ts'
import { conflict } from '../../access/errors.ts'
import type { Connection, Database, Tx } from '../../platform/database/database.ts'
import { keptAtMost } from '../../platform/keptAtMost.ts'

/** The licence agreement that everybody accepts before they see anything (EULA-01). */
export interface Licence {
  /** From 1; a person who has accepted an older one is asked again. */
  version: number
  /** Paragraphs with a blank line between them; one that begins with "## " is a heading. */
  text: string
}

/** What a person has agreed to. */
export interface Agreements {
  acceptedEula: boolean
}

export const currentLicence = (db: Connection): Promise<Licence> =>
  db
    .selectFrom('licence')
    .select(['version', 'body as text'])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()

/** Whether the person has accepted the newest agreement. */
export async function agreementsOf(db: Connection, personId: string): Promise<Agreements> {
  const { rows } = await sql<Agreements>`
    select exists (select from licence_acceptance where person_id = ${personId}
      and version = (select max(version) from licence)) as "acceptedEula"`.execute(db)
  return rows[0] ?? { acceptedEula: false }
}

/** People whose acceptance a process remembers, and for how many milliseconds. */
const REMEMBERED = { people: 10_000, ms: 1000 }

/** Who has accepted the newest agreement, for whoever asks many times a second. */
export interface Acceptances {
  /** A text that another process publishes is noticed within a second. */
  has(personId: string): Promise<boolean>
  /** Another text was published. */
  forget(): void
}

export function createAcceptances(db: Database): Acceptances {
  const accepted = new LRUCache<string, true>({ ...keptAtMost(REMEMBERED.people), ttl: REMEMBERED.ms })
  return {
    async has(personId) {
      if (accepted.has(personId)) return true
      const { acceptedEula } = await agreementsOf(db, personId)
      // A refusal is not remembered: with the acceptance the next request is let through.
      if (acceptedEula) accepted.set(personId, true)
      return acceptedEula
    },
    forget: () => accepted.clear(),
  }
}

/** Records that a person accepts the newest agreement; of two tabs that both do, the first counts. */
export async function recordAcceptance(
  tx: Tx,
  { personId, emailAgreement, at }: { personId: string; emailAgreement: boolean; at: Date },
): Promise<void> {
  await sql`
    insert into licence_acceptance (person_id, version, accepted_at, email_agreement)
    select ${personId}, max(version), ${at}, ${emailAgreement} from licence
    on conflict do nothing`.execute(tx)
}

export interface AgreementsInput {
  /** True only with both required boxes ticked; false changes nothing (EULA-09). */
  acceptedAgreements: boolean
  emailAgreement?: boolean | null | undefined
  /** Version of the text that was shown; the newest unless given. */
  licenceVersion?: number | null | undefined
}

/**
 * Accepts the licence agreement.
 * @throws CONFLICT where a newer text than the one that was shown has been published
 */
export const updateAgreements = (
  db: Database,
  { personId }: Actor,
  { acceptedAgreements, emailAgreement, licenceVersion }: AgreementsInput,
  at: Date,
): Promise<Agreements> =>
  db.transaction().execute(async (tx) => {
    if (acceptedAgreements) {
      // No newer version is published between the comparison and the acceptance.
      await sql`lock table licence in share mode`.execute(tx)
      const { version } = await currentLicence(tx)
      if (typeof licenceVersion === 'number' && licenceVersion !== version) {
        throw conflict('The licence agreement has changed. Please read the new text.')
      }
      await recordAcceptance(tx, { personId, emailAgreement: emailAgreement ?? false, at })
    }
    return agreementsOf(tx, personId)
  })

/**
 * Makes a text the licence agreement: everybody is asked again where it differs from the newest version.
 * @returns the version
 */
export const publishLicence = (db: Database, text: string): Promise<number> =>
  db.transaction().execute((tx) => publishIn(tx, text))

/** The same in the caller's transaction. */
export async function publishIn(tx: Tx, text: string): Promise<number> {
  await sql`lock table licence in share row exclusive mode`.execute(tx)
  const current = await currentLicence(tx)
  const body = text.replaceAll('\r\n', '\n').trim()
  if (body === current.text.trim()) return current.version
  const version = current.version + 1
  await tx.insertInto('licence').values({ version, body }).execute()
  return version
}
