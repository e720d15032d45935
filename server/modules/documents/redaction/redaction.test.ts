import { describe, expect, test } from 'vitest'
import type { Client } from '../../../../testing/client.ts'
import { uploadFile } from '../../../../testing/matrix/uploads.ts'
import { paragraph, wordFile } from '../../../../testing/officeFiles.ts'
import { secondReading } from '../../../../testing/pdfium.ts'
import { readSpreadsheet } from '../../../../testing/spreadsheets.ts'
import {
  act,
  admin,
  answerOf,
  applied,
  apply,
  area,
  bidder,
  codes,
  editor,
  editors,
  level,
  look,
  member,
  portfolioId,
  redactions,
  renditionOf,
  save,
  saved,
  treeId,
  upload,
} from './redaction.fixture.ts'

describe('drafts', () => {
  test('STAGE-09 nothing of a redaction is changed while its room is frozen', async () => {
    const file = await upload('Frozen.pdf', ['Rent'])
    const draft = await saved(editor, file, [area(null)], 0)
    const freeze = async (isFrozen: boolean) => {
      const { errors } = await admin.graphql(
        'mutation($id: ID!, $isFrozen: Boolean!) { freezeRoom(portfolioId: $id, isFrozen: $isFrozen) { id } }',
        { id: portfolioId, isFrozen },
      )
      expect(errors).toEqual([])
    }
    await freeze(true)
    for (const answer of [
      await save(editor, file, [], draft.revision),
      await apply(editor, [draft]),
      await act(editor, 'discardRedaction', draft.id),
    ]) {
      expect(answer.errors.map(({ message }) => message)).toEqual([
        expect.stringMatching(/^This room is frozen since \d\d\/\d\d\/\d{4}\.$/),
      ])
    }
    expect(await redactions(editor, file)).toEqual([draft])
    await freeze(false)
    expect((await act(editor, 'discardRedaction', draft.id)).errors).toEqual([])
  })

  test('REDACT-01 only who edits and is given all of root and document may redact; others learn of nothing', async () => {
    const file = await upload('Rights.pdf', ['Rent'])
    await saved(editor, file, [area(null)], 0)
    expect(codes(await save(bidder, file, [area(null)]))).toEqual(['FORBIDDEN'])
    expect((await look(bidder, file)).errors.map(({ extensions }) => extensions.code)).toEqual(['FORBIDDEN'])
    const may = async (client: Client) => {
      const { data } = await client.graphql(
        'query($treeId: ID!) { documentTree(treeId: $treeId) { canRedact redactionLogUrl } }',
        { treeId },
      )
      return data?.documentTree
    }
    expect(await may(bidder)).toEqual({ canRedact: false, redactionLogUrl: null })
    expect(await may(editor)).toEqual({
      canRedact: true,
      redactionLogUrl: `/documents/${treeId}/redaction-log`,
    })
    const level = async (id: string, to: object) => {
      const { errors } = await admin.graphql(
        `mutation($treeId: ID!, $ids: [ID!]!, $changes: [LevelChangeInput!]!) {
          setDocumentLevels(treeId: $treeId, documentIds: $ids, changes: $changes) { changeId } }`,
        { treeId, ids: [id], changes: [{ principalId: editors, ...to }] },
      )
      expect(errors).toEqual([])
    }
    // Below the original on the document, or given its redacted rendition.
    for (const less of [{ level: 'PDF' }, { level: 'ORIGINAL', rendition: 'REDACTED' }]) {
      await level(file, less)
      expect(codes(await save(editor, file, []))).toEqual(['FORBIDDEN'])
      await level(file, { level: 'ORIGINAL', rendition: 'FULL' })
    }
    // The same on the root, which has everything below it.
    await level(`tree:${treeId}`, { level: 'PRINT' })
    await level(file, { level: 'ORIGINAL', rendition: 'FULL' })
    expect(await may(editor)).toEqual({ canRedact: false, redactionLogUrl: null })
    expect(codes(await save(editor, file, []))).toEqual(['FORBIDDEN'])
    expect((await redactions(admin, file)).map(({ state }) => state)).toEqual(['DRAFT'])
    await level(`tree:${treeId}`, { level: 'ORIGINAL', rendition: 'FULL' })
  })

  test('REDACT-04 a box outside of its page, a page that is not there and a missing reason are refused at their place', async () => {
    const file = await upload('Boxes.pdf', ['Rent'])
    const problems = async (...marks: object[]) => {
      const { data } = await save(editor, file, marks)
      return answerOf(data).problems
    }
    const at = async (mark: object) => (await problems(area(null), mark)).map(({ field }) => field)
    expect(await at(area(null, { x: 600, width: 60 }))).toEqual(['marks.1.boxes'])
    expect(await at(area(null, { width: 0 }))).toEqual(['marks.1.boxes'])
    expect(await at({ ...area(null), boxes: [] })).toEqual(['marks.1.boxes'])
    expect(await at(area(null, { page: 2 }))).toEqual(['marks.1.page'])
    expect(await at(area(null, { reason: '  ' }))).toEqual(['marks.1.reason'])
    expect(await problems(area(null, { reason: 'x'.repeat(61) }))).toEqual([
      { field: 'marks.0.reason', message: 'Please give a reason.' },
    ])
    expect(await problems(...Array(5001).fill(area(null)))).toEqual([
      { field: 'marks', message: 'A redaction has at most 5,000 areas.' },
    ])
    expect(await redactions(editor, file)).toEqual([])
  })

  test('REDACT-05 of two who edit a draft the second is told the newer areas, and areas keep who chose them', async () => {
    const file = await upload('Two.pdf', ['Rent'])
    const first = await saved(editor, file, [area('Rent')], 0)
    const second = await save(admin, file, [area(null, { y: 200 })], 0)
    expect(codes(second)).toEqual(['CONFLICT'])
    expect(second.errors[0]?.extensions).toMatchObject({
      of: 'redaction',
      revision: first.revision,
      newer: { marks: [area('Rent')] },
    })
    const both = await saved(admin, file, [area(null, { y: 200 }), area('Rent')], first.revision)
    expect(both.id).toBe(first.id)
    const [own, other] = both.marks
    expect([own?.words, other?.words]).toEqual(['Rent', null])
    expect(own?.user).toEqual(first.marks[0]?.user)
    expect(other?.user).not.toEqual(own?.user)
    expect(await redactions(editor, file)).toHaveLength(1)
  })

  test('REDACT-02 what has pages is redacted into a PDF, an Office file too; what has none is refused with its reason', async () => {
    const file = (name: string, content: Buffer | string) =>
      uploadFile(admin, treeId, `tree:${treeId}`, name, content)
    for (const [name, reason] of [
      ['Model.bin', 'This kind of file has no pages.'],
      ['Model.xlsm', 'It is damaged or empty.'],
    ] as const) {
      const { errors } = await save(editor, await file(name, 'nothing'), [])
      expect(errors.map(({ message }) => message)).toEqual([reason])
    }
    const letter = await file('Letter.docx', wordFile(paragraph('Secretsum') + paragraph('Openword')))
    const made = await applied(editor, letter, [area(null, { x: 50, y: 50, width: 200 })])
    expect(made.state).toBe('APPLIED')
    const pdf = await renditionOf(made.id)
    const words = (await secondReading(pdf)).join(' ')
    expect(words).toContain('Openword')
    expect(words).not.toContain('Secretsum')
  })
})

