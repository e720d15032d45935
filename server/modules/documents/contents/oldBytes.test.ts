import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '../../../../shared/durations.ts'
import { testDatabase } from '../../../../testing/database/index.ts'
import { factories } from '../../../../testing/factories.ts'
import type { Actor } from '../../../access/actor.ts'
import { newId } from '../../../platform/ids.ts'
import { createDiskStorage, NotRemovedError, type Storage } from '../../../platform/storage/index.ts'
import { createDocuments, type Documents, removeForGood, removeOldBytes, removeOrphans } from '../index.ts'

const database = testDatabase()
const make = factories(database)
const daysAgo = (days: number): Date => new Date(Date.now() - days * DAY_MS)

let root = ''
let storage: Storage
let documents: Documents
let actor: Actor
let treeId: string

beforeAll(async () => {
  const room = await make.room()
  const { place } = room
  treeId = room.treeId
  actor = await make.actorWith(place, 'Deal Room Admin')
})
beforeEach(async () => {
  if (root) rmSync(root, { recursive: true })
  root = mkdtempSync(path.join(os.tmpdir(), 'helioroom-old-bytes-'))
  storage = await createDiskStorage({ root, reserveBytes: 0 })
  documents = createDocuments({
    db: database.db,
    storedSize: (key) => storage.head(key),
    uploadAddress: ({ version }) => `/uploads/${version}`,
    fileAddress: ({ id }) => `/files/${id}`,
    opaqueId: (kind, id) => `${kind} ${id}`,
    maxUploadBytes: 1_000_000,
    recycleDays: 30,
    onError: (error) => expect.unreachable(String(error)),
  })
  // Each test begins with nothing that is due.
  await database.pool.query('update document set bytes_removed_at = now() where deleted_at is not null')
})
afterAll(async () => {
  await documents.arrivals.close()
  rmSync(root, { recursive: true, force: true })
})

const put = async (key: string, content: string): Promise<void> =>
  void (await storage.put(key, Readable.from([Buffer.from(content)]), { size: content.length }))

interface Uploaded {
  id: string
  version: string
}

/** Uploads of one content, at most twenty. */
async function uploadAll(
  names: readonly string[],
  content: string,
  parentId = `tree:${treeId}`,
): Promise<Uploaded[]> {
  const size = content.length
  const sha256 = createHash('sha256').update(content).digest()
  const announced = await documents.announce(
    actor,
    treeId,
    names.map((name) => ({ name, size, parentId })),
  )
  await Promise.all(
    announced.map(async ({ version }) => {
      await put(version, content)
      documents.arrivals.record(version, { size, sha256, written: Promise.resolve() })
    }),
  )
  const uploads = announced.map(({ version, file }) => ({ version, documentId: file.id }))
  const { files } = await documents.confirm(actor, { treeId, uploads })
  return uploads.map(({ version }, index) => ({ version, id: files[index]?.id ?? '' }))
}

const upload = async (name: string, content: string, parentId?: string): Promise<Uploaded> => {
  const [uploaded] = await uploadAll([name], content, parentId)
  if (!uploaded) throw new Error('Nothing was uploaded.')
  return uploaded
}

/** Deletes documents as people do, then lets it be that long ago. */
async function removed(documentIds: readonly string[], days: number): Promise<void> {
  await documents.remove(actor, { treeId, documentIds })
  await database.pool.query(
    'update document set deleted_at = $2 where deleted_at is not null and bytes_removed_at is null and path && $1::uuid[]',
    [documentIds, daysAgo(days)],
  )
}

/** Keys of all bytes in the storage. */
const keys = (): string[] =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
    .sort()

const thumbnailOf = async (version: string): Promise<string> => {
  const { rows } = await database.pool.query<{ key: string }>(
    `update thumbnail set state = 'MADE', size = 1, sha256 = sha256('x') where version_id = $1 returning key`,
    [version],
  )
  const key = rows[0]?.key ?? ''
  await put(key, 'x')
  return key
}

