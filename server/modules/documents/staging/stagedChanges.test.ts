import { beforeEach, expect, test } from 'vitest'
import { uploadFile } from '../../../../testing/matrix/uploads.ts'
import { DOCUMENT_CONTENTS } from '../contents/backedUp.ts'
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

let permits: string
let closing: string
let file: string
beforeEach(async () => {
  permits = await folder('Permits')
  closing = await folder('Closing')
  file = await uploadFile(admin.room.client, treeId, permits, 'Draft PPA.pdf')
})

interface Change {
  id: string
  kind: string
  text: string
  by: string
  size: number | null
  fileUrl: string | null
  canDrop: boolean
}
const changesOf = async ({ room }: Member, id = file) =>
  (
    await room.call<{ isStaged: boolean; stagedChanges: Change[] }>(
      `query($treeId: ID!, $id: ID!) { document(treeId: $treeId, documentId: $id) {
        isStaged stagedChanges { id kind text by size fileUrl canDrop } } }`,
      { id },
    )
  ).stagedChanges
const textsOf = async (who: Member, id = file) => (await changesOf(who, id)).map(({ text }) => text)
/** Everything that somebody reads of a tree and of one of its files, as one text. */
async function readAll(who: Member, id = file): Promise<string> {
  const answers = await Promise.all(
    [
      `query($treeId: ID!, $id: ID!) { document(treeId: $treeId, documentId: $id) {
        id name size modifiedTimestamp versionCount versionNumber isNew isNewVersion isStaged stagedChanges { id } stagedFor { people }
        parentId ancestors { id name } level permittedIds } }`,
      'query($treeId: ID!, $id: ID!) { documentVersions(treeId: $treeId, documentId: $id) { number size createdAt isCurrent } }',
      'query($treeId: ID!) { recycleBin(treeId: $treeId) { items { name } } }',
    ].map((query) => who.room.ask(query, query.includes('$id') ? { id } : {})),
  )
  const text = JSON.stringify(answers.map(({ data, errors }) => [data, errors.map(({ message }) => message)]))
  expect(text).not.toContain('Cannot query')
  return `${await read(who)}${text}`
}
/** What the histories of a tree hold, for who sees all of it. */
const historyOf = ({ room }: Member) =>
  room.call('query($treeId: ID!) { history(treeId: $treeId) { count activity { activityType createdAt } } }')
const stagePermission = (id: string, { groupId }: Member, permissible: boolean, { room } = admin) =>
  room.ask(
    `mutation($treeId: ID!, $id: ID!, $permissible: Boolean!) {
      updateDocumentPermission(treeId: $treeId, documentPermissionId: $id, permissible: $permissible, staged: true) {
        changeId documents { id stagedChanges { text } } } }`,
    { id: `${id}:${groupId}`, permissible },
  )
const stageMove = (ids: string[], to: string, { room } = admin) =>
  room.ask(
    `mutation($treeId: ID!, $ids: [ID!]!, $to: ID!) {
      move(treeId: $treeId, destinationParentId: $to, sourceDocumentIds: $ids, staged: true) {
        documents { id parentId stagedChanges { text } } } }`,
    { ids, to },
  )
const drop = (ids: string[], { room } = admin) =>
  room.ask(
    'mutation($treeId: ID!, $ids: [ID!]!) { dropStagedChanges(treeId: $treeId, ids: $ids) { success } }',
    {
      ids,
    },
  )
const remove = (ids: string[]) =>
  admin.room.call(
    'mutation($treeId: ID!, $ids: [ID!]!) { removeDocuments(treeId: $treeId, documentIds: $ids) { deletedIds } }',
    { ids },
  )
const binned = async ({ room }: Member) =>
  (
    await room.call<{ items: { name: string }[] }>(
      'query($treeId: ID!) { recycleBin(treeId: $treeId) { items { name } } }',
    )
  ).items.map(({ name }) => name)
