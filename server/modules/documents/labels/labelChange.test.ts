import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../../testing/database/index.ts'
import { documentsOver } from '../../../../testing/documents.ts'
import { factories } from '../../../../testing/factories.ts'
import type { Actor } from '../../../access/actor.ts'

const database = testDatabase()
const make = factories(database)
const { documents, upload } = documentsOver(database)
const SLUG = 'bulk-labelling-fund'
const UNKNOWN = '018f0000-0000-7000-8000-000000000000'

let treeId: string
let root: string
let owner: Actor
let admin: Actor
let contributor: Actor
let draft: string
let final: string
let redacted: string

beforeAll(async () => {
  const room = await make.room({ slug: SLUG, documentLabels: true })
  const { place } = room
  ;({ treeId, root } = room)
  owner = await make.actorWith(place, 'Organisation Admin')
  admin = await make.actorWith(place, 'Deal Room Admin')
  contributor = await make.actorWith(place, 'Contributor')
  draft = await create('Draft')
  final = await create('Final')
  redacted = await create('Redacted')
})

const create = async (label: string): Promise<string> => {
  const { documentLabel } = await documents().labels.create(owner, {
    orgSlug: SLUG,
    label,
    colour: '#1f8a4c',
  })
  return documentLabel?.id ?? ''
}
const file = (name: string) => upload(admin, treeId, root, name)
const change = (documentIds: string[], addLabelIds: string[], removeLabelIds: string[] = [], actor = admin) =>
  documents().labels.change(actor, { treeId, documentIds, addLabelIds, removeLabelIds })
const labelsOf = async (...ids: string[]): Promise<string[][]> => {
  const nodes = await Promise.all(ids.map((id) => documents().document(admin, treeId, id)))
  return (await documents().labels.ofDocuments(nodes)).map((labels) => labels.map(({ label }) => label))
}
const history = async (id: string) => {
  const { rows } = await database.pool.query(
    `select detail from activity where kind = 'LABEL' and document_id = $1 order by id`,
    [id],
  )
  return rows.map((row) => row.detail)
}

test('PERM-16 DOC-40 a selection gets and loses labels, and keeps the others; each change is written down', async () => {
  const [one, two, three] = [await file('one.pdf'), await file('two.pdf'), await file('three.pdf')]
  await change([one], [redacted])
  await change([two], [draft])
  expect(await change([one, two, three], [final], [draft])).toBe(3)
  expect(await labelsOf(one, two, three)).toEqual([['Final', 'Redacted'], ['Final'], ['Final']])
  expect(await history(two)).toEqual([
    { labels: ['Draft'], formerLabels: [] },
    { labels: ['Final'], formerLabels: ['Draft'] },
  ])
  // What has it already, or never had it, has no history of it.
  await change([one, three], [final], [draft])
  expect(await history(three)).toHaveLength(1)
})

test('two people who label one selection at the same time lose nothing', async () => {
  const ids = [await file('a.pdf'), await file('b.pdf')]
  await Promise.all([change(ids, [draft]), change(ids, [final], [], owner)])
  expect(await labelsOf(...ids)).toEqual([
    ['Draft', 'Final'],
    ['Draft', 'Final'],
  ])
})

test('DOC-40 what is gone is passed over; nothing but what is gone is not found', async () => {
  const [gone, kept] = [await file('gone.pdf'), await file('kept.pdf')]
  await documents().remove(admin, { treeId, documentIds: [gone] })
  expect(await change([gone, kept, UNKNOWN], [draft])).toBe(1)
  expect(await labelsOf(kept)).toEqual([['Draft']])
  for (const ids of [[gone], ['no id'], [kept, root], []]) {
    await expect(change(ids, [final])).rejects.toThrow('Document not found.')
  }
  expect(await labelsOf(kept)).toEqual([['Draft']])
})

test('PERM-16 who may not is refused, as are foreign labels, too many documents and too many labels: nothing changes', async () => {
  const [full, other] = [await file('full.pdf'), await file('other.pdf')]
  const many: string[] = []
  for (let n = 1; n <= 20; n += 1) many.push(await create(`Many ${n}`))
  await change([full], many)
  await expect(change([other, full], [draft])).rejects.toThrow(
    '"full.pdf" would have 21 labels; a document can have at most 20. Please remove some.',
  )
  expect(await change([other, full], [draft], [many[0] ?? ''])).toBe(2)
  await expect(change([other], [final], [], contributor)).rejects.toThrow('Not authorized.')
  await expect(change([other], [UNKNOWN])).rejects.toThrow('Label not found.')
  await expect(
    change(
      Array.from({ length: 1001 }, (_, n) => `${n}`),
      [final],
    ),
  ).rejects.toThrow('Please label at most 1000 documents at a time, not 1001.')
  expect(await labelsOf(other)).toEqual([['Draft']])
})
