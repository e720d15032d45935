import { beforeAll, expect, test } from 'vitest'
import { FIRST_MARK } from '../../../../shared/markRules.ts'
import { testDatabase } from '../../../../testing/database/index.ts'
import { documentsOver } from '../../../../testing/documents.ts'
import { factories } from '../../../../testing/factories.ts'
import type { Actor } from '../../../access/actor.ts'

const database = testDatabase()
const make = factories(database)
const { documents, upload, names, wrongTallies } = documentsOver(database)
const SLUG = 'typed-fund'

let place: { organisationId: string; portfolioId: string }
let admin: Actor
let contributor: Actor
let viewer: Actor & { groupId: string }
let bidder: Actor & { groupId: string }
let outsider: Actor

beforeAll(async () => {
  const organisationId = await make.organisation({ name: 'Typed Fund', slug: SLUG })
  const portfolio = await make.portfolio({ organisationId })
  place = { organisationId, portfolioId: portfolio.id }
  admin = await make.actorWith(place, 'Deal Room Admin')
  contributor = await make.actorWith(place, 'Contributor')
  viewer = await make.actorWith(place, 'Viewer', 'Lenders')
  bidder = await make.actorWith(place, 'Bidder', 'Bidder: Northwind')
  outsider = await make.actor(await make.person())
})

const rolesOf = async (treeId: string): Promise<Map<string, string>> => {
  const [rows = []] = await documents().permissions([await documents().document(admin, treeId, null)])
  return new Map(rows.map(({ principal }) => [principal.name, principal.id]))
}
const change = (actor: Actor, treeId: string, permissionType: 'ROLE' | 'GROUP') =>
  documents().updateTree(actor, { treeId, permissionType })