const fails = async (id: string) => {
  await database.pool.query('truncate notification, mail_outbox')
  await comeDue(id)
  await server.app.runJobs()
  return (await publicationOf(admin, id))?.problem
}
/** Keys that a backup takes along, which are those that nothing else removes. */
const kept = async (): Promise<string[]> => {
  const { rows } = await database.pool.query<{ key: string }>(DOCUMENT_CONTENTS.join(' union all '))
  return rows.map(({ key }) => key)
}
const stagedKey = async (): Promise<string> => {
  const { rows } = await database.pool.query<{ key: string }>(
    'select version_id as key from staged_change where tree_id = $1 and version_id is not null',
    [treeId],
  )
  return rows[0]?.key ?? ''
}

test('STAGE-03 a staged version leaves the file as it is for everybody, is told to who edits alone, and comes with its publication', async () => {
  await later(100)
  await mailsTo(bidder)
  await database.pool.query('truncate mail_outbox')
  const before = [await readAll(bidder), await readAll(lender), await historyOf(admin)]
  expect(await stage(permits, 'draft ppa.PDF', contributor)).toBe(file)
  expect([await readAll(bidder), await readAll(lender), await historyOf(admin)]).toEqual(before)
  const [change] = await changesOf(contributor)
  expect(change).toMatchObject({ kind: 'VERSION', text: 'New version', size: 'Staged draft ppa.PDF'.length })
  expect(await textsOf(admin)).toEqual(['New version'])
  expect(await textsOf(bidder)).toEqual([])
  const { items, count } = await staged(admin)
  expect([count, items.map(({ id, isStaged }) => [id, isStaged])]).toEqual([1, [[file, true]]])
  expect(items[0]?.stagedFor).toMatchObject({ people: 4, difference: null })
  expect((await staged(contributor, { folderId: closing })).count).toBe(0)
  await later(100)
  expect(await mailsTo(bidder)).toEqual([])
  const published = Date.now()
  expect((await publish([permits], { note: 'Signed.' })).publication?.count).toBe(1)
  const versions = await bidder.room.call<{ number: number; createdAt: string; size: number }[]>(
    'query($treeId: ID!, $id: ID!) { documentVersions(treeId: $treeId, documentId: $id) { number createdAt size } }',
    { id: file },
  )
  expect(versions[0]?.number).toBe(2)
  expect(new Date(versions[0]?.createdAt ?? 0).getTime()).toBeGreaterThanOrEqual(published)
  // It is an upload of that moment by whoever published.
  const { rows } = await database.pool.query(
    `select v.created_by = m.person_id as mine, a.person_id = m.person_id as told from document_version v
     join activity a on a.version_id = v.id and a.kind = 'UPLOAD' join membership m on m.group_id = $2
     where v.document_id = $1 and v.number = 2`,
    [file, admin.groupId],
  )
  expect(rows).toEqual([{ mine: true, told: true }])
  expect(await textsOf(admin)).toEqual([])
  await later(100)
  const [mail] = await mailsTo(bidder)
  expect(mail?.text).toContain('Round two: Signed.')
  expect(mail?.text).toContain('Draft PPA.pdf')
  expect(await wrongTallies()).toEqual([])
})

test('what is staged as a version is in no history of the file, and was confirmed once', async () => {
  const body = Buffer.from('Staged once')
  const [upload] = await admin.room.announce([
    { name: 'Draft PPA.pdf', size: body.length, parentId: permits },
  ])
  if (!upload) throw new Error('It was announced.')
  await admin.room.put(upload, body)
  const confirm = () =>
    admin.room.call<{ files: { id: string }[]; failedIds: string[] }>(
      `mutation($treeId: ID!, $uploads: [ConfirmUploadInput!]!) {
        documentsConfirmUploads(treeId: $treeId, uploads: $uploads, staged: true) { files { id } failedIds } }`,
      { uploads: [{ version: upload.version, documentId: upload.file.id }] },
    )
  const once = await confirm()
  expect(once).toEqual({ files: [{ id: file }], failedIds: [] })
  expect(await confirm()).toEqual(once)
  await publish([file])
  const { rows } = await database.pool.query(
    `select kind from activity where document_id = $1 and kind <> 'STAGE' order by id`,
    [file],
  )
  expect(rows.map(({ kind }) => kind)).toEqual(['UPLOAD', 'UPLOAD'])
})

