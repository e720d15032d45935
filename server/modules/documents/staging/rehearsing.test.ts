import { expect, test } from 'vitest'
import { uploadFile } from '../../../../testing/matrix/uploads.ts'
import { pdfWith } from '../../../../testing/paper.ts'
import { isTooMuchStaged } from './rehearsing.ts'
import {
  admin,
  bidder,
  contributor,
  database,
  folder,
  type Member,
  names,
  permit,
  publish,
  stage,
  treeId,
  wrongTallies,
} from './staging.fixture.ts'

const stagePermission = (id: string, { groupId }: Member, permissible: boolean) =>
  admin.room.call(
    `mutation($treeId: ID!, $id: ID!, $permissible: Boolean!) {
      updateDocumentPermission(treeId: $treeId, documentPermissionId: $id, permissible: $permissible, staged: true) {
        changeId } }`,
    { id: `${id}:${groupId}`, permissible },
  )
const stageLevel = (id: string, { groupId }: Member, level: string) =>
  admin.room.call(
    `mutation($treeId: ID!, $ids: [ID!]!, $changes: [LevelChangeInput!]!) {
      setDocumentLevels(treeId: $treeId, documentIds: $ids, changes: $changes, staged: true) { changeId } }`,
    { ids: [id], changes: [{ principalId: groupId, level }] },
  )
const stageMove = (ids: string[], to: string) =>
  admin.room.call(
    `mutation($treeId: ID!, $ids: [ID!]!, $to: ID!) {
      move(treeId: $treeId, destinationParentId: $to, sourceDocumentIds: $ids, staged: true) { documents { id } } }`,
    { ids, to },
  )
const viewAs = async ({ groupId }: Member) => {
  const { errors } = await admin.room.client.graphql(
    'mutation($tree: ID!, $group: ID!) { startView(treeId: $tree, groupId: $group) { view { id } } }',
    { tree: treeId, group: groupId },
  )
  expect(errors).toEqual([])
}
const leave = () => admin.room.client.graphql('mutation { leaveView { success } }')

/** Fields that tell of an entry, but for marks of what is staged and moments. */
const FIELDS =
  'id name size fileType level parentId versionCount versionNumber fileCount folderCount childCount ancestors { id name }'
/** All that somebody is given of the room: lists down to the files, counts, what a search finds, versions, and each entry by its id. */
async function everything({ room }: Member, ids: readonly string[]): Promise<unknown> {
  const answers = await Promise.all([
    room.ask(`query($treeId: ID!) { document(treeId: $treeId) { ${FIELDS} children { ${FIELDS} children { ${FIELDS}
      children { ${FIELDS} children { ${FIELDS} } } } } } }`),
    room.ask(
      'query($treeId: ID!) { searchCount(treeId: $treeId, search: "f") search(treeId: $treeId, search: "f") { id name } }',
    ),
    room.ask(
      `query($treeId: ID!) { ${ids
        .map(
          (id, at) =>
            `d${at}: document(treeId: $treeId, documentId: "${id}") { ${FIELDS} previousFile { id } nextFile { id } }`,
        )
        .join(' ')} }`,
    ),
    room.ask(
      'query($treeId: ID!, $id: ID!) { documentVersions(treeId: $treeId, documentId: $id) { number size isCurrent } }',
      { id: ids[0] },
    ),
  ])
  return answers.map(({ data, errors }) => [data, errors.map(({ message }) => message)])
}

/** Rows of the tables that a publication changes, as they are to everybody. */
async function rowsNow(): Promise<unknown> {
  const { rows } = await database.pool.query(
    `select ${[
      'document',
      'document_version',
      'acl',
      'folder_tally',
      'folder_place',
      'name_group',
      'folder_list',
      'document_name_search',
      'staged_change',
      'former_place',
      'former_folder_list',
      'activity',
      'outbox',
      'notification',
      'graphile_worker._private_jobs',
    ]
      .map((table) => `(select json_agg(md5(t::text) order by md5(t::text)) from ${table} t)`)
      .map((rows, at) => `${rows} as t${at}`)
      .join(', ')}`,
  )
  return rows
}

