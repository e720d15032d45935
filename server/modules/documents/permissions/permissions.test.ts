import { describe, expect, test } from 'vitest'
import {
  admin,
  bidder,
  counts,
  database,
  documents,
  folder,
  lender,
  make,
  names,
  permit,
  place,
  receive,
  treeId,
  upload,
  wrongTallies,
} from './permissions.fixture.ts'

describe('who may see a document', () => {
  test('PERM-09 PERM-08 PERM-10 a folder that is closed to a group is gone for it, with all below it', async () => {
    const secret = await folder('Closed/Deep/Deeper')
    const file = await upload(admin, treeId, secret, 'plan.pdf')
    const top = (await documents().document(admin, treeId, file)).path[1] ?? ''
    expect(await names(bidder, treeId)).toContain('Closed')
    const seenBefore = await counts(bidder, null)
    const { row } = await permit([top], bidder.groupId, false)
    expect(row.permissible).toBe(false)
    expect(await names(bidder, treeId)).not.toContain('Closed')
    expect(await names(lender, treeId)).toContain('Closed')
    for (const id of [top, secret, file]) {
      await expect(documents().document(bidder, treeId, id)).rejects.toThrow('Document not found.')
    }
    await expect(documents().download(bidder, treeId, file)).rejects.toThrow('Document not found.')
    const seen = await counts(bidder, null)
    expect(seen).toEqual({
      files: (seenBefore?.files ?? 0) - 1,
      folders: (seenBefore?.folders ?? 0) - 3,
    })
    expect(await counts(lender, null)).toEqual(seenBefore)
    await permit([top], bidder.groupId, true)
    expect(await counts(bidder, null)).toEqual(seenBefore)
    expect(await names(bidder, treeId, secret)).toEqual(['plan.pdf'])
  })

  test('PERM-08 a deep document that is permitted again can be reached, and nothing beside it shows', async () => {
    const deep = await folder('Reach/Inside')
    const shown = await upload(admin, treeId, deep, 'shown.pdf')
    await upload(admin, treeId, deep, 'hidden.pdf')
    const top = (await documents().document(admin, treeId, shown)).path[1] ?? ''
    await upload(admin, treeId, top, 'beside.pdf')
    await permit([top], bidder.groupId, false)
    await permit([shown], bidder.groupId, true)
    expect(await names(bidder, treeId, top)).toEqual(['Inside'])
    expect(await names(bidder, treeId, deep)).toEqual(['shown.pdf'])
    expect(await counts(bidder, top)).toEqual({ files: 1, folders: 1 })
    const node = await documents().document(bidder, treeId, shown)
    expect((await documents().families.ancestors([node])).flat().map((each) => each.name)).toEqual([
      'Documents',
      'Reach',
      'Inside',
    ])
    // What is added to a folder that is only passed through stays closed.
    await upload(admin, treeId, deep, 'later.pdf')
    expect(await names(bidder, treeId, deep)).toEqual(['shown.pdf'])
    expect(await names(lender, treeId, deep)).toEqual(['hidden.pdf', 'later.pdf', 'shown.pdf'])
    await permit([shown], bidder.groupId, false)
    expect(await names(bidder, treeId)).not.toContain('Reach')
    await expect(documents().document(bidder, treeId, top)).rejects.toThrow('Document not found.')
  })

  test('PERM-08 nobody adds to a folder that they only pass through: what they add would be hidden from them', async () => {
    const editor = await make.actorWith(place, 'Contributor', 'Editors')
    const top = await folder('Traversed')
    const shown = await upload(admin, treeId, top, 'shown.pdf')
    await permit([top], editor.groupId, false)
    await permit([shown], editor.groupId, true)
    const announce = () => documents().announce(editor, treeId, [{ name: 'new.pdf', size: 7, parentId: top }])
    await expect(announce()).rejects.toThrow('The folder is no longer there.')
    const createFolder = documents().createFolder(editor, { treeId, parentId: top, name: 'New' })
    await expect(createFolder).rejects.toThrow('Document not found.')
    await permit([top], editor.groupId, true)
    // The same holds for what is under way when the folder is closed.
    const [late] = await announce()
    if (!late) throw new Error('nothing announced')
    receive(late.version, 'content')
    await permit([top], editor.groupId, false)
    const uploads = [{ version: late.version, documentId: late.file.id }]
    expect((await documents().confirm(editor, { treeId, uploads })).failedIds).toEqual([late.file.id])
    await permit([top], editor.groupId, true)
    expect((await documents().confirm(editor, { treeId, uploads })).failedIds).toEqual([])
  })

  test('PERM-09 the root has rows of its own: a change holds for the whole tree and for what comes later', async () => {
    const room = await make.portfolio({ organisationId: place.organisationId })
    const there = { organisationId: place.organisationId, portfolioId: room.id }
    const ownTree = await make.tree(there)
    const manager = await make.actorWith(there, 'Deal Room Admin')
    const [shut, open] = [await make.actorWith(there, 'Bidder'), await make.actorWith(there, 'Viewer')]
    await upload(manager, ownTree, `tree:${ownTree}`, 'first.pdf')
    const permitRoot = (permissible: boolean) =>
      documents().updatePermission(manager, {
        treeId: ownTree,
        permissionId: `tree:${ownTree}:${shut.groupId}`,
        permissible,
      })
    await permitRoot(false)
    await upload(manager, ownTree, `tree:${ownTree}`, 'second.pdf')
    await expect(names(shut, ownTree)).rejects.toThrow('Document not found.')
    expect(await names(open, ownTree)).toEqual(['first.pdf', 'second.pdf'])
    await permitRoot(true)
    expect(await names(shut, ownTree)).toEqual(['first.pdf', 'second.pdf'])
  })

  test('PERM-10 DOC-42 the next address and the next read are refused', async () => {
    const file = await upload(admin, treeId, `tree:${treeId}`, 'address.pdf')
    const { url } = await documents().download(bidder, treeId, file)
    expect(url).toContain('/files/')
    await permit([file], bidder.groupId, false)
    await expect(documents().download(bidder, treeId, file)).rejects.toThrow('Document not found.')
    const search = await documents().search(bidder, { treeId, search: 'address' })
    expect(await documents().countMatches(search)).toBe(0)
    expect(await documents().matches(search, { limit: 10, offset: 0 })).toEqual([])
  })

  test('PERM-13 somebody who has since lost the right changes nothing', async () => {
    const personId = await make.person()
    const group = await make.group({
      organisationId: place.organisationId,
      role: 'Deal Room Admin',
      portfolioIds: [place.portfolioId],
    })
    await make.member(group, personId)
    await make.member(lender.groupId, personId)
    const file = await upload(admin, treeId, `tree:${treeId}`, 'lost right.pdf')
    const input = { treeId, permissionId: `${file}:${bidder.groupId}`, permissible: false }
    await documents().updatePermission(await make.actor(personId), input)
    await database.db.deleteFrom('membership').where('group_id', '=', group).execute()
    await expect(
      documents().updatePermission(await make.actor(personId), { ...input, permissible: true }),
    ).rejects.toThrow('Not authorized.')
    expect(await names(bidder, treeId)).not.toContain('lost right.pdf')
  })

  test('PERM-13 ORG-52 permissions are neither shown to nor changed by those without the right', async () => {
    const file = await upload(admin, treeId, `tree:${treeId}`, 'asked.pdf')
    const node = await documents().document(lender, treeId, file)
    expect(await documents().permissions([node])).toEqual([[]])
    await expect(
      documents().updatePermission(lender, {
        treeId,
        permissionId: `${file}:${bidder.groupId}`,
        permissible: false,
      }),
    ).rejects.toThrow('Not authorized.')
  })

  test('PERM-11 a documents admin sees what is permitted to nobody', async () => {
    const file = await upload(admin, treeId, `tree:${treeId}`, 'nobody.pdf')
    for (const principal of (
      await documents().permissions([await documents().document(admin, treeId, file)])
    )[0] ?? []) {
      await permit([file], principal.principal.id, false)
    }
    expect(await names(admin, treeId)).toContain('nobody.pdf')
    expect(await names(lender, treeId)).not.toContain('nobody.pdf')
  })

  test('PERM-10 a name that a hidden entry has is free, so that no answer reveals it', async () => {
    const contributor = await make.actorWith(place, 'Contributor', 'Contributors')
    const secret = await folder('Offers')
    await upload(admin, treeId, `tree:${treeId}`, 'offer.pdf')
    const hidden = (await names(admin, treeId)).includes('offer.pdf')
    expect(hidden).toBe(true)
    const root = await documents().document(admin, treeId, null)
    const children = await documents().children(root, { limit: 200, offset: 0 })
    const offer = children.find((node) => node.name === 'offer.pdf')?.id ?? ''
    await permit([secret, offer], contributor.groupId, false)
    const made = await documents().createFolder(contributor, { treeId, parentId: null, name: 'offers' })
    expect(made.errors).toEqual([])
    const own = await upload(contributor, treeId, `tree:${treeId}`, 'Offer.pdf', 'mine')
    expect(own).not.toBe(offer)
    expect((await names(contributor, treeId)).filter((name) => /offer/i.test(name))).toEqual([
      'offers',
      'Offer.pdf',
    ])
  })

  test('PERM-02 ORG-24 a group that no longer reaches the portfolio opens nothing, listed or not', async () => {
    const other = await make.portfolio({ organisationId: place.organisationId })
    const personId = await make.person()
    const groupId = await make.group({
      organisationId: place.organisationId,
      role: 'Viewer',
      portfolioIds: [place.portfolioId, other.id],
    })
    await make.member(groupId, personId)
    await make.member(lender.groupId, personId)
    const file = await upload(admin, treeId, `tree:${treeId}`, 'granted.pdf')
    await permit([file], lender.groupId, false)
    expect(await names(await make.actor(personId), treeId)).toContain('granted.pdf')
    await database.db.deleteFrom('user_group_portfolio').where('group_id', '=', groupId).execute()
    expect(await names(await make.actor(personId), treeId)).not.toContain('granted.pdf')
  })

  test('PERM-08 tallies stay what counting would give', async () => {
    expect(await wrongTallies()).toEqual([])
  })
})