test('the file of a staged version opens for who edits and is given the original, and for nobody else', async () => {
  await stage(permits, 'Draft PPA.pdf')
  const [change] = await changesOf(contributor)
  const opened = await contributor.room.client.request(change?.fileUrl ?? '')
  expect([opened.status, await opened.text()]).toEqual([200, 'Staged Draft PPA.pdf'])
  // The key of it is signed for one person, and whoever reads is given none.
  expect((await bidder.room.client.request(change?.fileUrl ?? '')).status).not.toBe(200)
  const key = await stagedKey()
  const named = await bidder.room.ask(
    'mutation($treeId: ID!, $id: ID!, $version: ID!) { downloadFile(treeId: $treeId, documentId: $id, versionId: $version) { url } }',
    { id: file, version: key },
  )
  expect(named.errors[0]?.message).toBe('Version not found.')
  await admin.room.call(
    `mutation($treeId: ID!, $id: ID!, $group: ID!) {
      setDocumentLevels(treeId: $treeId, documentIds: [$id], changes: [{ principalId: $group, level: VIEW }]) { changeId } }`,
    { id: file, group: contributor.groupId },
  )
  expect((await changesOf(contributor))[0]?.fileUrl).toBeNull()
  expect((await contributor.room.client.request(change?.fileUrl ?? '')).status).not.toBe(200)
  expect((await changesOf(admin))[0]?.fileUrl).not.toBeNull()
  // Whoever edits and is given the redacted rendition is not even told its size.
  expect((await changesOf(contributor))[0]?.size).toBe('Staged Draft PPA.pdf'.length)
  await admin.room.call(
    `mutation($treeId: ID!, $id: ID!, $group: ID!) {
      setDocumentLevels(treeId: $treeId, documentIds: [$id], changes: [{ principalId: $group, level: ORIGINAL, rendition: REDACTED }]) { changeId } }`,
    { id: file, group: contributor.groupId },
  )
  expect(await changesOf(contributor)).toMatchObject([{ text: 'New version', size: null, fileUrl: null }])
})

test('of two staged versions the former goes to the bin, as does one that is dropped, and comes back from there', async () => {
  await stage(permits, 'Draft PPA.pdf', contributor)
  const former = await stagedKey()
  await stage(permits, 'Draft PPA.pdf', admin)
  const key = await stagedKey()
  expect(key).not.toBe(former)
  expect(await kept()).toEqual(expect.arrayContaining([former, key]))
  expect(await binned(admin)).toEqual(['Draft PPA.pdf'])
  const [change] = await changesOf(contributor)
  // Another's goes to the bin, for which the right to delete is needed.
  expect(change?.canDrop).toBe(false)
  expect((await drop([change?.id ?? ''], contributor)).errors[0]?.message).toBe('Not authorized.')
  expect((await drop([change?.id ?? ''])).errors).toEqual([])
  expect((await drop([change?.id ?? ''])).errors).toEqual([])
  expect(await textsOf(admin)).toEqual([])
  expect(await binned(admin)).toEqual(['Draft PPA.pdf', 'Draft PPA.pdf'])
  expect(await kept()).toEqual(expect.arrayContaining([former, key]))
  const { rows } = await database.pool.query<{ id: string }>(
    'select document_id as id from document_version where id = $1',
    [key],
  )
  const back = rows[0]?.id ?? ''
  await admin.room.call(
    'mutation($treeId: ID!, $ids: [ID!]!) { restoreFromBin(treeId: $treeId, documentIds: $ids) { __typename } }',
    { ids: [back] },
  )
  expect((await staged(admin)).items.map(({ id, name }) => [id, name])).toEqual([
    [back, 'Draft PPA (restored).pdf'],
  ])
  expect(await names(bidder, permits)).toEqual(['Draft PPA.pdf'])
  expect(await wrongTallies()).toEqual([])
})

