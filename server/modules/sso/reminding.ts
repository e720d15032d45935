import { sql } from 'kysely'
import { CERTIFICATE_ENDS_SOON_DAYS } from '../../../shared/ssoRules.ts'
import { findPeople, isUserOf, personHolds } from '../../access/audience.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import { sendMails } from '../../platform/mail/index.ts'
import { personsByIds } from '../accounts/index.ts'
import { organisationsByIds } from '../organisations/index.ts'

/** Certificates of one run, and admins of one connection. */
const MAX_CERTIFICATES = 100
const MAX_ADMINS = 100

interface Ending {
  connectionId: string
  organisationId: string | null
  name: string
  validTo: Date
}

/** Tells the admins of a connection, once, that a certificate of its provider ends within 30 days (SSO-14). */
export async function remindOfCertificates(
  db: Database,
  { origin, at }: { origin: string; at: Date },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const ending of await takeEnding(tx, at)) await mailAdmins(tx, ending, origin)
  })
}

/** Those that end soon, which count as told from then on: a second server finds none of them. */
async function takeEnding(tx: Tx, at: Date): Promise<Ending[]> {
  const { rows } = await sql<Ending>`
    with ending as (
      select connection_id, fingerprint from sso_certificate
      where reminded_at is null and valid_to <= ${at}::timestamptz + make_interval(days => ${CERTIFICATE_ENDS_SOON_DAYS})
      order by valid_to limit ${MAX_CERTIFICATES} for update skip locked)
    update sso_certificate e set reminded_at = ${at}
    from ending, sso_connection c
    where e.connection_id = ending.connection_id and e.fingerprint = ending.fingerprint and c.id = e.connection_id
    returning c.id as "connectionId", c.organisation_id as "organisationId", c.name, e.valid_to as "validTo"`.execute(
    tx,
  )
  return rows
}

async function mailAdmins(tx: Tx, { organisationId, name, validTo }: Ending, origin: string): Promise<void> {
  const [organisation] = organisationId === null ? [] : await organisationsByIds(tx, [organisationId])
  const personIds = organisation
    ? await findPeople(
        tx,
        organisation.id,
        sql<boolean>`${isUserOf(organisation.id)} and ${personHolds(
          { kind: 'organisation', organisationId: organisation.id },
          'ORG_ADMIN',
        )}`,
        { limit: MAX_ADMINS },
      )
    : await superUsers(tx)
  const page = organisation
    ? `${origin}/${organisation.slug}/admin/sign-in`
    : `${origin}/admin/users/ssoconnection`
  const day = validTo.toISOString().slice(0, 10)
  await sendMails(
    tx,
    (await personsByIds(tx, personIds))
      .flatMap((person) => person ?? [])
      .map(({ email }) => ({
        recipient: email,
        subject: `A certificate of ${name} ends on ${day}`,
        title: 'A certificate ends',
        paragraphs: [
          `The certificate by which the provider of ${name} signs ends on ${day}. From then on nobody signs in by it.`,
          'Add the provider’s next certificate before: both are valid until the first one ends.',
        ],
        button: { label: 'Open the connection', url: page },
        foot: { why: 'You get this e-mail because you administer this connection.' },
      })),
  )
}

async function superUsers(tx: Tx): Promise<string[]> {
  const rows = await tx
    .selectFrom('person')
    .select('id')
    .where('is_super_user', '=', true)
    .where('is_active', '=', true)
    .orderBy('id')
    .limit(MAX_ADMINS)
    .execute()
  return rows.map(({ id }) => id)
}
