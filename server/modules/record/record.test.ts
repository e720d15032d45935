import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../testing/database/index.ts'
import { factories } from '../../../testing/factories.ts'
import { checklistOf } from '../../../testing/matrix/content.ts'
import { SECRET } from '../../../testing/server.ts'
import { newId } from '../../platform/ids.ts'
import { createSigner } from '../../platform/signing.ts'
import { type ActivityEntry, recordActivity } from '../activity/index.ts'
import { insertProjects, NOTHING_KNOWN } from '../projects/index.ts'
import { appendPending } from './append/appending.ts'
import { checkpointsOf, signDue, signedText, signNow } from './checkpoints/checkpoints.ts'
import { recordKeys } from './checkpoints/keys.ts'
import { mailCheckpoints } from './checkpoints/mails.ts'
import { recordKinds } from './office.ts'
import { proveConsistency, proveInclusion } from './proving.ts'
import { removeContent } from './removing.ts'
import { verifyOrganisation } from './verify/verifying.ts'

const database = testDatabase()
const make = factories(database)
const signer = createSigner(SECRET)
const person = newId()
const VERIFIER = path.join(import.meta.dirname, '../../../bin/verify-proof.mjs')
let folder: string

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'helioroom-proofs-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A kind of record as staff keep it. */
function kind(name: string) {
  const found = recordKinds(signer).find((each) => each.name === name)
  if (!found) throw new Error(`There is no kind ${name}.`)
  return found
}

/** Writes entries of an organisation, each in its transaction. @returns their numbers */
async function write(
  organisationId: string,
  count: number,
  more: Partial<ActivityEntry> = {},
): Promise<number[]> {
  const ids: number[] = []
  for (let index = 0; index < count; index += 1) {
    const entry: ActivityEntry = {
      kind: 'VIEW',
      personId: person,
      sessionId: null,
      organisationId,
      recordedPath: `Permits/Zoning ${index}.pdf`,
      detail: { index, 'na"me': 'Zürich', nested: { b: [1, 2.5], a: null } },
      ...more,
    }
    ids.push(...(await database.db.transaction().execute((tx) => recordActivity(tx, [entry]))))
  }
  return ids
}

/** What somebody does who has the database and knows the product. */
async function tamper(...statements: string[]): Promise<void> {
  const client = new pg.Client(database.poolConfig)
  await client.connect()
  await client.query('set session_replication_role = replica')
  for (const statement of statements) await client.query(statement)
  await client.end()
}

/** An organisation with a record of some entries and checkpoints on the way. */
async function recorded(count = 11): Promise<{ id: string; entries: number[] }> {
  const id = await make.organisation()
  const entries: number[] = []
  for (let written = 0; written < count; written += 4) {
    entries.push(...(await write(id, Math.min(4, count - written))))
    await appendPending(database.db)
    await signDue(database.db, signer)
  }
  return { id, entries }
}

const found = async (organisation: string) =>
  (await verifyOrganisation(database.db, organisation)).named.map(
    ({ kind, position }) => `${kind} ${position}`,
  )

const leavesOf = async (organisation: string): Promise<{ position: number; row: string }[]> =>
  (
    await database.pool.query(
      'select position, row_id as row from record_leaf where organisation_id = $1 order by position',
      [organisation],
    )
  ).rows

