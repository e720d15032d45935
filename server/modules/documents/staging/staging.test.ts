import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { uploadFile } from '../../../../testing/matrix/uploads.ts'
import { queueLost, runPublication } from './publications.ts'
import {
  admin,
  bidder,
  comeDue,
  contributor,
  database,
  folder,
  later,
  lender,
  type Member,
  mailsTo,
  names,
  permit,
  portfolio,
  publicationOf,
  publish,
  read,
  server,
  soon,
  stage,
  staged,
  treeId,
  wrongTallies,
} from './staging.fixture.ts'

test('what is staged is seen by editors to whom it will be permitted, with a mark, and is in nothing of anybody else', async () => {
  const permits = await folder('Permits')
  await uploadFile(admin.room.client, treeId, permits, 'Zoning.pdf')
  const before = await read(bidder)
  const id = (await stage(permits, 'Draft offer.pdf')) ?? ''
  const hidden = await folder('Draft folder/Inner', true)
  await stage(hidden, 'Draft deep.pdf')
  expect(await read(bidder)).toBe(before)
  expect(await read(lender)).toBe(await read(bidder))
  for (const asked of [id, hidden]) {
    const answer = await bidder.room.ask(
      'query($treeId: ID!, $id: ID!) { document(treeId: $treeId, documentId: $id) { id } }',
      { id: asked },
    )
    expect(answer.errors[0]?.message).toBe('Document not found.')
  }
  expect(
    (await bidder.room.ask('query($treeId: ID!) { stagedDocuments(treeId: $treeId) { count } }')).errors,
  ).toMatchObject([{ message: 'Not authorized.' }])
  expect(await names(contributor, permits)).toEqual(['Draft offer.pdf', 'Zoning.pdf'])
  expect((await staged(contributor)).items.map(({ name, isStaged }) => [name, isStaged])).toEqual([
    ['Draft folder', true],
    ['Draft offer.pdf', true],
    ['Inner', true],
    ['Draft deep.pdf', true],
  ])
  expect(await mailsTo(bidder)).toEqual([])
  const { rows } = await database.pool.query('select data from notification')
  expect(rows).toHaveLength(1)
  // Whoever edits and will not see it doesn't see it now.
  await permit(id, contributor, false)
  expect(await names(contributor, permits)).toEqual(['Zoning.pdf'])
  expect((await staged(contributor)).count).toBe(3)
  expect(await wrongTallies()).toEqual([])
})

test('STAGE-04 lists what is staged by folder with who will see it and what differs, for who sees permissions; entries are left out, corrected and dropped', async () => {
  const permits = await folder('Permits')
  const first = (await stage(permits, 'One.pdf')) ?? ''
  const second = (await stage(permits, 'Two.pdf')) ?? ''
  const third = (await stage(permits, 'Three.pdf')) ?? ''
  await permit(second, bidder, false)
  const { count, items, groups, people } = await staged(admin, { folderId: permits })
  expect(count).toBe(3)
  expect(items.map(({ name, stagedFor }) => [name, stagedFor?.people, stagedFor?.difference])).toEqual([
    ['One.pdf', 4, null],
    ['Three.pdf', 4, null],
    ['Two.pdf', 3, expect.stringMatching(/^Not for Bidders \d+$/)],
  ])
  expect([groups.length, people]).toEqual([3, 3])
  // Names of groups are nothing for who may not see permissions.
  const theirs = await staged(contributor)
  expect([theirs.groups, theirs.people, theirs.items.map(({ stagedFor }) => stagedFor)]).toEqual([
    [],
    0,
    [null, null, null],
  ])
  expect((await staged(admin, { limit: 1, offset: 1 })).items.map(({ name }) => name)).toEqual(['Three.pdf'])
  await admin.room.call(
    'mutation($treeId: ID!, $id: ID!) { renameDocument(treeId: $treeId, documentId: $id, name: "First.pdf") { error } }',
    { id: first },
  )
  await admin.room.call(
    'mutation($treeId: ID!, $ids: [ID!]!) { removeDocuments(treeId: $treeId, documentIds: $ids) { deletedIds } }',
    {
      ids: [third],
    },
  )
  const { publication } = await publish([permits], { leaveOut: [second] })
  expect(publication?.count).toBe(1)
  expect(await names(bidder, permits)).toEqual(['First.pdf'])
  expect((await staged(admin)).items.map(({ name }) => name)).toEqual(['Two.pdf'])
  // Nothing tells that it was called otherwise before.
  const { rows } = await database.pool.query(
    `select kind, recorded_path from activity where document_id = $1 and kind in ('UPLOAD', 'RENAME', 'MOVE', 'DELETE')`,
    [first],
  )
  expect(rows).toEqual([{ kind: 'UPLOAD', recorded_path: 'Permits/First.pdf' }])
  await publish([`tree:${treeId}`])
  expect(await names(bidder, permits)).toEqual(['First.pdf'])
  expect(await names(lender, permits)).toEqual(['First.pdf', 'Two.pdf'])
  expect(await wrongTallies()).toEqual([])
})