test('STAGE-03 a staged change of permissions opens and closes nothing before its publication, and is for who may change them', async () => {
  const other = await uploadFile(admin.room.client, treeId, permits, 'Other.pdf')
  await permit(other, lender, false)
  const before = [await readAll(bidder), await readAll(lender, other), await historyOf(admin)]
  const answer = await stagePermission(`${file},${permits}`, bidder, false)
  expect(answer.errors).toEqual([])
  expect(answer.data?.updateDocumentPermission).toMatchObject({
    changeId: null,
    documents: [{ stagedChanges: [{ text: 'Permissions' }] }, { stagedChanges: [{ text: 'Permissions' }] }],
  })
  expect((await stagePermission(other, lender, true)).errors).toEqual([])
  expect([await readAll(bidder), await readAll(lender, other), await historyOf(admin)]).toEqual(before)
  // Whoever edits and may not change permissions is told of none.
  expect([await textsOf(contributor), (await staged(contributor)).count]).toEqual([[], 0])
  expect((await stagePermission(file, bidder, false, contributor)).errors[0]?.message).toBe('Not authorized.')
  expect((await publish([permits], {}, contributor)).errors[0]?.message).toBe(
    'Nothing of this is staged any more.',
  )
  const { items } = await staged(admin)
  expect(items.map(({ name, stagedFor }) => [name, stagedFor?.people, stagedFor?.difference])).toEqual([
    ['Permits', 3, expect.stringMatching(/^Not for Bidders \d+$/)],
    ['Draft PPA.pdf', 3, expect.stringMatching(/^Not for Bidders \d+$/)],
    ['Other.pdf', 4, null],
  ])
  const started = new Date()
  expect((await publish([`tree:${treeId}`], { leaveOut: [other] })).publication?.count).toBe(2)
  expect(await names(bidder)).toEqual(['Closing'])
  expect(await names(lender, permits)).toEqual(['Draft PPA.pdf'])
  const { rows } = await database.pool.query(
    `select count(*)::int as count from activity where kind = 'PERMISSION' and tree_id = $1 and at >= $2`,
    [treeId, started],
  )
  expect(rows).toEqual([{ count: 2 }])
  expect(await textsOf(admin, other)).toEqual(['Permissions'])
  await publish([other])
  expect(await names(lender, permits)).toEqual(['Draft PPA.pdf', 'Other.pdf'])
  expect(await wrongTallies()).toEqual([])
})

test('STAGE-03 a staged move leaves the entry where it is, and its folder is named to who sees it', async () => {
  for (const who of [bidder, contributor]) await permit(closing, who, false)
  const before = [await readAll(bidder), await readAll(lender), await historyOf(admin)]
  const answer = await stageMove([file], closing)
  expect(answer.data?.move).toEqual({
    documents: [{ id: file, parentId: permits, stagedChanges: [{ text: 'Move to Closing' }] }],
  })
  expect([await readAll(bidder), await readAll(lender), await historyOf(admin)]).toEqual(before)
  expect([await textsOf(admin), await textsOf(contributor)]).toEqual([['Move to Closing'], ['Move']])
  const { items } = await staged(admin)
  // It becomes as closed as its folder is.
  expect(items[0]?.stagedFor?.people).toBe(2)
  expect(JSON.stringify(await staged(contributor))).not.toContain('Closing')
  expect((await publish([permits])).publication?.count).toBe(1)
  expect(await names(bidder, permits)).toEqual([])
  expect(await names(lender, closing)).toEqual(['Draft PPA.pdf'])
  const { rows } = await database.pool.query(
    `select detail ->> 'formerPath' as former, recorded_path as path, a.at = p.published_at as together from activity a
     join publication p on p.tree_id = a.tree_id where a.kind = 'MOVE' and a.document_id = $1`,
    [file],
  )
  expect(rows).toEqual([{ former: 'Permits/Draft PPA.pdf', path: 'Closing/Draft PPA.pdf', together: true }])
  expect(await wrongTallies()).toEqual([])
})