test('CHAIN-01 entries are appended in the order of their commits, once', async () => {
  const id = await make.organisation()
  // What is there from before the record is appended apart.
  await appendPending(database.db)
  const held = await database.pool.connect()
  await held.query('begin')
  const { rows } = await held.query(
    `insert into activity (kind, person_id, organisation_id) values ('VIEW', $1, $2) returning id::text`,
    [person, id],
  )
  const [first, second, third] = await write(id, 3)
  await appendPending(database.db)
  await held.query('commit')
  held.release()
  await appendPending(database.db)
  await appendPending(database.db)
  expect(await leavesOf(id)).toEqual(
    [first, second, third, rows[0].id].map((row, position) => ({ position, row: String(row) })),
  )
  await expect(
    database.db.transaction().execute(async (tx) => {
      await recordActivity(tx, [{ kind: 'VIEW', personId: person, sessionId: null, organisationId: id }])
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  await appendPending(database.db)
  expect(await leavesOf(id)).toHaveLength(4)
  expect(await found(id)).toEqual([])
})

test('CHAIN-02 leaves that came are signed, once; a key is renewed, and the former one stays listed with its times', async () => {
  const { id } = await recorded(3)
  await signDue(database.db, signer)
  expect(await checkpointsOf(database.db, id, { limit: 10, offset: 0 })).toMatchObject([{ treeSize: 3 }])
  const staff = await make.actor(await make.person({ isSuperUser: true }))
  const [renew] = kind('recordkey').actions ?? []
  const [current] = await recordKeys(database.db)
  await database.db.transaction().execute(async (tx) => renew?.run(tx, staff, current?.id ?? '', {}))
  await write(id, 1)
  await appendPending(database.db)
  await signDue(database.db, signer)
  const [later, former] = await checkpointsOf(database.db, id, { limit: 10, offset: 0 })
  const keys = await recordKeys(database.db)
  expect(keys.map((key) => key.id).slice(0, 2)).toEqual([later?.keyId, former?.keyId])
  expect(keys[0]?.retiredAt).toBeNull()
  expect(keys[1]?.retiredAt?.getTime()).toBeGreaterThanOrEqual(keys[1]?.createdAt.getTime() ?? 0)
  const { rows } = await database.pool.query(
    `select count(*)::int as count from record_key where private_key is not null`,
  )
  expect(rows[0].count).toBe(1)
  // At a certificate as well, though nothing came.
  expect((await signNow(database.db, signer, id))?.treeSize).toBe(4)
  expect(await found(id)).toEqual([])
})

test('CHAIN-04 a changed, missing, added or reordered row and a cut are named with their position and time', async () => {
  const changed = await recorded()
  await tamper(`update activity set person_id = '${newId()}' where id = ${changed.entries[5]}`)
  const { named } = await verifyOrganisation(database.db, changed.id)
  expect(named).toMatchObject([{ kind: 'CHANGED', position: 5 }])
  expect(named[0]?.at).toBeInstanceOf(Date)

  const detail = await recorded()
  await tamper(`update activity set detail = detail || '{"index": 99}' where id = ${detail.entries[0]}`)
  expect(await found(detail.id)).toEqual(['CHANGED 0'])

  const missing = await recorded()
  await tamper(`delete from activity where id = ${missing.entries[10]}`)
  expect(await found(missing.id)).toEqual(['MISSING 10'])

  const unlisted = await recorded()
  await tamper(
    `delete from activity where id = ${unlisted.entries[4]}`,
    `delete from record_leaf where organisation_id = '${unlisted.id}' and position = 4`,
  )
  expect(await found(unlisted.id)).toEqual(['MISSING 4'])

  const added = await recorded()
  await tamper(
    `insert into activity (kind, person_id, organisation_id) values ('VIEW', '${person}', '${added.id}')`,
  )
  expect(await found(added.id)).toEqual(['ADDED null'])

  const reordered = await recorded()
  const rowAt = (position: number) =>
    `update record_leaf set row_id = '${reordered.entries[position === 2 ? 7 : 2]}',
      row_at = (select at from activity where id = ${reordered.entries[position === 2 ? 7 : 2]})
      where organisation_id = '${reordered.id}' and position = ${position}`
  await tamper('drop index record_leaf_row', rowAt(2), rowAt(7))
  await tamper('create unique index record_leaf_row on record_leaf (source, row_id)')
  expect(await found(reordered.id)).toEqual(['REORDERED 2', 'REORDERED 7'])

  const cut = await recorded()
  await tamper(
    `delete from record_leaf where organisation_id = '${cut.id}' and position >= 9`,
    `delete from activity where id >= ${cut.entries[9]} and organisation_id = '${cut.id}'`,
  )
  expect(await found(cut.id)).toEqual(['CUT 8'])
})

test('CHAIN-04 whoever makes the leaves and the nodes again as well is found by the next checkpoint', async () => {
  const { id, entries } = await recorded()
  await tamper(
    `update activity set kind = 'DOWNLOAD' where id = ${entries[6]}`,
    `insert into record_pending (source, ids) select 'activity', array_agg(row_id order by position)
      from record_leaf where organisation_id = '${id}'`,
    `delete from record_leaf where organisation_id = '${id}'`,
  )
  await appendPending(database.db)
  expect(await found(id)).toEqual(['CHECKPOINT 4'])

  const forged = await recorded()
  await tamper(
    `update record_checkpoint set signature = sha512(signature) where organisation_id = '${forged.id}' and tree_size = 8`,
  )
  expect(await found(forged.id)).toEqual(['SIGNATURE 7'])
  await tamper(
    `insert into record_key (id, public_key, created_at, retired_at) values ('${'a'.repeat(32)}', sha256('x'), 'epoch', 'epoch')`,
    `update record_checkpoint set key_id = '${'a'.repeat(32)}' where organisation_id = '${forged.id}' and tree_size = 8`,
  )
  expect(await found(forged.id)).toEqual(['SIGNATURE 7'])
})

/** Runs the verifier, which knows nothing of the product, over proofs. @returns what it says */
async function verifierSays(proof: string, ...options: string[]): Promise<string> {
  const file = path.join(folder, `${newId()}.json`)
  writeFileSync(file, proof)
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [VERIFIER, ...options, file]).catch(
    (error: { stdout: string; stderr: string }) => error,
  )
  return `${stdout}${stderr}`.replace(`${file}: `, '').trim()
}

test('CHAIN-05 proofs verify with Node alone; a changed entry, a cut and a wrong key are named', async () => {
  const { id, entries } = await recorded()
  const prove = (index: number, treeSize: number) =>
    proveInclusion(database.db, id, {
      entry: { source: 'activity', rowId: String(entries[index]) },
      treeSize,
      isKnown: async () => false,
    })
  for (const [index, treeSize] of [
    [0, 4],
    [3, 8],
    [10, 11],
    [8, 11],
  ] as const) {
    expect(await verifierSays(await prove(index, treeSize))).toMatch(/^The entry was in the record at 20/)
  }
  const proof = JSON.parse(await prove(6, 11))
  const changed = { ...proof, entry: proof.entry.replace('VIEW', 'DOWNLOAD') }
  expect(await verifierSays(JSON.stringify(changed))).toBe(
    'The entry is not the one that was recorded: it was changed.',
  )
  const elsewhere = { ...proof, position: 5 }
  expect(await verifierSays(JSON.stringify(elsewhere))).toBe(
    'The path does not lead to the root of the checkpoint.',
  )
  const other = createOtherKey()
  expect(await verifierSays(JSON.stringify({ ...proof, keys: [other] }))).toContain(
    'is not among the public keys.',
  )
  const keyFile = path.join(folder, 'keys.txt')
  writeFileSync(keyFile, `${other.publicKey}\n`)
  expect(await verifierSays(JSON.stringify(proof), '--key', keyFile)).toContain(
    'is not among the public keys.',
  )
  const later = { ...proof, checkpoint: { ...proof.checkpoint, at: '2020-01-01T00:00:00.000Z' } }
  expect(await verifierSays(JSON.stringify(later))).toContain('was not signed by the key')

  for (const [from, to] of [
    [4, 8],
    [4, 11],
    [8, 11],
    [11, 11],
  ] as const) {
    expect(await verifierSays(await proveConsistency(database.db, id, { from, to }))).toContain(
      'goes on from that of',
    )
  }
  const consistency = JSON.parse(await proveConsistency(database.db, id, { from: 8, to: 11 }))
  const cut = { ...consistency, from: consistency.to, to: consistency.from }
  expect(await verifierSays(JSON.stringify(cut))).toBe(
    'The record was cut: the later checkpoint has fewer entries than the former.',
  )
  const longer = JSON.parse(await proveConsistency(database.db, id, { from: 4, to: 11 }))
  const swapped = { ...longer, path: longer.path.toReversed() }
  expect(await verifierSays(JSON.stringify(swapped))).toMatch(/does not go on from that of/)
  await expect(prove(0, 5)).rejects.toThrow('Please choose the size of a checkpoint.')
  await expect(prove(9, 8)).rejects.toThrow('Entry not found.')
  await expect(proveConsistency(database.db, id, { from: 11, to: 4 })).rejects.toThrow(
    'the earlier checkpoint first',
  )
})

const createOtherKey = () => ({ id: 'other', publicKey: Buffer.alloc(32, 7).toString('base64') })

test('CHAIN-06 a content that the law wants removed is replaced by its hash, with a reason, and the record verifies', async () => {
  const { id, entries } = await recorded()
  const actor = await make.actor(await make.person({ isSuperUser: true }))
  const removal = { activityId: entries[3] ?? 0, reason: 'Article 17 of the GDPR' }
  await database.db.transaction().execute((tx) => removeContent(tx, actor, removal))
  const { rows } = await database.pool.query(
    'select kind, detail, recorded_path as path from activity where id = $1',
    [entries[3]],
  )
  expect(rows).toEqual([{ kind: 'VIEW', detail: null, path: null }])
  await appendPending(database.db)
  await signDue(database.db, signer)
  expect(await found(id)).toEqual([])
  const proof = await proveInclusion(database.db, id, {
    entry: { source: 'activity', rowId: String(entries[3]) },
    treeSize: 12,
    isKnown: async () => false,
  })
  expect(JSON.parse(proof).entry).toBeNull()
  expect(await verifierSays(proof)).toContain('Its content was removed.')
  await expect(database.db.transaction().execute((tx) => removeContent(tx, actor, removal))).rejects.toThrow(
    'was removed before',
  )
  // Nobody else changes a row by it, and nobody passes a change off as a removal.
  await expect(
    database.pool.query(`update activity set detail = null where id = ${entries[4]}`),
  ).rejects.toThrow('activity is append-only')
  await tamper(
    `update activity set detail = null where id = ${entries[4]}`,
    `insert into record_removal (organisation_id, position, reason) values ('${id}', 4, 'Nobody said so')`,
  )
  expect(await found(id)).toEqual(['REMOVAL 4'])
})

test('STAGE-12 under a legal hold of its room no content of an activity is removed, whatever of the room it is about', async () => {
  const organisationId = await make.organisation()
  const { id: roomId } = await make.portfolio({ organisationId })
  const treeId = await make.tree({ organisationId, portfolioId: roomId })
  const [checklist] = await checklistOf(database, roomId, true)
  const [log, question] = [newId(), newId()]
  await database.db
    .transaction()
    .execute((tx) =>
      insertProjects(tx, [{ ...NOTHING_KNOWN, organisationId, portfolioIds: [roomId], name: 'Harbor' }]),
    )
  const { rows: projects } = await database.pool.query<{ id: string }>(
    'select project_id as id from portfolio_project where portfolio_id = $1',
    [roomId],
  )
  await database.pool.query(
    `insert into question_log (id, organisation_id, portfolio_id, name) values ('${log}', '${organisationId}', '${roomId}', 'Legal');
     insert into question (id, organisation_id, log_id, number) values ('${question}', '${organisationId}', '${log}', 1)`,
  )
  const of = [
    { treeId },
    ...(
      [
        ['portfolio', roomId],
        ['checklist', checklist],
        ['question_log', log],
        ['question', question],
        ['project', projects[0]?.id ?? ''],
      ] as const
    ).map(([kind, id]) => ({ subject: { kind, id } })),
    // Of seeing the room as others do.
    { subject: { kind: 'session_view', id: newId() }, detail: { portfolioId: roomId } },
  ]
  const entries: number[] = []
  for (const about of of) entries.push(...(await write(organisationId, 1, about)))
  await appendPending(database.db)
  const actor = await make.actor(await make.person({ isSuperUser: true }))
  const remove = (activityId: number) =>
    database.db
      .transaction()
      .execute((tx) => removeContent(tx, actor, { activityId, reason: 'Article 17 of the GDPR' }))
      .then(
        () => 'removed',
        ({ message }: Error) => message,
      )
  await database.pool.query(
    `insert into legal_hold (portfolio_id, organisation_id, reason, set_by) values ($1, $2, 'Arbitration', $3)`,
    [roomId, organisationId, actor.personId],
  )
  for (const [at, id] of entries.entries()) {
    expect([of[at], await remove(id)]).toEqual([
      of[at],
      expect.stringMatching(
        /^This room has been under a legal hold since \d\d\/\d\d\/\d{4}\. Nothing in it can be removed for good\.$/,
      ),
    ])
  }
  await database.pool.query('delete from legal_hold')
  for (const id of entries) expect(await remove(id)).toBe('removed')
})

test('CHAIN-09 what a checkpoint is signed of names neither the size of the record nor a position', async () => {
  const { id } = await recorded(7)
  const [checkpoint] = await checkpointsOf(database.db, id, { limit: 1, offset: 0 })
  if (!checkpoint) throw new Error('There is no checkpoint.')
  const text = signedText(checkpoint).toString()
  expect(text.split('\n').map((line) => line.split(' ')[0])).toEqual([
    'helioroom',
    'organisation',
    'root',
    'time',
    'key',
    '',
  ])
  expect(signedText({ ...checkpoint, treeSize: 99 } as typeof checkpoint)).toEqual(signedText(checkpoint))
})

test('CHAIN-03 checkpoints are mailed to the addresses of an organisation, each once, without the size of its record', async () => {
  const { id } = await recorded(5)
  const staff = await make.actor(await make.person({ isSuperUser: true }))
  const recipients = kind('recordrecipient')
  const add = (email: string, organisationId = id) =>
    database.db.transaction().execute(async (tx) => recipients.create?.(tx, staff, { email, organisationId }))
  for (const email of ['seller@counsel.example', 'Buyer@counsel.example']) await add(email)
  await expect(add('BUYER@counsel.example')).rejects.toThrow(
    'Checkpoints of this organisation are mailed to this address already.',
  )
  await expect(add('nobody')).rejects.toThrow('Please enter an email address.')
  // Nothing more of an organisation that was deleted.
  const gone = await recorded(1)
  await add('gone@counsel.example', gone.id)
  await database.pool.query(
    `update organisation set deleted_at = now(), deleted_by = $2, purge_after = now() + interval '30 days' where id = $1`,
    [gone.id, staff.personId],
  )
  await mailCheckpoints(database.db)
  await mailCheckpoints(database.db)
  const [checkpoint] = await checkpointsOf(database.db, id, { limit: 1, offset: 0 })
  const { rows } = await database.pool.query(
    `select recipient, body_text as text from mail_outbox where recipient like '%@counsel.example' order by recipient`,
  )
  expect(rows.map(({ recipient }) => recipient)).toEqual(['buyer@counsel.example', 'seller@counsel.example'])
  expect(rows[0].text).toContain(checkpoint?.root.toString('hex'))
  expect(rows[0].text).toContain(checkpoint?.signature.toString('base64'))
  const key = (await recordKeys(database.db)).find((each) => each.id === checkpoint?.keyId)
  expect(rows[0].text).toContain(key?.publicKey.toString('base64') ?? 'no key')
  expect(rows[0].text).not.toMatch(/\b5\b/)
  await write(id, 1)
  await appendPending(database.db)
  await signDue(database.db, signer)
  await mailCheckpoints(database.db)
  const { rows: later } = await database.pool.query(
    `select from mail_outbox where recipient like '%@counsel.example'`,
  )
  expect(later).toHaveLength(4)
})