test('STAGE-08 whoever sees the room as others do is given what these are given after the publication: versions, moves, permissions and new entries', async () => {
  const permits = await folder('Permits')
  const closing = await folder('Closing')
  const surveys = await folder('Permits/Surveys')
  const coming = await folder('To come/Below', true)
  const upload = (parentId: string, name: string) => uploadFile(admin.room.client, treeId, parentId, name)
  const replaced = await upload(permits, 'First file.pdf')
  const moved = await upload(permits, 'Moved file.pdf')
  const movedIn = await upload(surveys, 'Moved into what is new, file.pdf')
  const closed = await upload(surveys, 'Closed file.pdf')
  const opened = await upload(closing, 'Opened file.pdf')
  const lowered = await upload(closing, 'Lowered file.pdf')
  const inside = await upload(surveys, 'Inside file.pdf')
  await permit(opened, bidder, false)

  await stage(permits, 'First file.pdf')
  await stage(permits, 'New file.pdf')
  await stageMove([moved], closing)
  await stageMove([surveys], closing)
  await stageMove([movedIn], coming)
  await stagePermission(closed, bidder, false)
  await stagePermission(opened, bidder, true)
  await stageLevel(lowered, bidder, 'VIEW')

  const ids = [replaced, moved, movedIn, closed, opened, lowered, inside, permits, closing, surveys]
  const given = await everything(bidder, ids)
  await viewAs(bidder)
  const rows = await rowsNow()
  const seen = await everything(admin, ids)
  expect(seen).not.toEqual(given)
  // Nobody else sees any of it meanwhile, and nothing of it stays.
  expect(await Promise.all([everything(bidder, ids), everything(admin, ids)])).toEqual([given, seen])
  expect(await rowsNow()).toEqual(rows)
  await leave()

  await publish([`tree:${treeId}`])
  expect(seen).toEqual(await everything(bidder, ids))
  expect(await wrongTallies()).toEqual([])
})

test('in a view what a publication would refuse stays as it is, and all else is shown as it will be', async () => {
  const permits = await folder('Permits')
  const closing = await folder('Closing')
  const file = await uploadFile(admin.room.client, treeId, permits, 'Lease.pdf')
  const other = await uploadFile(admin.room.client, treeId, permits, 'Offer.pdf')
  await stageMove([file], closing)
  await stageMove([other], closing)
  // Its name is taken since.
  await uploadFile(admin.room.client, treeId, closing, 'Lease.pdf')
  await viewAs(bidder)
  expect(await names(admin, permits)).toEqual(['Lease.pdf'])
  expect(await names(admin, closing)).toEqual(['Lease.pdf', 'Offer.pdf'])
  await leave()
  expect((await publish([`tree:${treeId}`])).errors).toHaveLength(1)
})

test('in a view of a frozen room, and of one in which very much is staged, all is as it is, with marks of what is to come', async () => {
  const permits = await folder('Permits')
  const closing = await folder('Closing')
  const file = await uploadFile(admin.room.client, treeId, permits, 'Lease.pdf')
  await stageMove([file], closing)
  const shown = async () => {
    await viewAs(bidder)
    const { stagedChanges, parentId } = await admin.room.call<{
      parentId: string
      stagedChanges: { text: string }[]
    }>(
      'query($treeId: ID!, $id: ID!) { document(treeId: $treeId, documentId: $id) { parentId stagedChanges { text } } }',
      { id: file },
    )
    await leave()
    expect(stagedChanges).toEqual([{ text: 'Move to Closing' }])
    return parentId
  }
  const isTooMuch = async () => {
    const { rows } = await database.pool.query<{ organisationId: string; portfolioId: string }>(
      'select organisation_id as "organisationId", portfolio_id as "portfolioId" from document_tree where id = $1',
      [treeId],
    )
    const [{ organisationId, portfolioId } = { organisationId: '', portfolioId: '' }] = rows
    const place = { kind: 'portfolio', organisationId, portfolioId } as const
    return isTooMuchStaged(database.db, { viewing: { place } })
  }
  expect(await shown()).toBe(closing)
  const freeze = (isFrozen: boolean) =>
    isFrozen
      ? database.pool.query(
          `insert into room_freeze (portfolio_id, organisation_id, frozen_at, frozen_by)
           select portfolio_id, organisation_id, now(), (select person_id from membership limit 1) from document_tree where id = $1`,
          [treeId],
        )
      : database.pool.query('delete from room_freeze')
  await freeze(true)
  expect(await shown()).toBe(permits)
  await freeze(false)
  expect(await shown()).toBe(closing)
  const folderId = await folder('Many')
  await uploadFile(admin.room.client, treeId, folderId, 'One of them.pdf')
  await database.pool.query(`update folder_tally set files = files + 10000 where folder_id = $1`, [folderId])
  expect(await isTooMuch()).toBe(false)
  await stagePermission(folderId, bidder, false)
  expect(await shown()).toBe(permits)
  expect(await isTooMuch()).toBe(true)
})