interface Level {
  name: string
  stagedFor: {
    groups: string[]
    levels: string[]
    isEveryGroup: boolean
    sharedLevel: string | null
    fewer: number
    more: number
    folderGroups: number
    folderPeople: number
  }
}
interface Audience {
  count: number
  groups: { name: string; level: string; entries: number; people: number }[]
  groupCount: number
  widerCount: number
  widerName: string | null
}
const audienceOf = ({ room }: Member, documentIds: string[], leaveOut: string[] = []) =>
  room.call<Audience>(
    `query($treeId: ID!, $documentIds: [ID!]!, $leaveOut: [ID!]!) {
      publicationAudience(treeId: $treeId, documentIds: $documentIds, leaveOut: $leaveOut) {
        count groups { name level entries people } groupCount widerCount widerName } }`,
    { documentIds, leaveOut },
  )
const level = (documentId: string, { groupId }: Member, to: string) =>
  admin.room.call(
    `mutation($treeId: ID!, $ids: [ID!]!, $changes: [LevelChangeInput!]!) {
      setDocumentLevels(treeId: $treeId, documentIds: $ids, changes: $changes) { changeId } }`,
    { ids: [documentId], changes: [{ principalId: groupId, level: to }] },
  )

test('STAGE-04 STAGE-05 groups are told with what they will have of each entry and of a publication, and whether it opens to more than its folder', async () => {
  const permits = await folder('Permits')
  await permit(permits, bidder, false)
  await permit(permits, lender, false)
  const wider = (await stage(permits, 'Wider.pdf')) ?? ''
  const usual = (await stage(permits, 'Usual.pdf')) ?? ''
  await permit(wider, bidder, true)
  await level(wider, bidder, 'PDF')
  await level(wider, contributor, 'VIEW')
  const { items } = await admin.room.call<{ items: Level[] }>(
    `query($treeId: ID!) { stagedDocuments(treeId: $treeId) { items { name stagedFor {
      groups levels isEveryGroup sharedLevel fewer more folderGroups folderPeople } } } }`,
  )
  const [admins, bidders, contributors] = [/^Deal Room Admins/, /^Bidders/, /^Contributors/].map((name) =>
    expect.stringMatching(name),
  )
  const above = { folderGroups: 2, folderPeople: 2 }
  expect(items).toEqual([
    {
      name: 'Usual.pdf',
      stagedFor: {
        ...{ groups: [contributors, admins], levels: ['ORIGINAL', 'ORIGINAL'], isEveryGroup: false },
        ...{ sharedLevel: 'ORIGINAL', fewer: 0, more: 0, ...above },
      },
    },
    {
      name: 'Wider.pdf',
      stagedFor: {
        ...{ groups: [bidders, contributors, admins], levels: ['PDF', 'VIEW', 'ORIGINAL'] },
        ...{ isEveryGroup: false, sharedLevel: null, fewer: 0, more: 1, ...above },
      },
    },
  ])
  expect(await audienceOf(admin, [permits])).toEqual({
    count: 2,
    groups: [
      { name: bidders, level: 'PDF', entries: 1, people: 1 },
      { name: contributors, level: 'ORIGINAL', entries: 2, people: 1 },
      { name: admins, level: 'ORIGINAL', entries: 2, people: 1 },
    ],
    groupCount: 3,
    widerCount: 1,
    widerName: 'Wider.pdf',
  })
  expect(await audienceOf(admin, [permits], [wider])).toMatchObject({
    count: 1,
    groupCount: 2,
    widerCount: 0,
    widerName: null,
  })
  // Who is permitted what is nothing for who may not see permissions.
  expect(await audienceOf(contributor, [usual])).toEqual({
    count: 1,
    groups: [],
    groupCount: 0,
    widerCount: 0,
    widerName: null,
  })
})