describe('what is said of it', () => {
  test('REDACT-25 the log has place, reason and state of each area, and never its words', async () => {
    const file = await upload('Logged.pdf', ['Loggedword'])
    const made = await applied(editor, file, [
      area('Loggedword', { reason: 'Legal privilege' }),
      area(null, { y: 300 }),
    ])
    const log = async (more = '') => {
      const response = await editor.request(`/documents/${treeId}/redaction-log${more}`)
      expect(response.status).toBe(200)
      return Buffer.from(await response.arrayBuffer())
    }
    const bytes = await log(`?documentId=${file}`)
    const [sheet] = readSpreadsheet(bytes)
    const [head = [], ...rows] = sheet?.rows ?? []
    expect(head.slice(1)).toEqual([
      'Person',
      'Document',
      'Path',
      'Version',
      'Page',
      'X',
      'Y',
      'Width',
      'Height',
      'Chosen by',
      'Reason',
      'State',
    ])
    expect(rows.map((row) => row.slice(2))).toEqual([
      ['Logged.pdf', 'Logged.pdf', 1, 1, 60, 58, 60, 14, 'Words', 'Legal privilege', 'Applied'],
      ['Logged.pdf', 'Logged.pdf', 1, 1, 60, 300, 60, 14, 'Area', 'Price', 'Applied'],
    ])
    expect(JSON.stringify(readSpreadsheet(await log()))).not.toMatch(/Loggedword|Secretprice/)
    await act(editor, 'undoRedaction', made.id)
    const [after] = readSpreadsheet(await log(`?documentId=${file}`))
    expect(after?.rows.slice(1).map((row) => row.at(-1))).toEqual(['Taken back', 'Taken back'])
    expect((await bidder.request(`/documents/${treeId}/redaction-log`)).status).toBe(403)
    const unknown = '018f0000-0000-7000-8000-000000000000'
    expect((await editor.request(`/documents/${treeId}/redaction-log?documentId=${unknown}`)).status).toBe(
      404,
    )
  })

  test('REDACT-26 the history and its file say of applying and taking back, with the areas, to those alone who may redact, and are for others as before', async () => {
    const file = await upload('History.pdf', ['Firstword'])
    const redactor = await member(
      ['DOCUMENTS_VIEW', 'DOCUMENTS_EDIT', 'DOCUMENTS_HISTORY_VIEW'],
      'redactor@redaction.example',
    )
    const watcher = await member(['DOCUMENTS_VIEW', 'DOCUMENTS_HISTORY_VIEW'], 'watcher@redaction.example')
    const history = async (client: Client, activityTypes: string[] | null = null) => {
      const { data, errors } = await client.graphql(
        `query($treeId: ID!, $rootId: ID!, $activityTypes: [ActivityType!]) {
          history(treeId: $treeId, rootId: $rootId, activityTypes: $activityTypes) {
            count activity { activityType version audience formerAudience } } }`,
        { treeId, rootId: file, activityTypes },
      )
      return errors.length > 0 ? codes({ errors }) : data?.history
    }
    const log = async (client: Client) => {
      const response = await client.request(`/documents/${treeId}/change-log`)
      const [sheet] = readSpreadsheet(Buffer.from(await response.arrayBuffer()))
      return sheet?.rows.filter((row) => row.includes('History.pdf')).map((row) => row[3])
    }
    const before = [
      await history(watcher.client),
      await history(watcher.client, ['REDACTION']),
      await log(watcher.client),
    ]
    const former = (await history(redactor.client)) as { count: number }
    expect(await history(bidder)).toEqual(['FORBIDDEN'])
    const made = await applied(editor, file, [area('Firstword')])
    await act(editor, 'undoRedaction', made.id)
    expect([
      await history(watcher.client),
      await history(watcher.client, ['REDACTION']),
      await log(watcher.client),
    ]).toEqual(before)
    const told = [
      {
        activityType: 'REDACTION',
        version: 1,
        formerAudience: 'Redaction of 1 area',
        audience: 'Taken back',
      },
      { activityType: 'REDACTION', version: 1, formerAudience: null, audience: 'Redaction of 1 area' },
    ]
    for (const client of [admin, redactor.client])
      expect(await history(client, ['REDACTION'])).toEqual({ count: 2, activity: told })
    expect(await history(redactor.client)).toMatchObject({
      count: former.count + 2,
      activity: [...told, { activityType: 'UPLOAD' }],
    })
    expect(await log(redactor.client)).toEqual(['Redaction', 'Redaction', 'Upload'])
    expect(await history(admin, ['PERMISSION'])).toEqual({ count: 0, activity: [] })
    // Whoever may no longer redact the document is told of none.
    await level(file, redactor.groupId, 'PDF')
    expect(await history(redactor.client)).toMatchObject({ count: former.count })
    expect(await log(redactor.client)).toEqual(['Upload'])
  })
})