test('DOP-35 bytes of all versions and thumbnails go 30 days after the deletion; those of everything else stay', async () => {
  const [folder] = await documents.createFolders(actor, {
    treeId,
    parentId: null,
    folderPaths: [`Folder ${newId()}`],
  })
  const gone = await upload('gone.png', 'first', folder?.id)
  const goneAgain = await upload('gone.png', 'second', folder?.id)
  expect(goneAgain.id).toBe(gone.id)
  const goneThumbnail = await thumbnailOf(goneAgain.version)
  const recent = await upload('recent.png', 'recent')
  const alive = await upload('alive.png', 'alive')
  const aliveAgain = await upload('alive.png', 'alive again')
  const aliveThumbnail = await thumbnailOf(aliveAgain.version)
  const [onItsWay] = await documents.announce(actor, treeId, [
    { name: 'later.pdf', size: 5, parentId: `tree:${treeId}` },
  ])
  const waiting = onItsWay?.version ?? ''
  await put(waiting, 'later')
  documents.arrivals.record(waiting, { size: 5, sha256: Buffer.alloc(32), written: Promise.resolve() })
  await removed([folder?.id ?? ''], 31)
  await removed([recent.id], 29)
  expect(keys()).toHaveLength(8)

  expect(await removeOldBytes({ db: database.db, storage }, daysAgo(30))).toBe(1)
  expect(keys()).toEqual([recent.version, alive.version, aliveAgain.version, aliveThumbnail, waiting].sort())
  expect(keys()).not.toContain(goneThumbnail)
  expect(await removeOldBytes({ db: database.db, storage }, daysAgo(30))).toBe(0)

  expect(await documents.storedFile(actor, gone.version)).toBeNull()
  const { rows } = await database.pool.query(
    `select v.number, v.size, v.sha256 = sha256(convert_to(case v.number when 1 then 'first' else 'second' end, 'UTF8')) as kept
     from document_version v where v.document_id = $1 order by v.number`,
    [gone.id],
  )
  expect(rows).toEqual([
    { number: 1, size: 5, kept: true },
    { number: 2, size: 6, kept: true },
  ])
  const history = await database.pool.query<{ kind: string }>(
    'select kind from activity where document_id = $1 order by id',
    [gone.id],
  )
  expect(history.rows.map(({ kind }) => kind)).toEqual(['UPLOAD', 'UPLOAD', 'DELETE'])
})

test('BIN-06 what was deleted for good loses bytes, texts and thumbnails, keeps size, SHA-256 and history, and takes nothing with it that was deleted before', async () => {
  const [home] = await documents.createFolders(actor, {
    treeId,
    parentId: null,
    folderPaths: [`Folder ${newId()}`],
  })
  const within = home?.id ?? ''
  const earlier = await upload('earlier.png', 'earlier', within)
  const gone = await upload('gone.txt', 'first', within)
  const thumbnail = await thumbnailOf((await upload('gone.png', 'picture', within)).version)
  const other = await upload('other.png', 'other')
  await documents.remove(actor, { treeId, documentIds: [earlier.id] })
  await documents.remove(actor, { treeId, documentIds: [within, other.id] })
  expect(keys()).toContain(thumbnail)
  expect(await removeForGood({ db: database.db, storage })).toBe(0)
  await documents.bins.deleteForGood(actor, { treeId, documentId: within, name: home?.name ?? '' })
  expect(await removeForGood({ db: database.db, storage })).toBe(2)
  expect(keys()).toEqual([earlier.version, other.version].sort())
  const { rows } = await database.pool.query(
    `select size::integer, sha256 = sha256('first') as kept,
       (select count(*)::integer from document_text where document_id = $1) as texts,
       (select count(*)::integer from deletion where document_id = $2) as waiting,
       (select array_agg(kind order by id) from activity where document_id = $1) as kinds
     from document_version where document_id = $1`,
    [gone.id, within],
  )
  expect(rows).toEqual([{ size: 5, kept: true, texts: 0, waiting: 0, kinds: ['UPLOAD', 'DELETE'] }])
  const [result] = await documents.bins.restore(actor, { treeId, documentIds: [earlier.id] })
  expect(result?.problem).toBeNull()
})