test('STAGE-05 publishes all chosen at one moment, with title and note in the digest, which names nothing that its reader does not see', async () => {
  const permits = await folder('Permits')
  const inner = await folder('Round/Inner', true)
  await stage(permits, 'A.pdf')
  const deep = (await stage(inner, 'B.pdf')) ?? ''
  const started = Date.now()
  const { publication } = await publish([`tree:${treeId}`], { note: 'Answers by Friday.' })
  expect(publication?.count).toBe(4)
  expect(await names(bidder)).toEqual(['Permits', 'Round'])
  expect(await names(bidder, inner)).toEqual(['B.pdf'])
  const { rows } = await database.pool.query<{ at: Date }>(
    `select distinct at from (
      select created_at as at from document where tree_id = $1 and parent_id is not null and id <> $2
      union all select modified_at from document where tree_id = $1 and parent_id is not null and id <> $2) as moments`,
    [treeId, permits],
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]?.at.getTime()).toBeGreaterThanOrEqual(started)
  const versions = await bidder.room.call<{ createdAt: string }[]>(
    'query($treeId: ID!, $id: ID!) { documentVersions(treeId: $treeId, documentId: $id) { createdAt } }',
    { id: deep },
  )
  expect(versions.map(({ createdAt }) => new Date(createdAt))).toEqual([rows[0]?.at])
  await later(10)
  const [mail] = await mailsTo(bidder)
  expect(mail?.subject).toBe('Republican Valley: 2 new documents')
  expect(mail?.text).toContain('Round two: Answers by Friday.')
  // Whoever sees none of its files reads neither title nor note.
  await database.pool.query('truncate mail_outbox')
  const rival = (await stage(permits, 'Rival price.pdf')) ?? ''
  await permit(rival, bidder, false)
  await publish([rival], { title: 'For lenders', note: 'Northwind bids less.' })
  await stage(permits, 'For all.pdf')
  await publish([permits], { title: 'For everybody' })
  await later(10)
  const sent = (await mailsTo(bidder)).map(({ text }) => text).join()
  expect(sent).toContain('For everybody')
  expect(sent).not.toMatch(/For lenders|Northwind|Rival/)
  expect((await mailsTo(lender)).map(({ text }) => text).join()).toMatch(/For lenders: Northwind bids less\./)
  expect((await publish([permits], { title: ' ' })).errors).toEqual([
    { field: 'title', message: 'Please enter a title.' },
  ])
  expect((await publish([permits], { at: new Date(Date.now() - 1000).toISOString() })).errors).toEqual([
    { field: 'at', message: 'Please choose a moment in the future.' },
  ])
  expect((await publish([permits])).errors).toEqual([
    { field: null, message: 'Nothing of this is staged any more.' },
  ])
  expect(await wrongTallies()).toEqual([])
})