test('a second change of a kind takes the place of one’s own, and another’s is to be dropped first', async () => {
  await stageMove([file], closing, contributor)
  const other = await folder('Other')
  expect((await stageMove([file], other, contributor)).errors).toEqual([])
  expect(await textsOf(admin)).toEqual(['Move to Other'])
  expect((await stageMove([file], closing)).errors[0]?.message).toMatch(
    /^Pat Lee \d+ has staged a move of "Draft PPA.pdf" already\. Please drop that first\.$/,
  )
  const [change] = await changesOf(admin)
  expect((await drop([change?.id ?? ''])).errors).toEqual([])
  expect((await stageMove([file], closing)).errors).toEqual([])
  await stagePermission(file, bidder, false)
  await stagePermission(file, lender, false)
  await publish([file])
  expect([await names(bidder, closing), await names(lender, closing)]).toEqual([['Draft PPA.pdf'], []])
})

test('STAGE-05 all kinds of one entry are published together: it makes room for what is staged, moves into what was, and nothing is done of what can’t be', async () => {
  const round = await folder('Round', true)
  await stageMove([file], round)
  await stage(permits, 'Draft PPA.pdf')
  await stagePermission(file, bidder, false)
  const lease = await uploadFile(admin.room.client, treeId, permits, 'Lease.pdf')
  await stageMove([lease], closing)
  expect((await staged(admin)).items.map(({ name }) => name)).toEqual(['Round', 'Draft PPA.pdf', 'Lease.pdf'])
  expect((await staged(admin, { limit: 1, offset: 2 })).items.map(({ name }) => name)).toEqual(['Lease.pdf'])
  const before = await readAll(bidder)
  // The folder that it moves into is left out.
  expect((await publish([permits])).errors).toEqual([
    {
      field: null,
      message: 'Move to "Round": "Draft PPA.pdf" is published and can\'t be moved into a staged folder.',
    },
  ])
  await uploadFile(admin.room.client, treeId, closing, 'Lease.pdf')
  const refused = await publish([`tree:${treeId}`])
  expect(refused.errors).toEqual([
    {
      field: null,
      message: 'Move to "Closing": "Lease.pdf" already exists there. Please rename one of the two.',
    },
  ])
  expect(await names(bidder, permits)).toEqual(['Draft PPA.pdf', 'Lease.pdf'])
  expect((await staged(admin)).count).toBe(3)
  expect(before).toContain('"versionCount":1')
  const { publication } = await publish([`tree:${treeId}`], { leaveOut: [lease] })
  expect(publication?.count).toBe(2)
  expect([await names(lender, round), await names(bidder, round)]).toEqual([['Draft PPA.pdf'], []])
  expect(await textsOf(admin, lease)).toEqual(['Move to Closing'])
  expect(await wrongTallies()).toEqual([])
})