test('BIN-08 nothing of a room under a legal hold loses its bytes, neither by its time nor for good; once it is lifted all of it does', async () => {
  const [folder, empty] = await documents.createFolders(actor, {
    treeId,
    parentId: null,
    folderPaths: [`Folder ${newId()}`, `Empty ${newId()}`],
  })
  const within = await upload('within.txt', 'within', folder?.id)
  const thumbnail = await thumbnailOf((await upload('picture.png', 'picture', folder?.id)).version)
  const alone = await upload('alone.txt', 'alone')
  const forGood = await upload('for good.txt', 'for good')
  await documents.remove(actor, { treeId, documentIds: [forGood.id] })
  await documents.bins.deleteForGood(actor, { treeId, documentId: forGood.id, name: 'for good.txt' })
  await removed([folder?.id ?? '', empty?.id ?? '', alone.id], 90)
  const inBin = async () =>
    (await database.pool.query('select document_id from deletion order by document_id')).rows
  const binBefore = await inBin()
  const before = keys()
  expect(before).toEqual(expect.arrayContaining([within.version, thumbnail, alone.version, forGood.version]))
  await database.pool.query(
    `insert into legal_hold (portfolio_id, organisation_id, reason, set_by)
     select portfolio_id, organisation_id, 'Dispute', $2 from document_tree where id = $1`,
    [treeId, actor.personId],
  )
  expect(await removeOldBytes({ db: database.db, storage }, daysAgo(30))).toBe(0)
  expect(await removeForGood({ db: database.db, storage })).toBe(0)
  expect(keys()).toEqual(before)
  expect(await inBin()).toEqual(binBefore)
  await database.pool.query('delete from legal_hold')
  expect(await removeForGood({ db: database.db, storage })).toBe(1)
  expect(await removeOldBytes({ db: database.db, storage }, daysAgo(30))).toBe(3)
  expect(keys()).toEqual([])
})

test('DOP-35 a run that ended between bytes and row is made up for by the next', async () => {
  const first = await upload(`crash ${newId()}.txt`, 'bytes')
  await removed([first.id], 40)
  const dying: Pick<Storage, 'remove'> = {
    remove: async (key) => {
      await storage.remove(key)
      throw new Error('the power went')
    },
  }
  await expect(removeOldBytes({ db: database.db, storage: dying }, daysAgo(30))).rejects.toThrow(
    'The bytes of 1 documents could not be removed.',
  )
  expect(keys()).toEqual([])
  expect(await removeOldBytes({ db: database.db, storage }, daysAgo(30))).toBe(1)
  expect(await removeOldBytes({ db: database.db, storage }, daysAgo(30))).toBe(0)
})

test('DOP-35 many are removed in batches, each once with two processes, and one that can’t be removed holds up none', async () => {
  const uploads: Uploaded[] = []
  for (let batch = 0; batch < 6; batch += 1) {
    const names = Array.from({ length: 20 }, (_, index) => `many ${batch} ${index} ${newId()}.txt`)
    uploads.push(...(await uploadAll(names, 'many')))
  }
  await removed(
    uploads.map(({ id }) => id),
    45,
  )
  const stuck = uploads[3]?.version
  const half: Pick<Storage, 'remove'> = {
    remove: async (keys) => {
      await storage.remove(keys.filter((key) => key !== stuck))
      const left = keys.filter((key) => key === stuck).map((key) => [key, new Error('not now')] as const)
      if (left.length > 0) throw new NotRemovedError(new Map(left))
    },
  }
  const results = await Promise.allSettled([
    removeOldBytes({ db: database.db, storage: half }, daysAgo(30)),
    removeOldBytes({ db: database.db, storage: half }, daysAgo(30)),
  ])
  expect(results.some(({ status }) => status === 'rejected')).toBe(true)
  expect(keys()).toEqual([stuck])
  expect(await removeOldBytes({ db: database.db, storage }, daysAgo(30))).toBe(1)
  expect(keys()).toEqual([])
})