test('STAGE-05 of a staged folder nothing is published without it, and a name that is taken publishes nothing', async () => {
  const permits = await folder('Permits')
  const inner = await folder('Round', true)
  const deep = (await stage(inner, 'B.pdf')) ?? ''
  expect((await publish([deep])).errors).toEqual([
    { field: null, message: 'The folder "Round" is staged. Please publish it as well.' },
  ])
  await stage(permits, 'Same.pdf')
  await stage(permits, 'Other.pdf')
  await uploadFile(admin.room.client, treeId, permits, 'Same.pdf', 'published')
  expect(await names(bidder, permits)).toEqual(['Same.pdf'])
  expect((await publish([permits])).errors).toEqual([
    { field: null, message: '"Same.pdf" already exists in "Permits".' },
  ])
  expect(await names(bidder, permits)).toEqual(['Same.pdf'])
  // Staged files are replaced.
  const again = (await stage(permits, 'Other.pdf')) ?? ''
  const { publication } = await publish([again])
  expect(publication?.count).toBe(1)
  const versions = await database.pool.query('select number from document_version where document_id = $1', [
    again,
  ])
  expect(versions.rows).toEqual([{ number: 1 }])
  expect(await wrongTallies()).toEqual([])
})

test('what is staged stays so when permissions change, change back and pass on, and nobody passes to it before', async () => {
  const closed = await folder('Closed')
  for (const group of [bidder, lender]) await permit(closed, group, false)
  const shown = (await stage(closed, 'Shown.pdf')) ?? ''
  await permit(shown, bidder, true)
  expect(await names(bidder)).toEqual([])
  const { changeId } = await admin.room.call<{ changeId: string }>(
    `mutation($treeId: ID!, $id: ID!) {
      updateDocumentPermission(treeId: $treeId, documentPermissionId: $id, permissible: true) { changeId } }`,
    { id: `${closed}:${lender.groupId}` },
  )
  expect(await names(lender, closed)).toEqual([])
  const late = (await stage(closed, 'Late.pdf')) ?? ''
  await admin.room.call(
    'mutation($treeId: ID!, $id: ID!) { undoPermissionChange(treeId: $treeId, changeId: $id) { documents { id } } }',
    { id: changeId },
  )
  expect([await names(bidder), await names(lender)]).toEqual([[], []])
  expect((await staged(admin)).items.map(({ name }) => name)).toEqual(['Late.pdf', 'Shown.pdf'])
  await publish([shown])
  expect(await names(bidder)).toEqual(['Closed'])
  expect(await names(bidder, closed)).toEqual(['Shown.pdf'])
  expect(await names(lender)).toEqual([])
  const other = await folder('Staged', true)
  const moved = await admin.room.ask(
    'mutation($treeId: ID!, $to: ID!, $ids: [ID!]!) { move(treeId: $treeId, destinationParentId: $to, sourceDocumentIds: $ids) { documents { id } } }',
    { to: other, ids: [shown] },
  )
  expect(moved.errors[0]?.message).toBe(`"Shown.pdf" is published and can't be moved into a staged folder.`)
  expect(late).not.toBe('')
  expect(await wrongTallies()).toEqual([])
})

const RUN = { last: false, signal: new AbortController().signal }