test('API-070 PERM-09 a deal room gets its documents once, open to every principal, from who administers it', async () => {
  const input = { orgSlug: SLUG, portfolioId: place.portfolioId, permissionType: 'GROUP' as const }
  for (const actor of [contributor, viewer]) {
    await expect(documents().createTree(actor, input)).rejects.toThrow('Not authorized.')
  }
  for (const wrong of [
    { ...input, orgSlug: 'nowhere' },
    { ...input, portfolioId: 'no-id' },
    { ...input, portfolioId: '018f0000-0000-7000-8000-000000000000' },
  ]) {
    await expect(documents().createTree(admin, wrong)).rejects.toThrow('Portfolio not found.')
  }
  await expect(documents().createTree(outsider, input)).rejects.toThrow('Portfolio not found.')
  const answers = await Promise.allSettled([
    documents().createTree(admin, input),
    documents().createTree(admin, input),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const refusal = answers.find((answer) => answer.status === 'rejected')
  expect(refusal?.reason.message).toMatch(/already has its documents/)
  const tree = (await documents().treesOf(bidder, 'portfolio', [place.portfolioId], 'DOCUMENTS'))[0]
  expect(tree?.permissionsType).toBe('GROUP')
  expect(await names(bidder, tree?.id ?? '')).toEqual([])
  const { rows } = await database.pool.query(
    `select detail from activity where kind = 'CREATE_TREE' and tree_id = $1`,
    [tree?.id],
  )
  expect(rows).toEqual([{ detail: { permissionsType: 'GROUP' } }])
})

test('PERM-12 PERM-02 API-071 another type replaces the principals: open stays open, restricted stays closed until permitted', async () => {
  const tree = (await documents().treesOf(admin, 'portfolio', [place.portfolioId], 'DOCUMENTS'))[0]
  const treeId = tree?.id ?? ''
  const [folder, open] = await documents().createFolders(admin, {
    treeId,
    parentId: null,
    folderPaths: ['Bids/Deep', 'Open'],
  })
  const file = await upload(admin, treeId, folder?.id ?? '', 'offer.pdf')
  await upload(admin, treeId, open?.id ?? '', 'teaser.pdf')
  const top = (await documents().document(admin, treeId, file)).path[1] ?? ''
  const permit = (id: string, principal: string, permissible: boolean) =>
    documents().updatePermission(admin, { treeId, permissionId: `${id}:${principal}`, permissible })
  const restricted = async () => (await documents().restrictedIn([await documents().tree(admin, treeId)]))[0]
  expect(await restricted()).toEqual({ files: 0, folders: 0 })
  await permit(top, bidder.groupId, false)
  await permit(file, bidder.groupId, true)
  expect(await names(bidder, treeId)).toEqual(['Bids', 'Open'])
  expect(await restricted()).toEqual({ files: 1, folders: 2 })

  for (const actor of [contributor, viewer]) {
    await expect(change(actor, treeId, 'ROLE')).rejects.toThrow('Not authorized.')
  }
  await expect(change(outsider, treeId, 'ROLE')).rejects.toThrow('Document tree not found.')
  expect((await change(admin, treeId, 'ROLE')).permissionsType).toBe('ROLE')
  for (const actor of [bidder, viewer, contributor]) {
    expect(await names(actor, treeId)).toEqual(['Open'])
    expect(await names(actor, treeId, open?.id ?? '')).toEqual(['teaser.pdf'])
    await expect(documents().document(actor, treeId, file)).rejects.toThrow('Document not found.')
  }
  const [tally] = await documents().tallies([await documents().document(bidder, treeId, null)])
  expect(tally).toEqual({ files: 1, folders: 1 })
  expect(await restricted()).toEqual({ files: 1, folders: 2 })

  // Roles are the principals now: a permission by role works, a group's id is unknown.
  const roles = await rolesOf(treeId)
  await expect(permit(top, bidder.groupId, true)).rejects.toThrow('Document not found.')
  await permit(top, roles.get('Bidder') ?? '', true)
  expect(await names(bidder, treeId)).toEqual(['Bids', 'Open'])
  expect(await names(viewer, treeId)).toEqual(['Open'])
  // The same type once more changes nothing.
  await change(admin, treeId, 'ROLE')
  expect(await names(bidder, treeId)).toEqual(['Bids', 'Open'])
  await change(admin, treeId, 'GROUP')
  expect(await names(bidder, treeId)).toEqual(['Open'])
  expect(await wrongTallies()).toEqual([])
})

test('PERM-12 HIST-14 what was deleted under a restriction stays closed to those who were shut out', async () => {
  const tree = (await documents().treesOf(admin, 'portfolio', [place.portfolioId], 'DOCUMENTS'))[0]
  const treeId = tree?.id ?? ''
  const historian = await make.actorWith(place, ['DOCUMENTS_VIEW', 'DOCUMENTS_HISTORY_VIEW'], 'Auditors')
  const secret = await upload(admin, treeId, `tree:${treeId}`, 'withdrawn offer.pdf')
  await documents().updatePermission(admin, {
    treeId,
    permissionId: `${secret}:${historian.groupId}`,
    permissible: false,
  })
  await documents().remove(admin, { treeId, documentIds: [secret] })
  await change(admin, treeId, 'ROLE')
  const seen = async (actor: Actor) => {
    const history = await documents().histories.open(actor, treeId, {})
    const page = await documents().histories.page(history, { limit: 200, offset: 0 })
    return page.map((entry) => entry.recordedPath)
  }
  expect(await seen(admin)).toContain('withdrawn offer.pdf')
  expect(await seen(historian)).not.toContain('withdrawn offer.pdf')
})

test('PERM-12 a permission change that waited for a change of type names no principal of the old one', async () => {
  const tree = (await documents().treesOf(admin, 'portfolio', [place.portfolioId], 'DOCUMENTS'))[0]
  const treeId = tree?.id ?? ''
  await change(admin, treeId, 'GROUP')
  const file = await upload(admin, treeId, `tree:${treeId}`, 'raced.pdf')
  const answers = await Promise.allSettled([
    change(admin, treeId, 'ROLE'),
    documents().updatePermission(admin, {
      treeId,
      permissionId: `${file}:${bidder.groupId}`,
      permissible: false,
    }),
  ])
  expect(answers[0]?.status).toBe('fulfilled')
  // Whichever came first: no list of the tree's live documents holds a group's id afterwards.
  const { rows } = await database.pool.query(
    `select a.principals from document d join acl a on a.id = d.acl_id
     where d.tree_id = $1 and d.deleted_at is null and $2::uuid = any(a.principals)`,
    [treeId, viewer.groupId],
  )
  expect(rows).toEqual([])
  // Restricted before the change it is closed to all roles; the other way round nothing was restricted.
  expect((await names(viewer, treeId)).includes('raced.pdf')).toBe(answers[1]?.status === 'rejected')
})

/** A room with people of its own. */
async function ownRoom() {
  const { place: at, treeId } = await make.room()
  return {
    treeId,
    admin: await make.actorWith(at, 'Deal Room Admin'),
    viewer: await make.actorWith(at, 'Viewer', 'Lenders'),
    bidder: await make.actorWith(at, 'Bidder', 'Bidder: Northwind'),
  }
}

test('VIEW-13 PERM-12 what somebody had below the usual level stays closed to new principals, the rest stays open', async () => {
  const { treeId, admin, viewer, bidder } = await ownRoom()
  const folder = async (name: string) => {
    const [made] = await documents().createFolders(admin, { treeId, parentId: null, folderPaths: [name] })
    return made?.id ?? ''
  }
  const [plain, less, redacted, more] = [
    await folder('Plain'),
    await folder('Less'),
    await folder('Redacted'),
    await folder('More'),
  ]
  await documents().levels.updateViewing(admin, {
    treeId,
    usualLevel: 'PRINT',
    textPrincipalIds: [viewer.groupId],
  })
  const set = (id: string, change: object) =>
    documents().levels.set(admin, {
      treeId,
      documentIds: [id],
      changes: [{ principalId: viewer.groupId, ...change }],
    })
  await set(less, { level: 'VIEW' })
  await set(redacted, { rendition: 'REDACTED' })
  await set(more, { level: 'PDF' })
  expect(await names(bidder, treeId)).toEqual(['Less', 'More', 'Plain', 'Redacted'])
  const tree = await documents().tree(admin, treeId)
  expect(await documents().restrictedIn([tree])).toEqual([{ files: 0, folders: 2 }])
  const deleted = await folder('Deleted')
  await set(deleted, { level: 'VIEW' })
  await documents().remove(admin, { treeId, documentIds: [deleted] })
  const changed = await change(admin, treeId, 'ROLE')
  expect(changed.textPrincipals).toEqual([])
  await documents().bins.restore(admin, { treeId, documentIds: [deleted] })
  for (const actor of [bidder, viewer]) expect(await names(actor, treeId)).toEqual(['More', 'Plain'])
  const rows = await documents().permissions([await documents().document(admin, treeId, more)])
  expect(new Set(rows[0]?.map(({ level }) => level))).toEqual(new Set(['PRINT']))
  const { permissionsType } = await documents().tree(admin, treeId)
  const role = rows[0]?.find(({ principal }) => principal.name === 'Bidder')?.principal.id
  await documents().updatePermission(admin, {
    treeId,
    permissionId: `${less}:${role}`,
    permissible: true,
  })
  expect([permissionsType, await names(bidder, treeId)]).toEqual(['ROLE', ['Less', 'More', 'Plain']])
  expect(await names(viewer, treeId)).toEqual(['More', 'Plain'])
  expect([plain !== '', await wrongTallies()]).toEqual([true, []])
})

test('VIEW-03 VIEW-21 of two who change how a tree is viewed the second is told, with the newer state', async () => {
  const { treeId, admin, viewer } = await ownRoom()
  const update = (input: object) => documents().levels.updateViewing(admin, { treeId, ...input })
  const { viewingRevision } = await update({ usualLevel: 'VIEW' })
  await update({ textPrincipalIds: [viewer.groupId], revision: viewingRevision })
  await expect(update({ usualLevel: 'PDF', revision: viewingRevision })).rejects.toMatchObject({
    code: 'CONFLICT',
    extensions: { newer: { usualLevel: 'VIEW', textPrincipalIds: [viewer.groupId] } },
  })
  await expect(update({ textPrincipalIds: [crypto.randomUUID()] })).rejects.toThrow('Document not found.')
  await expect(documents().levels.updateViewing(viewer, { treeId, usualLevel: 'ORIGINAL' })).rejects.toThrow(
    'Not authorized.',
  )
})

test('MARK-22 the usual level and the mark of a tree stand in its history as permission entries of the root', async () => {
  const { treeId, admin } = await ownRoom()
  const update = (input: object) => documents().levels.updateViewing(admin, { treeId, ...input })
  await update({ usualLevel: 'VIEW' })
  await update({ mark: { ...FIRST_MARK, pattern: '{room}' } })
  // What is as it was is no change.
  await update({ usualLevel: 'VIEW', measureReading: false })
  const history = await documents().histories.open(admin, treeId, {})
  const entries = await documents().histories.page(history, { limit: 9, offset: 0 })
  expect(
    entries.map(({ activityType, document, formerAudience, audience }) => [
      activityType,
      document?.id,
      formerAudience,
      audience,
    ]),
  ).toEqual([
    [
      'PERMISSION',
      treeId,
      'Mark “{name} · {email} / {company} · {date} {time}”, tiled, 25 %, 14 pt, UTC',
      'Mark “{room}”, tiled, 25 %, 14 pt, UTC',
    ],
    ['PERMISSION', treeId, 'Everyone', 'Everyone (View)'],
  ])
})
