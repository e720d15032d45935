import { sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import { type Mail, sendMails } from '../../../platform/mail/index.ts'
import { type Checkpoint, checkpointsOf } from './checkpoints.ts'
import { type RecordKey, recordKeys } from './keys.ts'

interface Recipient {
  id: string
  organisation: string
  /** Of the organisation. */
  name: string
  email: string
}

/** Recipients of one transaction. */
const BATCH = 200

/** Names neither the size of the record nor a position (CHAIN-09). */
const letterTo = (
  { email, organisation, name }: Recipient,
  { at, root, signature, keyId }: Checkpoint,
  key: RecordKey | undefined,
): Mail => ({
  recipient: email,
  subject: `Checkpoint of the record of ${name}`,
  title: 'Checkpoint of the record',
  paragraphs: [
    'Please keep this e-mail. It proves what the record of this organisation was at this moment: whoever changes it afterwards can’t make it agree with this checkpoint.',
  ],
  facts: [
    { label: 'Organisation', value: `${name} (${organisation})` },
    { label: 'Time', value: at.toISOString() },
    { label: 'Root (SHA-256)', value: root.toString('hex') },
    { label: 'Key', value: keyId },
    { label: 'Signature (Ed25519)', value: signature.toString('base64') },
    { label: 'Public key', value: key?.publicKey.toString('base64') ?? '' },
  ],
  foot: {
    why: 'You get this e-mail because checkpoints of this organisation are sent to this address.',
    organisation: name,
  },
})

/** Mails each recipient the newest checkpoint, where it is newer than the one that was mailed last (CHAIN-03). */
export async function mailCheckpoints(db: Database): Promise<void> {
  let after: string | null = null
  for (;;) {
    const last: string | null = after
    const page: Recipient[] = await db.transaction().execute(async (tx) => {
      const { rows } = await sql<Recipient>`
        select recipient.id, recipient.organisation_id as organisation, organisation.name, recipient.email
        from record_recipient recipient join organisation on organisation.id = recipient.organisation_id
        where organisation.deleted_at is null
          and ${last === null ? sql`true` : sql`recipient.id > ${last}::uuid`}
        order by recipient.id limit ${BATCH} for update of recipient`.execute(tx)
      const keys = new Map((await recordKeys(tx)).map((key) => [key.id, key]))
      const newest = new Map<string, Checkpoint | undefined>()
      for (const { organisation } of rows) {
        if (newest.has(organisation)) continue
        const [checkpoint] = await checkpointsOf(tx, organisation, { limit: 1, offset: 0 })
        newest.set(organisation, checkpoint)
      }
      const { rows: due } = await sql<{ id: string }>`
        update record_recipient recipient set mailed = made.checkpoint
        from unnest(${rows.map(({ id }) => id)}::uuid[],
          ${rows.map(({ organisation }) => newest.get(organisation)?.id ?? null)}::bigint[]) as made (id, checkpoint)
        where recipient.id = made.id and made.checkpoint > coalesce(recipient.mailed, 0)
        returning recipient.id`.execute(tx)
      const dueIds = new Set(due.map(({ id }) => id))
      await sendMails(
        tx,
        rows.flatMap((recipient) => {
          const checkpoint = newest.get(recipient.organisation)
          if (!checkpoint || !dueIds.has(recipient.id)) return []
          return [letterTo(recipient, checkpoint, keys.get(checkpoint.keyId))]
        }),
      )
      return rows
    })
    if (page.length < BATCH) return
    after = page.at(-1)?.id ?? null
  }
}