test('STAGE-06 a publication happens at its time, once, whichever servers try and whatever dies in it', async () => {
  const permits = await folder('Permits')
  await stage(permits, 'Later.pdf')
  const at = soon()
  const { publication } = await publish([permits], { at })
  const id = publication?.id ?? ''
  expect([publication?.publishedAt, publication?.at]).toEqual([null, at])
  // Whichever server is free takes it at that moment.
  const { rows: queued } = await database.pool.query<{ at: Date }>(
    'select run_at as at from graphile_worker.jobs where key = $1',
    [`publication:${id}`],
  )
  expect(queued.map((job) => job.at.toISOString())).toEqual([at])
  await server.app.runJobs()
  expect(await names(bidder, permits)).toEqual([])
  // Its job is lost: the next look finds it, in whichever process.
  await database.pool.query(`select graphile_worker.remove_job('publication:' || $1::text)`, [id])
  await queueLost(database.db)
  await server.app.runJobs()
  expect(await names(bidder, permits)).toEqual([])
  await comeDue(id)
  // One dies in the middle of it, held up by a row that is locked.
  const holder = new pg.Client(database.poolConfig)
  await holder.connect()
  await holder.query('begin')
  await holder.query('select from folder_tally where folder_id = $1 for update', [permits])
  const dying = runPublication(database.db, id, RUN)
  const died = expect(dying).rejects.toThrow()
  await vi.waitFor(async () => {
    const { rows } = await database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
      where wait_event_type = 'Lock' and query like '%folder_tally%' and datname = current_database()`,
    )
    expect(rows).toHaveLength(1)
  })
  await died
  await holder.query('rollback')
  await holder.end()
  expect(await names(bidder, permits)).toEqual([])
  await queueLost(database.db)
  // Two servers and the queue try.
  await Promise.all([
    runPublication(database.db, id, RUN),
    runPublication(database.jobs.db, id, RUN),
    server.app.runJobs(),
  ])
  expect(await names(bidder, permits)).toEqual(['Later.pdf'])
  const { rows } = await database.pool.query(
    `select count(*)::int as count from activity where kind = 'UPLOAD' and tree_id = $1`,
    [treeId],
  )
  expect(rows).toEqual([{ count: 1 }])
  expect((await publicationOf(admin, id))?.publishedAt).not.toBeNull()
  expect(await wrongTallies()).toEqual([])
})

test('STAGE-06 a conflict publishes nothing, and its author alone gets the reasons', async () => {
  const permits = await folder('Permits')
  const other = await folder('Other')
  await stage(permits, 'Same.pdf')
  await stage(other, 'Fine.pdf')
  const taken = (await publish([`tree:${treeId}`], { at: soon(), title: 'Taken' })).publication?.id ?? ''
  await uploadFile(admin.room.client, treeId, permits, 'Same.pdf')
  await database.pool.query('truncate notification, mail_outbox')
  await comeDue(taken)
  await server.app.runJobs()
  expect(await names(bidder, other)).toEqual([])
  expect((await publicationOf(admin, taken))?.problem).toBe('"Same.pdf" already exists in "Permits".')
  expect(await mailsTo(admin)).toMatchObject([
    {
      subject: '"Taken" in Republican Valley could not be published',
      text: expect.stringContaining('"Same.pdf" already exists in "Permits".'),
    },
  ])
  expect([await mailsTo(contributor), await mailsTo(bidder)]).toEqual([[], []])
  // The folder is gone; what was dropped by itself is no conflict.
  const dropped = (await stage(permits, 'Dropped.pdf')) ?? ''
  const gone = (await publish([other, dropped], { at: soon(), title: 'Gone' })).publication?.id ?? ''
  const kept = (await publish([permits], { at: soon(), leaveOut: [], title: 'Kept' })).publication?.id ?? ''
  const remove = (ids: string[]) =>
    admin.room.call(
      'mutation($treeId: ID!, $ids: [ID!]!) { removeDocuments(treeId: $treeId, documentIds: $ids) { deletedIds } }',
      { ids },
    )
  await remove([other])
  await comeDue(gone)
  await server.app.runJobs()
  expect((await publicationOf(admin, gone))?.problem).toBe('The folder "Other" was deleted.')
  const same = (await staged(admin)).items.find(({ name }) => name === 'Same.pdf')?.id ?? ''
  await remove([same])
  await comeDue(kept)
  await server.app.runJobs()
  expect(await names(bidder, permits)).toEqual(['Dropped.pdf', 'Same.pdf'])
  expect(await publicationOf(admin, kept)).toMatchObject({ problem: null })
})

test('STAGE-06 a publication is taken back by its author or an admin, and known to nobody else', async () => {
  const permits = await folder('Permits')
  const told = async (who: Member) => [
    await read(who),
    (await who.room.ask('query($treeId: ID!) { history(treeId: $treeId) { count } }')).data,
    (await who.room.ask('query($treeId: ID!) { publications(treeId: $treeId) { count } }')).errors.map(
      ({ message }) => message,
    ),
  ]
  const before = await told(bidder)
  expect(before[2]).toEqual(['Not authorized.'])
  await stage(permits, 'Back.pdf', contributor)
  const mine = (await publish([permits], { at: soon(), title: 'Secret' }, admin)).publication?.id ?? ''
  const theirs = (await publish([permits], { at: soon() }, contributor)).publication?.id ?? ''
  const cancel = (who: Member, id: string) =>
    who.room.ask('mutation($id: ID!) { cancelPublication(id: $id) { success } }', { id })
  expect(await told(bidder)).toEqual(before)
  expect(await publicationOf(contributor, mine)).toBeUndefined()
  expect((await cancel(contributor, mine)).errors[0]?.message).toBe('Publication not found.')
  expect((await cancel(bidder, mine)).errors[0]?.message).toBe('Publication not found.')
  for (const id of [mine, theirs]) expect((await cancel(admin, id)).errors).toEqual([])
  expect((await cancel(admin, mine)).errors[0]?.message).toBe('Publication not found.')
  await server.app.runJobs()
  expect(await names(bidder, permits)).toEqual([])
  expect(await told(bidder)).toEqual(before)
})

test('STAGE-09 in a frozen room nothing is staged and published, and what was to be fails with a mail', async () => {
  const permits = await folder('Permits')
  await stage(permits, 'Frozen.pdf')
  const id = (await publish([permits], { at: soon() })).publication?.id ?? ''
  await admin.room.client.graphql(
    'mutation($id: ID!) { freezeRoom(portfolioId: $id, isFrozen: true) { frozenSince } }',
    {
      id: portfolio.id,
    },
  )
  const FROZEN = /^This room is frozen since \d\d\/\d\d\/\d{4}\.$/
  const refused = await admin.room.ask(
    'mutation($treeId: ID!, $id: ID!) { publish(treeId: $treeId, documentIds: [$id], title: "x") { errors { message } } }',
    { id: permits },
  )
  expect(refused.errors[0]?.message).toMatch(FROZEN)
  const folderRefused = await admin.room.ask(
    'mutation($treeId: ID!) { createFolder(treeId: $treeId, name: "x", staged: true) { errors { message } } }',
  )
  expect(folderRefused.errors[0]?.message).toMatch(FROZEN)
  await database.pool.query('truncate notification, mail_outbox')
  await comeDue(id)
  await server.app.runJobs()
  expect((await publicationOf(admin, id))?.problem).toMatch(FROZEN)
  expect((await mailsTo(admin)).map(({ text }) => text).join()).toMatch(/This room is frozen since/)
  expect(await names(bidder, permits)).toEqual([])
})

test('STAGE-08 who sees the room as others do sees what these will see once it is published', async () => {
  const permits = await folder('Permits')
  await stage(permits, 'For all.pdf')
  const closed = (await stage(permits, 'Not for bidders.pdf')) ?? ''
  await permit(closed, bidder, false)
  const { errors } = await admin.room.client.graphql(
    'mutation($tree: ID!, $group: ID!) { startView(treeId: $tree, groupId: $group) { view { id } } }',
    { tree: treeId, group: bidder.groupId },
  )
  expect(errors).toEqual([])
  expect(await names(admin, permits)).toEqual(['For all.pdf'])
  expect(await names(bidder, permits)).toEqual([])
})
