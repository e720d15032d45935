import { beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../../testing/database/index.ts'
import { documentsOver } from '../../../../testing/documents.ts'
import { factories } from '../../../../testing/factories.ts'
import type { Actor } from '../../../access/actor.ts'

const database = testDatabase()
const make = factories(database)
const { documents, upload, permit } = documentsOver(database)

let treeId: string
let place: { organisationId: string; portfolioId: string }
let admin: Actor
let staff: Actor
let author: Actor & { groupId: string }
let colleague: Actor
let rival: Actor & { groupId: string }
let leaver: string

beforeAll(async () => {
  const room = await make.room()
  place = room.place
  treeId = room.treeId
  admin = await make.actorWith(place, 'Deal Room Admin')
  staff = await make.actor(await make.person({ isSuperUser: true }))
  author = await make.actorWith(place, 'Bidder', 'Bidder: Northwind')
  rival = await make.actorWith(place, 'Bidder', 'Bidder: Calder')
  const other = await make.person()
  await make.member(author.groupId, other)
  colleague = await make.actor(other)
  leaver = author.personId
})

const file = (name: string) => upload(admin, treeId, `tree:${treeId}`, name)
const save = (
  actor: Actor,
  documentId: string,
  text: string,
  groupIds: string[] | null = null,
  revision: number | null = null,
) => documents().notes.save(actor, { documentId, text, groupIds, revision })
const read = async (actor: Actor, id: string) =>
  (await documents().notes.list(actor, id)).map(({ text, isMine, groups }) => [
    text,
    isMine,
    groups.map(({ name }) => name).join(),
  ])

describe('private notes', () => {
  test('INDEX-12 a note is seen by its author alone: by no colleague, admin, staff or view of others', async () => {
    const id = await file('Lease.pdf')
    const { note, errors } = await save(author, id, '  Check the term.  ')
    expect([note?.text, note?.revision, errors]).toEqual(['Check the term.', 1, []])
    expect(await read(author, id)).toEqual([['Check the term.', true, '']])
    for (const each of [colleague, rival, admin, staff]) expect(await read(each, id)).toEqual([])
    expect(await save(author, id, '\u200b', null, 1)).toEqual({ note: null, errors: [] })
    expect(await read(author, id)).toEqual([])
    await save(author, id, 'Check the term.')
    const viewing = { ...author, viewing: { id: '', name: '', place, expiresAt: new Date() } }
    expect(await read(viewing as unknown as Actor, id)).toEqual([])
    const { rows } = await database.pool.query(
      `select 1 from activity where tree_id = $1 and detail::text like '%Check the term%'`,
      [treeId],
    )
    expect(rows).toEqual([])
  })

  test('INDEX-12 given to a group of the author, its members read it, and nobody else', async () => {
    const id = await file('PPA.pdf')
    await save(author, id, 'Ask for the cap.', [author.groupId])
    expect(await read(author, id)).toEqual([['Ask for the cap.', true, 'Bidder: Northwind']])
    expect(await read(colleague, id)).toEqual([['Ask for the cap.', false, 'Bidder: Northwind']])
    for (const each of [rival, admin, staff]) expect(await read(each, id)).toEqual([])
    await save(author, id, 'Ask for the cap.', null, 1)
    expect(await read(colleague, id)).toEqual([])

    const { note, errors } = await save(author, id, 'For them', [rival.groupId], 2)
    expect([note, errors[0]?.field]).toEqual([null, 'groupIds'])
    const { tree } = await documents().document(author, treeId, id)
    expect(await documents().notes.groups([tree])).toEqual([
      [{ id: author.groupId, name: 'Bidder: Northwind' }],
    ])
  })

  test('INDEX-12 whoever no longer sees the document, or is no longer with its author in the group, reads none', async () => {
    const id = await file('Option.pdf')
    await save(author, id, 'For the group', [author.groupId])
    await permit(admin, treeId, [id], author.groupId, false)
    for (const each of [author, colleague]) {
      await expect(documents().notes.list(each, id)).rejects.toThrow('Document not found.')
      await expect(save(each, id, 'Text')).rejects.toThrow('Document not found.')
    }
    await permit(admin, treeId, [id], author.groupId, true)
    expect(await read(colleague, id)).toHaveLength(1)
    await database.pool.query('delete from membership where group_id = $1 and person_id = $2', [
      author.groupId,
      leaver,
    ])
    expect(await read(colleague, id)).toEqual([])
    await make.member(author.groupId, leaver)
    const outside = { ...colleague, groups: [] }
    await expect(documents().notes.list(outside, id)).rejects.toThrow('Document not found.')
  })

  test('INDEX-12 it has at most 2,000 characters, an empty one is removed, and an older one overwrites none', async () => {
    const id = await file('Title.pdf')
    expect((await save(author, id, '☀'.repeat(2001))).errors).toEqual([
      { field: 'text', message: 'Please use at most 2,000 characters; these are 2,001.' },
    ])
    expect((await save(author, id, '☀'.repeat(2000))).errors).toEqual([])
    await expect(save(author, id, 'From another window')).rejects.toMatchObject({
      extensions: { of: 'documentNote', revision: 1, newer: { text: '☀'.repeat(2000) } },
    })
    expect((await save(author, id, 'Short', null, 1)).note?.revision).toBe(2)
    await save(author, id, ' ', null, 2)
    expect(await read(author, id)).toEqual([])
    await save(author, id, '')
  })
})
