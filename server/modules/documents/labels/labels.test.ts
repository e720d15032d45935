import { beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../../testing/database/index.ts'
import { documentsOver } from '../../../../testing/documents.ts'
import { factories } from '../../../../testing/factories.ts'
import type { Actor } from '../../../access/actor.ts'

const database = testDatabase()
const make = factories(database)
const { documents, upload } = documentsOver(database)
const PAGE = { limit: 200, offset: 0 }
const SLUG = 'labelling-fund'

let organisationId: string
let place: { organisationId: string; portfolioId: string }
let treeId: string
let owner: Actor
let admin: Actor
let bidder: Actor & { groupId: string }
let contributor: Actor

beforeAll(async () => {
  organisationId = await make.organisation({ name: 'Labelling Fund', slug: SLUG, documentLabels: true })
  const portfolio = await make.portfolio({ organisationId })
  place = { organisationId, portfolioId: portfolio.id }
  treeId = await make.tree(place)
  owner = await make.actorWith(place, 'Organisation Admin')
  admin = await make.actorWith(place, 'Deal Room Admin')
  bidder = await make.actorWith(place, 'Bidder', 'Bidder: Northwind')
  contributor = await make.actorWith(place, 'Contributor')
})

const create = async (label: string, colour = '#1F8A4C'): Promise<string> => {
  const { documentLabel, errors } = await documents().labels.create(owner, { orgSlug: SLUG, label, colour })
  if (!documentLabel) throw new Error(errors[0]?.message)
  return documentLabel.id
}
const file = (name: string) => upload(admin, treeId, `tree:${treeId}`, name)
const set = (actor: Actor, documentId: string, labelIds: string[], formerLabelIds: string[] | null = null) =>
  documents().labels.set(actor, { treeId, documentId, labelIds, formerLabelIds })
const textsOf = async (actor: Actor, documentId: string): Promise<string[]> => {
  const [labels = []] = await documents().labels.ofDocuments([
    await documents().document(actor, treeId, documentId),
  ])
  return labels.map(({ label }) => label)
}
const named = async (actor: Actor, labels: string[] | null): Promise<string[]> => {
  const found = await documents().labels.documents(actor, { treeId, labels }, PAGE)
  expect(await documents().labels.count(actor, { treeId, labels })).toBe(found.length)
  return found.map((node) => node.name)
}

describe('the labels of an organisation', () => {
  test('PERM-14 a label has a text and a colour of 7 characters; both are checked in words', async () => {
    const refusal = async (label: string, colour = '#1f8a4c') =>
      (await documents().labels.create(owner, { orgSlug: SLUG, label, colour })).errors[0]
    expect(await create('  Executed  ', '#1F8A4C')).toBeTruthy()
    const [label] = await documents().labels.ofOrganisation(bidder, SLUG)
    expect(label).toMatchObject({ label: 'Executed', colour: '#1f8a4c' })
    expect(await create('To  be\u202e signed')).toBeTruthy()
    expect((await documents().labels.ofOrganisation(bidder, SLUG)).map((each) => each.label)).toContain(
      'To be signed',
    )
    expect(await refusal('EXECUTED')).toEqual({
      field: 'label',
      message: 'A label with this text already exists.',
    })
    expect(await refusal('   ')).toMatchObject({ field: 'label' })
    expect(await refusal('\u200b')).toMatchObject({ field: 'label' })
    expect(await refusal('x'.repeat(41))).toMatchObject({ field: 'label' })
    expect(await refusal('two\nlines')).toMatchObject({ field: 'label' })
    for (const colour of ['red', '#12345', '#1234567', '#12345g', '']) {
      expect(await refusal('Draft', colour)).toMatchObject({ field: 'colour' })
    }
  })

  test('PERM-16 who may create them, and to whom the organisation is unknown', async () => {
    const input = { orgSlug: SLUG, label: 'Mine', colour: '#000000' }
    for (const actor of [admin, contributor, bidder]) {
      await expect(documents().labels.create(actor, input)).rejects.toThrow('Not authorized.')
    }
    const elsewhere = await make.organisation({ documentLabels: true })
    const portfolio = await make.portfolio({ organisationId: elsewhere })
    const stranger = await make.actorWith(
      { organisationId: elsewhere, portfolioId: portfolio.id },
      'Organisation Admin',
    )
    await expect(documents().labels.create(stranger, input)).rejects.toThrow('Organisation not found.')
    await expect(documents().labels.ofOrganisation(stranger, SLUG)).rejects.toThrow('Organisation not found.')
    await expect(documents().labels.ofOrganisation(stranger, 'nowhere')).rejects.toThrow(
      'Organisation not found.',
    )
  })

  test('two people who create the same label at the same time get one label', async () => {
    const answers = await Promise.all(
      ['Twin', 'TWIN'].map((label) =>
        documents().labels.create(owner, { orgSlug: SLUG, label, colour: '#123456' }),
      ),
    )
    expect(answers.filter(({ documentLabel }) => documentLabel)).toHaveLength(1)
  })
})

describe('the labels of documents', () => {
  test('PERM-16 documents admins set them, others with every other right do not', async () => {
    const document = await file('ppa.pdf')
    const label = await create('Set by admins')
    await set(admin, document, [label, label])
    expect(await textsOf(bidder, document)).toEqual(['Set by admins'])
    for (const actor of [contributor, bidder]) {
      await expect(set(actor, document, [])).rejects.toThrow('Not authorized.')
    }
    await set(admin, document, [])
    expect(await textsOf(bidder, document)).toEqual([])
  })

  test('a label of another organisation, an unknown one and too many are refused, and nothing changes', async () => {
    const other = await make.organisation({ slug: 'other-labels', documentLabels: true })
    const portfolio = await make.portfolio({ organisationId: other })
    const stranger = await make.actorWith(
      { organisationId: other, portfolioId: portfolio.id },
      'Organisation Admin',
    )
    const { documentLabel } = await documents().labels.create(stranger, {
      orgSlug: 'other-labels',
      label: 'Foreign',
      colour: '#000000',
    })
    const document = await file('refused.pdf')
    const own = await create('Kept')
    await set(admin, document, [own])
    await expect(set(admin, document, [own, documentLabel?.id ?? ''])).rejects.toThrow('Label not found.')
    await expect(set(admin, document, ['no-id'])).rejects.toThrow('Label not found.')
    const many: string[] = []
    for (let n = 0; n < 21; n += 1) many.push(await create(`Many ${n}`))
    await expect(set(admin, document, many)).rejects.toThrow('at most 20 labels, not 21')
    expect(await textsOf(admin, document)).toEqual(['Kept'])
  })

  test('if two people set labels at the same time, the second gets a conflict and loses nothing', async () => {
    const document = await file('shared.pdf')
    const [first, second] = [await create('First'), await create('Second')]
    const answers = await Promise.allSettled([
      set(admin, document, [first], []),
      set(owner, document, [second], []),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const refusal = answers.find((answer) => answer.status === 'rejected')
    expect(refusal?.reason.message).toMatch(/Someone else has just changed these labels/)
    expect(await textsOf(admin, document)).toHaveLength(1)
  })

  test('a document that has since been deleted, the root and one of another tree are not found', async () => {
    const label = await create('For nobody')
    const gone = await file('gone.pdf')
    await documents().remove(admin, { treeId, documentIds: [gone] })
    const unknown = '018f0000-0000-7000-8000-000000000000'
    for (const id of [gone, `tree:${treeId}`, unknown, 'no-id']) {
      await expect(set(admin, id, [label])).rejects.toThrow('Document not found.')
    }
  })

  test('a change of labels is written down with the texts then and before', async () => {
    const document = await file('history.pdf')
    const label = await create('Recorded')
    await set(admin, document, [label])
    await set(admin, document, [label])
    await set(admin, document, [])
    const { rows } = await database.pool.query(
      `select detail, recorded_path from activity where kind = 'LABEL' and document_id = $1 order by id`,
      [document],
    )
    expect(rows).toEqual([
      { detail: { labels: ['Recorded'], formerLabels: [] }, recorded_path: 'history.pdf' },
      { detail: { labels: [], formerLabels: ['Recorded'] }, recorded_path: 'history.pdf' },
    ])
  })
})

describe('documents by label', () => {
  test('PERM-15 API-090 by one of several texts, case ignored, or with any label, in the order of names', async () => {
    const [draft, final] = [await create('Draft 7'), await create('Final 7')]
    const one = await file('b 10.pdf')
    const two = await file('b 2.pdf')
    await file('b unlabelled.pdf')
    await set(admin, one, [draft])
    await set(admin, two, [final, draft])
    expect(await named(admin, ['draft 7', 'FINAL 7'])).toEqual(['b 2.pdf', 'b 10.pdf'])
    expect(await named(admin, ['Final 7'])).toEqual(['b 2.pdf'])
    expect(await named(admin, ['unknown'])).toEqual([])
    expect(await named(admin, [])).toEqual([])
    const any = await named(admin, null)
    expect(any).toContain('b 10.pdf')
    expect(any).not.toContain('b unlabelled.pdf')
    const second = await documents().labels.documents(
      admin,
      { treeId, labels: ['Draft 7'] },
      { limit: 1, offset: 1 },
    )
    expect(second.map((node) => node.name)).toEqual(['b 10.pdf'])
  })

  test('PERM-10 PERM-15 a hidden document is neither found nor counted by its label', async () => {
    const secret = await create('Secret 7')
    const hidden = await file('hidden offer.pdf')
    const shown = await file('shown offer.pdf')
    for (const id of [hidden, shown]) await set(admin, id, [secret])
    await documents().updatePermission(admin, {
      treeId,
      permissionId: `${hidden}:${bidder.groupId}`,
      permissible: false,
    })
    expect(await named(bidder, ['Secret 7'])).toEqual(['shown offer.pdf'])
    expect(await named(bidder, null)).not.toContain('hidden offer.pdf')
    expect(await named(admin, ['Secret 7'])).toEqual(['hidden offer.pdf', 'shown offer.pdf'])
    await documents().remove(admin, { treeId, documentIds: [shown] })
    expect(await named(bidder, ['Secret 7'])).toEqual([])
  })

  test('DOC-07 ORG-29 with the feature flag off nobody sees, sets or creates labels, and none is lost', async () => {
    const document = await file('flagged.pdf')
    const label = await create('Flagged')
    await set(admin, document, [label])
    const flag = (on: boolean) =>
      database.db
        .updateTable('organisation')
        .set({ document_labels: on })
        .where('id', '=', organisationId)
        .execute()
    await flag(false)
    try {
      expect(await textsOf(admin, document)).toEqual([])
      expect(await named(admin, ['Flagged'])).toEqual([])
      expect(await documents().labels.ofOrganisation(owner, SLUG)).toEqual([])
      await expect(set(admin, document, [])).rejects.toThrow('Not authorized.')
      await expect(
        documents().labels.create(owner, { orgSlug: SLUG, label: 'New', colour: '#000000' }),
      ).rejects.toThrow('Not authorized.')
    } finally {
      await flag(true)
    }
    expect(await textsOf(admin, document)).toEqual(['Flagged'])
  })
})