test('STAGE-06 of changes that are due later the reasons are mailed, what was dropped is left out, and what was corrected counts', async () => {
  const other = await folder('Other')
  await stageMove([file], other)
  const due = async () => (await publish([permits], { at: soon(), title: 'Later' })).publication?.id ?? ''
  const first = await due()
  await remove([other])
  expect(await fails(first)).toBe('The folder "Other" was deleted.')
  expect((await mailsTo(admin)).map(({ text }) => text).join()).toContain('The folder "Other" was deleted.')
  expect(await textsOf(admin)).toEqual(['Move to Other, which was deleted'])
  // What is staged in its place counts.
  const second = await due()
  await stageMove([file], closing)
  expect(await fails(second)).toBeNull()
  expect(await names(bidder, closing)).toEqual(['Draft PPA.pdf'])
  await stage(closing, 'Draft PPA.pdf')
  const lease = await uploadFile(admin.room.client, treeId, closing, 'Lease.pdf')
  await stagePermission(lease, bidder, false)
  const third = (await publish([closing], { at: soon(), title: 'Third' })).publication?.id ?? ''
  await remove([file])
  expect(await fails(third)).toBe('"Draft PPA.pdf" was deleted.')
  expect(await names(bidder, closing)).toEqual(['Lease.pdf'])
  // Its file is kept as long as the document can be restored.
  const key = await stagedKey()
  expect(await kept()).toContain(key)
  const fourth = (await publish([lease], { at: soon(), title: 'Fourth' })).publication?.id ?? ''
  const [change] = await changesOf(admin, lease)
  await drop([change?.id ?? ''])
  expect(await fails(fourth)).toBe('Nothing of this is staged any more.')
  expect(await names(bidder, closing)).toEqual(['Lease.pdf'])
  expect(await wrongTallies()).toEqual([])
})

test('STAGE-06 whoever has lost a right by then publishes nothing of what needs it', async () => {
  await stagePermission(file, bidder, false)
  const id = (await publish([file], { at: soon() })).publication?.id ?? ''
  const { rows } = await database.pool.query<{ id: string }>(
    `select r.id from role r join user_group g on g.organisation_id = r.organisation_id where g.id = $1 and r.name = 'Contributor'`,
    [contributor.groupId],
  )
  await database.pool.query('update user_group set role_id = $2 where id = $1', [admin.groupId, rows[0]?.id])
  await comeDue(id)
  await server.app.runJobs()
  expect((await publicationOf(admin, id))?.problem).toBe('Some of it is no longer open to you.')
  expect(await names(bidder, permits)).toEqual(['Draft PPA.pdf'])
})

test('who sees the room as others do is told which entries will be moved, replaced or permitted otherwise', async () => {
  await stage(permits, 'Draft PPA.pdf')
  await stageMove([file], closing)
  await stagePermission(file, lender, false)
  const told = ['New version', 'Move to Closing', 'Permissions']
  expect(await textsOf(contributor)).toEqual(told.slice(0, 2))
  await admin.room.client.graphql(
    'mutation($tree: ID!, $group: ID!) { startView(treeId: $tree, groupId: $group) { view { id } } }',
    { tree: treeId, group: bidder.groupId },
  )
  expect(await textsOf(admin)).toEqual(told)
  expect(await textsOf(bidder)).toEqual([])
})

test('STAGE-09 in a frozen room nothing is staged of what is published', async () => {
  await admin.room.client.graphql(
    'mutation($id: ID!) { freezeRoom(portfolioId: $id, isFrozen: true) { frozenSince } }',
    { id: portfolio.id },
  )
  for (const { errors } of [await stageMove([file], closing), await stagePermission(file, bidder, false)]) {
    expect(errors[0]?.message).toMatch(/^This room is frozen since/)
  }
  const { rows } = await database.pool.query('select from staged_change where tree_id = $1', [treeId])
  expect(rows).toEqual([])
})

test('the file of a staged version goes with its document, when that is deleted for good', async () => {
  await stage(permits, 'Draft PPA.pdf')
  const key = await stagedKey()
  await remove([file])
  expect(await kept()).toContain(key)
  await admin.room.call(
    'mutation($treeId: ID!, $id: ID!) { deleteForGood(treeId: $treeId, documentId: $id, name: "Draft PPA.pdf") { success } }',
    { id: file },
  )
  await server.app.runJobs()
  const { rows } = await database.pool.query('select from staged_change where tree_id = $1', [treeId])
  expect(rows).toEqual([])
  expect(await kept()).not.toContain(key)
})