test('in a view the room is changed by others as ever, between two answers', async () => {
  const permits = await folder('Permits')
  const closing = await folder('Closing')
  const file = await uploadFile(admin.room.client, treeId, permits, 'Lease.pdf')
  await stageMove([file], closing)
  await viewAs(bidder)
  const made = async (at: number) => {
    const { errors } = await contributor.room.ask(
      'mutation($treeId: ID!, $name: String!) { createFolder(treeId: $treeId, name: $name) { errors { message } } }',
      { name: `Folder ${at}` },
    )
    expect(errors).toEqual([])
  }
  const asked = Array.from({ length: 12 }, (_, at) => at)
  const [lists] = await Promise.all([
    Promise.all(asked.map(() => names(admin, closing))),
    Promise.all(asked.map(made)),
  ])
  expect(lists).toEqual(asked.map(() => ['Lease.pdf']))
  expect((await names(contributor)).length).toBe(asked.length + 2)
  expect(await names(bidder, permits)).toEqual(['Lease.pdf'])
  await leave()
})

test('in a view a file that will be permitted opens with its pages and as a file; a staged version has none yet', async () => {
  const permits = await folder('Permits')
  const upload = async (name: string) =>
    uploadFile(admin.room.client, treeId, permits, name, await pdfWith([name]))
  const viewed = await upload('To be viewed.pdf')
  const opened = await upload('To be opened.pdf')
  const replaced = await upload('Replaced.pdf')
  for (const id of [viewed, opened]) {
    await permit(id, bidder, false)
    await stagePermission(id, bidder, true)
  }
  await stageLevel(viewed, bidder, 'VIEW')
  await stage(permits, 'Replaced.pdf')
  await viewAs(bidder)
  const pagesOf = async (id: string) => {
    for (;;) {
      const pages = await admin.room.call<{
        state: string
        reason: string | null
        code: string | null
        pages: { url: string }[]
      }>(
        `query($treeId: ID!, $id: ID!) {
          documentPages(treeId: $treeId, documentId: $id) { state reason code pages { url(width: 160) } } }`,
        { id },
      )
      if (pages.state !== 'WAITING') return pages
    }
  }
  const { code, pages } = await pagesOf(viewed)
  // Marked, as those are who may only view it.
  expect(code).toMatch(/\S/)
  expect((await admin.room.client.request(pages[0]?.url ?? '')).status).toBe(200)
  expect(await pagesOf(replaced)).toMatchObject({
    state: 'NONE',
    reason: 'This version is staged. Its pages can be seen once it is published.',
  })
  const { previewUrl } = await admin.room.call<{ previewUrl: string }>(
    'query($treeId: ID!, $id: ID!) { document(treeId: $treeId, documentId: $id) { previewUrl } }',
    { id: opened },
  )
  const file = await admin.room.client.request(previewUrl)
  expect([file.status, (await file.arrayBuffer()).byteLength > 100]).toEqual([200, true])
  await leave()
  const { errors } = await bidder.room.ask(
    'query($treeId: ID!, $id: ID!) { documentPages(treeId: $treeId, documentId: $id) { state } }',
    { id: viewed },
  )
  expect(errors[0]?.message).toBe('Document not found.')
})