/** A key as it was given out at that moment. */
const idMadeOn = (at: Date): string => {
  const time = at.getTime().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}${newId().slice(13)}`
}
/** The nightly run, as it will be tomorrow. */
const sweep = () => removeOrphans({ db: database.db, storage }, { from: daysAgo(30), before: daysAgo(-1) })

test('DOP-35 what lies in the storage and belongs to nothing goes once it is old; other parts’ keys are let be', async () => {
  const alive = await upload(`kept ${newId()}.png`, 'kept')
  const thumbnail = await thumbnailOf(alive.version)
  const deleted = await upload(`deleted ${newId()}.png`, 'deleted')
  await removed([deleted.id], 1)
  const [announced] = await documents.announce(actor, treeId, [
    { name: 'way.pdf', size: 3, parentId: `tree:${treeId}` },
  ])
  const orphan = idMadeOn(daysAgo(2))
  const young = idMadeOn(daysAgo(-3))
  // It was looked at on so many nights that it is let be.
  const ancient = idMadeOn(daysAgo(40))
  const zip = newId()
  await database.pool.query(
    `insert into zip_export (id, person_id, tree_id, document_ids, file_name, file_count, bytes, stored)
     values ($1, $2, $3, array[$4::uuid], 'All.zip', 1, 4, true)`,
    [zip, actor.personId, treeId, alive.id],
  )
  const others = [
    orphan,
    young,
    ancient,
    zip,
    announced?.version ?? '',
    `logo-${idMadeOn(daysAgo(2))}`,
    'logo',
  ]
  for (const key of others) await put(key, 'way')
  const before = keys()
  expect(before).toHaveLength(10)
  expect(await sweep()).toEqual({ removed: 1, doubtful: 0 })
  expect(keys()).toEqual(before.filter((key) => key !== orphan))
  expect(keys()).toEqual(expect.arrayContaining([alive.version, thumbnail, deleted.version, young, ancient]))
})

test('STAGE-03 DOP-35 the file of a staged version is let be by the hourly and the nightly run, as is that of a version in whose place it was staged', async () => {
  const file = await upload(`lease ${newId()}.pdf`, 'first')
  const stage = async (content: string): Promise<string> => {
    const { name } = await documents.document(actor, treeId, file.id)
    const [announced] = await documents.announce(actor, treeId, [
      { name, size: content.length, parentId: `tree:${treeId}` },
    ])
    const version = announced?.version ?? ''
    await put(version, content)
    documents.arrivals.record(version, {
      size: content.length,
      sha256: createHash('sha256').update(content).digest(),
      written: Promise.resolve(),
    })
    await documents.confirm(actor, { treeId, uploads: [{ version, documentId: file.id }], staged: true })
    return version
  }
  const waiting = async () =>
    (await database.pool.query<{ id: string }>('select version_id as id from staged_change')).rows.map(
      ({ id }) => id,
    )
  const first = await stage('second')
  expect(await waiting()).toEqual([first])
  // Of what was announced and never confirmed; a staged version was.
  const unconfirmed = await database.pool.query('select from upload where version_id = $1', [first])
  expect(unconfirmed.rows).toEqual([])
  expect(await documents.sweep(daysAgo(-1))).not.toContain(first)
  const orphan = idMadeOn(daysAgo(2))
  await put(orphan, 'way')
  expect(await sweep()).toEqual({ removed: 1, doubtful: 0 })
  expect(keys()).toEqual([file.version, first].sort())
  // The former goes to the bin, from where it can come back.
  const second = await stage('third')
  expect(await waiting()).toEqual([second])
  // Earlier programs left the row of the upload.
  await database.pool.query(
    `insert into upload (version_id, tree_id, parent_id, document_id, name, name_key, size, person_id, organisation_id, created_at)
     select c.version_id, c.tree_id, d.parent_id, d.id, d.name, d.name_key, c.size, c.created_by, c.organisation_id, $1
     from staged_change c join document d on d.id = c.document_id`,
    [daysAgo(2)],
  )
  expect(await documents.sweep(daysAgo(1))).not.toContain(second)
  expect(await sweep()).toEqual({ removed: 0, doubtful: 0 })
  expect(keys()).toEqual([file.version, first, second].sort())
})

test('DOP-35 what has lost its row goes in a quiet month as well, where most of what is older has one', async () => {
  const old = [idMadeOn(daysAgo(40)), idMadeOn(daysAgo(41))]
  for (const zip of old) {
    await put(zip, 'old')
    await database.pool.query(
      `insert into zip_export (id, person_id, tree_id, document_ids, file_name, file_count, bytes, stored)
       values ($1, $2, $3, array[$3::uuid], 'All.zip', 1, 4, true)`,
      [zip, actor.personId, treeId],
    )
  }
  const orphan = idMadeOn(daysAgo(2))
  await put(orphan, 'way')
  expect(await sweep()).toEqual({ removed: 1, doubtful: 0 })
  expect(keys()).toEqual(old.sort())
})

test('DOP-35 where most files have no row, as with another database, none of them goes', async () => {
  const kept = await upload(`kept ${newId()}.png`, 'kept')
  const strangers = Array.from({ length: 3 }, () => newId())
  for (const key of strangers) await put(key, 'way')
  expect(await sweep()).toEqual({ removed: 0, doubtful: 3 })
  expect(keys()).toEqual([kept.version, ...strangers].sort())
  await storage.remove(strangers.slice(1))
  expect(await sweep()).toEqual({ removed: 1, doubtful: 0 })
  expect(keys()).toEqual([kept.version])
})
