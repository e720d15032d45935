import type pg from 'pg'
import { documentsAddedMail, waitingDocumentsIn } from '../../server/modules/documents/index.ts'
import { createSender } from '../../server/modules/notifications/index.ts'
import { openDatabase } from '../../server/platform/database/database.ts'
import { factories } from '../../testing/factories.ts'
import { statementsOf } from '../../testing/statements.ts'
import { growTree } from '../support/growTree.ts'
import type { Measure } from '../support/measure.ts'
import { ownDatabase } from '../support/ownDatabase.ts'

/** What the mails say that waits in their room. */
const WAITING: Parameters<typeof documentsAddedMail>[1] = {
  inRoom: (on, readers, place) => waitingDocumentsIn(on, { readers, place }),
}

/** Members, and how many groups they are in. */
const PEOPLE = 5000
const GROUPS = 50
/** Sites of 974 documents each. */
const SITES = 103
const MOMENTS = 5000
const SECONDS = 60

/**
 * One digest of all that one person has added to a tree, to all of its members: from what is due to the mails in the
 * outbox. A part of the groups may not see a part of the documents.
 */
export const digests: Measure = {
  name: 'digests',
  run: async (stage, { quick }) => {
    const { connection } = await stage()
    const size = quick ? { people: PEOPLE / 10, sites: SITES / 20 } : { people: PEOPLE, sites: SITES }
    const run = await ownDatabase(connection, (poolConfig) => measured(poolConfig, size))
    return [
      {
        title: `digest of ${run.documents.toLocaleString('en-US')} documents to ${run.mails.toLocaleString('en-US')} people, ${run.statements} statements`,
        ours: `${run.seconds.toFixed(1)} s`,
        floor: '',
        value: run.seconds,
        shown: `${run.seconds.toFixed(1)} s`,
        target: { atMost: SECONDS },
        targetShown: `${SECONDS} s`,
      },
      {
        title: 'statements of that run for each thousand people',
        ours: `${run.statements}`,
        floor: '',
        value: run.statements / (size.people / 1000),
        shown: (run.statements / (size.people / 1000)).toFixed(1),
        target: { atMost: quick ? 100 : 30 },
        targetShown: quick ? '100' : '30',
      },
    ]
  },
}

interface Run {
  documents: number
  mails: number
  seconds: number
  statements: number
}

async function measured(
  poolConfig: pg.PoolConfig,
  { people, sites }: { people: number; sites: number },
): Promise<Run> {
  const { close, ...database } = openDatabase(poolConfig)
  const { db, pool } = database
  try {
    const make = factories({ ...database, poolConfig })
    const { place, treeId } = await make.room()
    const keeper = await make.actorWith(place, 'Deal Room Admin')
    const groups = await Promise.all(
      Array.from({ length: GROUPS }, (_, at) =>
        make.group({
          organisationId: place.organisationId,
          role: at % 2 === 0 ? 'Viewer' : 'Bidder',
          portfolioIds: [place.portfolioId],
        }),
      ),
    )
    await growTree(pool, {
      treeId,
      authorId: keeper.personId,
      restrictedTo: groups[0] ?? keeper.groupId,
      sites,
    })
    await pool.query(
      `with made as (
         insert into person (id, email, first_name, last_name)
         select gen_random_uuid(), 'member' || n || '@bench.example', 'Pat', 'Lee ' || n
         from generate_series(1, $1::int) n returning id),
       accepted as (
         insert into licence_acceptance (person_id, version, email_agreement)
         select made.id, (select max(version) from licence), false from made)
       insert into membership (group_id, person_id)
       select ($2::uuid[])[1 + (row_number() over ()) % cardinality($2::uuid[])], id from made`,
      [people, groups],
    )
    const { rows } = await pool.query<{ documents: number }>(
      `with added as (
         insert into activity (kind, person_id, organisation_id, tree_id, document_id, version_id, at)
         select 'UPLOAD', $2, $3, tree_id, id, current_version_id,
           timestamptz '2026-05-04 12:00:00Z' + (row_number() over () % ${MOMENTS}) * interval '1 second'
         from document where tree_id = $1 and not is_folder returning id)
       select count(*)::int as documents from added`,
      [treeId, keeper.personId, place.organisationId],
    )
    await pool.query(
      `insert into notification (id, kind, subject_kind, subject_id, caused_by, digest, data, due_at, latest_at,
         organisation_id, portfolio_id)
       select gen_random_uuid(), 'DOCUMENTS_ADDED', 'document_tree', $1::uuid, $2::uuid, $1::text,
         jsonb_build_object('at', to_char((timestamptz '2026-05-04 12:00:00Z' + n * interval '1 second') at time zone 'UTC',
           'YYYY-MM-DD"T"HH24:MI:SS"Z"')), now(), now(), $3, $4
       from generate_series(0, ${MOMENTS - 1}) n`,
      [treeId, keeper.personId, place.organisationId, place.portfolioId],
    )
    await pool.query('vacuum analyze')
    const sender = createSender({
      db,
      handlers: [documentsAddedMail(() => 'https://rooms.bench.example', WAITING)],
      log: {
        error: ({ err }: { err?: unknown }) => {
          throw err
        },
      },
      addresses: {
        origin: () => 'https://rooms.bench.example',
        unsubscribeUrl: (personId) => `https://rooms.bench.example/unsubscribe/${personId}`,
      },
    })
    const began = performance.now()
    const statements = await statementsOf(() => sender.sendDue())
    const seconds = (performance.now() - began) / 1000
    const written = await pool.query<{ mails: number }>('select count(*)::int as mails from mail_outbox')
    const mails = written.rows[0]?.mails ?? 0
    if (mails < people) throw new Error(`${people} people were to be written to, ${mails} were.`)
    return { documents: rows[0]?.documents ?? 0, mails, seconds, statements: statements.length }
  } finally {
    await close()
  }
}
