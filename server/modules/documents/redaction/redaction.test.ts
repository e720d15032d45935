import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { Client } from '../../../../testing/client.ts'
import { testDatabase } from '../../../../testing/database/index.ts'
import { factories, PASSWORD } from '../../../../testing/factories.ts'
import { uploadFile } from '../../../../testing/matrix/uploads.ts'
import { paragraph, wordFile } from '../../../../testing/officeFiles.ts'
import { pdfWith } from '../../../../testing/paper.ts'
import { secondReading } from '../../../../testing/pdfium.ts'
import { startTestServer, type TestServer } from '../../../../testing/server.ts'
import { readSpreadsheet } from '../../../../testing/spreadsheets.ts'
import { removeOldBytes } from '../index.ts'
import { failLost } from './applying.ts'
import { dropOldRenditions } from './redactionStore.ts'

// Processes are started, and files redacted in them.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 })

const database = testDatabase()
const make = factories(database)

let server: TestServer
let treeId: string
let portfolioId: string
let admin: Client
let editor: Client
let bidder: Client
let editors: string

const signedIn = async (email: string) => {
  const client = new Client(server.address)
  await client.signIn(email, PASSWORD)
  return client
}

beforeAll(async () => {
  server = await startTestServer(database)
  const organisationId = await make.organisation()
  const portfolio = await make.portfolio({ organisationId })
  portfolioId = portfolio.id
  treeId = await make.tree({ organisationId, portfolioId: portfolio.id })
  const member = async (role: string): Promise<[Client, string]> => {
    const email = `${role.toLowerCase().replaceAll(' ', '')}@redaction.example`
    const groupId = await make.group({ organisationId, role, portfolioIds: [portfolio.id] })
    await make.member(groupId, await make.person({ email, password: PASSWORD }))
    return [await signedIn(email), groupId]
  }
  ;[admin] = await member('Deal Room Admin')
  ;[editor, editors] = await member('Contributor')
  ;[bidder] = await member('Bidder')
})
afterAll(() => server.close())

const upload = async (name: string, pages: string[]): Promise<string> =>
  uploadFile(admin, treeId, `tree:${treeId}`, name, await pdfWith(pages))

interface Redaction {
  id: string
  version: number
  state: string
  revision: number
  markCount: number
  failure: string | null
  remarks: string[]
  size: number | null
  marks: { page: number; words: string | null; reason: string; user: { id: string }; boxes: object[] }[]
}

const FIELDS = `id version state revision markCount failure remarks size
  marks { id page words reason user { id } boxes { x y width height } }`
const area = (words: string | null, { page = 1, y = 58, x = 60, width = 60, reason = 'Price' } = {}) => ({
  page,
  boxes: [{ x, y, width, height: 14 }],
  kind: words === null ? 'AREA' : 'WORDS',
  words,
  reason,
})

const save = (client: Client, documentId: string, marks: object[], revision?: number) =>
  client.graphql(
    `mutation($treeId: ID!, $documentId: ID!, $marks: [RedactionMarkInput!]!, $revision: Int) {
      saveRedactionDraft(treeId: $treeId, documentId: $documentId, marks: $marks, revision: $revision) {
        redaction { ${FIELDS} } errors { field message } } }`,
    { treeId, documentId, marks, ...(revision !== undefined && { revision }) },
  )
async function saved(
  client: Client,
  documentId: string,
  marks: object[],
  revision?: number,
): Promise<Redaction> {
  const { data, errors } = await save(client, documentId, marks, revision)
  expect(errors).toEqual([])
  const { redaction, faults } = answerOf(data)
  expect(faults).toEqual([])
  if (!redaction) throw new Error('No draft was saved.')
  return redaction
}
function answerOf(data: Record<string, unknown> | null) {
  const answer = data?.saveRedactionDraft as
    | { redaction: Redaction | null; errors: { field: string; message: string }[] }
    | undefined
  return { redaction: answer?.redaction ?? null, faults: answer?.errors ?? [] }
}
const redactions = async (client: Client, documentId: string): Promise<Redaction[]> => {
  const { data, errors } = await client.graphql(
    `query($treeId: ID!, $documentId: ID!) { redactions(treeId: $treeId, documentId: $documentId) { ${FIELDS} } }`,
    { treeId, documentId },
  )
  expect(errors).toEqual([])
  return data?.redactions as Redaction[]
}
const apply = (client: Client, those: readonly Pick<Redaction, 'id' | 'revision'>[]) =>
  client.graphql(
    `mutation($treeId: ID!, $redactions: [RedactionRefInput!]!) {
      applyRedactions(treeId: $treeId, redactions: $redactions) { redactions { id state } } }`,
    { treeId, redactions: those.map(({ id, revision }) => ({ id, revision })) },
  )
const act = (client: Client, field: 'undoRedaction' | 'discardRedaction', redactionId: string) =>
  client.graphql(
    `mutation($treeId: ID!, $redactionId: ID!) {
      ${field}(treeId: $treeId, redactionId: $redactionId) { ${field === 'undoRedaction' ? 'redaction { state }' : 'success'} } }`,
    { treeId, redactionId },
  )
async function applied(client: Client, documentId: string, marks: object[]): Promise<Redaction> {
  const [former] = await redactions(client, documentId)
  const isOpen = former && ['DRAFT', 'FAILED'].includes(former.state)
  const draft = await saved(client, documentId, marks, isOpen ? former.revision : 0)
  expect((await apply(client, [draft])).errors).toEqual([])
  await server.app.runJobs()
  const found = (await redactions(client, documentId)).find(({ id }) => id === draft.id)
  if (!found) throw new Error('The redaction has gone.')
  return found
}
const look = async (client: Client, documentId: string) => {
  const { data, errors } = await client.graphql(
    `query($treeId: ID!, $documentId: ID!) {
      documentPages(treeId: $treeId, documentId: $documentId, rendition: REDACTED) {
        state reason count redacted pages { url text } } }`,
    { treeId, documentId },
  )
  return {
    errors,
    pages: data?.documentPages as {
      state: string
      reason: string | null
      redacted: boolean
      pages: { url: string; text: string | null }[]
    },
  }
}
const codes = ({ errors }: { errors: readonly { extensions: { code: string } }[] }) =>
  errors.map(({ extensions }) => extensions.code)
const renditions = async () =>
  (
    await database.pool.query<{ id: string }>(`select id from stored_file where kind = 'redacted_rendition'`)
  ).rows.map(({ id }) => id)
const renditionOf = async (redactionId: string): Promise<Buffer> => {
  const { rows } = await database.pool.query<{ file_id: string }>(
    'select file_id from redaction where id = $1',
    [redactionId],
  )
  const file = await server.app.services.files.source(rows[0]?.file_id ?? '')
  const chunks: Buffer[] = []
  await file?.source(async (chunk) => void chunks.push(Buffer.from(chunk)))
  return Buffer.concat(chunks)
}

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
    const faults = async (...marks: object[]) => {
      const { data } = await save(editor, file, marks)
      return answerOf(data).faults
    }
    const at = async (mark: object) => (await faults(area(null), mark)).map(({ field }) => field)
    expect(await at(area(null, { x: 600, width: 60 }))).toEqual(['marks.1.boxes'])
    expect(await at(area(null, { width: 0 }))).toEqual(['marks.1.boxes'])
    expect(await at({ ...area(null), boxes: [] })).toEqual(['marks.1.boxes'])
    expect(await at(area(null, { page: 2 }))).toEqual(['marks.1.page'])
    expect(await at(area(null, { reason: '  ' }))).toEqual(['marks.1.reason'])
    expect(await faults(area(null, { reason: 'x'.repeat(61) }))).toEqual([
      { field: 'marks.0.reason', message: 'Please give a reason.' },
    ])
    expect(await faults(...Array(5001).fill(area(null)))).toEqual([
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

describe('applying', () => {
  test('REDACT-06 REDACT-28 REDACT-29 a draft is applied in the background, to be looked at by whoever may redact', async () => {
    const file = await upload('PPA.pdf', ['Secretprice of the energy', 'Second page'])
    const draft = await saved(editor, file, [area('Secretprice', { reason: 'Price' })], 0)
    expect((await look(editor, file)).pages).toMatchObject({ state: 'NONE', redacted: true })
    expect((await apply(editor, [draft])).data).toEqual({
      applyRedactions: { redactions: [{ id: draft.id, state: 'APPLYING' }] },
    })
    // It is the one that was in view, once.
    expect(codes(await apply(editor, [draft]))).toEqual(['CONFLICT'])
    await server.app.runJobs()
    const [made] = await redactions(editor, file)
    expect(made).toMatchObject({ state: 'APPLIED', failure: null, remarks: [] })
    expect(made?.marks.map(({ words }) => words)).toEqual([null])
    expect(made?.size).toBeGreaterThan(1000)
    const pdf = await renditionOf(draft.id)
    expect((await secondReading(pdf)).map((text) => text.replace(/\s+/g, ' ').trim())).toEqual([
      'Redacted: Price of the energy',
      'Second page',
    ])
    const { pages } = await look(editor, file)
    expect(pages).toMatchObject({ state: 'READY', redacted: true })
    expect(pages.pages[0]?.text).toContain('Redacted: Price')
    expect(pages.pages[0]?.text).not.toContain('Secretprice')
    const picture = await editor.request(pages.pages[0]?.url ?? '')
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp'])
    // A run that follows, as after a kill, makes nothing twice.
    const before = await renditions()
    await database.pool.query(
      `select graphile_worker.add_job('redact', json_build_object('redactionId', $1::text))`,
      [draft.id],
    )
    await server.app.runJobs()
    expect(await renditions()).toEqual(before)
    const { rows } = await database.pool.query(
      `select count(*)::int as count from notification where kind = 'REDACTION_OVER' and data ->> 'redactionId' = $1`,
      [draft.id],
    )
    expect(rows).toEqual([{ count: 1 }])
    // Nobody else sees anything of it.
    const { data } = await bidder.graphql(
      `query($treeId: ID!, $documentId: ID!) {
        documentPages(treeId: $treeId, documentId: $documentId) { redacted pages { text } }
        documentVersions(treeId: $treeId, documentId: $documentId) { number size } }`,
      { treeId, documentId: file },
    )
    expect(data?.documentPages).toMatchObject({ redacted: false })
    expect(JSON.stringify(data?.documentPages)).toContain('Secretprice')
    expect(data?.documentVersions).toHaveLength(1)
  })

  test('REDACT-29 a draft without areas, of another revision, and another’s room is not applied', async () => {
    const file = await upload('Empty.pdf', ['Rent'])
    const draft = await saved(editor, file, [], 0)
    expect(codes(await apply(editor, [draft]))).toEqual(['BAD_USER_INPUT'])
    expect(codes(await apply(editor, [{ ...draft, revision: 9 }]))).toEqual(['CONFLICT'])
    expect(codes(await apply(bidder, [draft]))).toEqual(['FORBIDDEN'])
    expect(codes(await act(bidder, 'discardRedaction', draft.id))).toEqual(['FORBIDDEN'])
    expect((await act(editor, 'discardRedaction', draft.id)).data).toEqual({
      discardRedaction: { success: true },
    })
    expect(await redactions(editor, file)).toEqual([])
  })

  test('REDACT-29 whoever may no longer redact when it is made has nothing made', async () => {
    const file = await upload('Lost.pdf', ['Rent'])
    const draft = await saved(editor, file, [area('Rent')], 0)
    expect((await apply(editor, [draft])).errors).toEqual([])
    await database.pool.query('update person set is_active = false where email = $1', [
      'contributor@redaction.example',
    ])
    const before = await renditions()
    await server.app.runJobs()
    await database.pool.query('update person set is_active = true where email = $1', [
      'contributor@redaction.example',
    ])
    expect((await redactions(admin, file))[0]).toMatchObject({
      state: 'FAILED',
      failure: 'You may no longer redact this document. Nothing was made.',
    })
    expect(await renditions()).toEqual(before)
    editor = await signedIn('contributor@redaction.example')
  })

  test('REDACT-29 one whose job was dropped fails, and can be applied again', async () => {
    const file = await upload('Dropped.pdf', ['Rent'])
    const draft = await saved(editor, file, [area('Rent')], 0)
    expect((await apply(editor, [draft])).errors).toEqual([])
    await failLost(database.db)
    expect((await redactions(editor, file))[0]?.state).toBe('APPLYING')
    await database.pool.query('select graphile_worker.remove_job($1)', [`redaction:${draft.id}`])
    await failLost(database.db)
    const [failed] = await redactions(editor, file)
    expect(failed).toMatchObject({ state: 'FAILED', markCount: 1 })
    if (failed) expect((await apply(editor, [failed])).errors).toEqual([])
    await server.app.runJobs()
    expect((await redactions(editor, file))[0]?.state).toBe('APPLIED')
  })

  test('REDACT-24 a changed draft replaces what was applied, whose bytes go after 30 days', async () => {
    const file = await upload('Replaced.pdf', ['Firstword Secondword'])
    const first = await applied(editor, file, [area('Firstword')])
    const second = await applied(editor, file, [area('Firstword'), area('Secondword', { x: 112 })])
    const listed = await redactions(editor, file)
    expect(listed.map(({ id, state }) => [id, state])).toEqual([[second.id, 'APPLIED']])
    expect((await look(editor, file)).pages.pages[0]?.text).not.toContain('Secondword')
    const kept = async () => {
      await dropOldRenditions(database.db)
      await server.app.services.files.sweep(database.db, new Date(Date.now() + 60_000))
      const { rows } = await database.pool.query<{ id: string }>(
        'select id from redaction where file_id is not null and id = any($1) order by applied_at',
        [[first.id, second.id]],
      )
      return rows.map(({ id }) => id)
    }
    expect(await kept()).toEqual([first.id, second.id])
    const count = (await renditions()).length
    await database.pool.query(`update redaction set ended_at = now() - interval '31 days' where id = $1`, [
      first.id,
    ])
    expect(await kept()).toEqual([second.id])
    expect(await renditions()).toHaveLength(count - 1)
  })

  test('REDACT-23 one that is taken back is gone from its addresses immediately, and its areas are a draft again', async () => {
    const file = await upload('Undone.pdf', ['Firstword'])
    const made = await applied(editor, file, [area('Firstword')])
    const { pages } = await look(editor, file)
    const url = pages.pages[0]?.url ?? ''
    expect((await editor.request(url)).status).toBe(200)
    expect((await act(editor, 'undoRedaction', made.id)).data).toEqual({
      undoRedaction: { redaction: { state: 'UNDONE' } },
    })
    expect((await editor.request(url)).status).toBe(404)
    expect((await look(editor, file)).pages.state).toBe('NONE')
    const listed = await redactions(editor, file)
    expect(listed.map(({ state, markCount }) => [state, markCount])).toEqual([
      ['DRAFT', 1],
      ['UNDONE', 1],
    ])
    expect(listed[0]?.marks[0]?.words).toBe('Firstword')
    expect(codes(await act(editor, 'undoRedaction', made.id))).toEqual(['CONFLICT'])
  })

  test('REDACT-30 renditions and drafts go with the bytes of a deleted document', async () => {
    const file = await upload('Deleted.pdf', ['Firstword'])
    await applied(editor, file, [area('Firstword')])
    await saved(editor, file, [area('Firstword')], 0)
    const count = (await renditions()).length
    await admin.graphql(
      'mutation($treeId: ID!, $ids: [ID!]!) { removeDocuments(treeId: $treeId, documentIds: $ids) { deletedIds } }',
      { treeId, ids: [file] },
    )
    const rows = async () =>
      (await database.pool.query('select 1 from redaction where document_id = $1', [file])).rows.length
    expect(await rows()).toBe(2)
    await removeOldBytes({ db: database.db, storage: server.app.storage }, new Date(Date.now() + 1000))
    await server.app.services.files.sweep(database.db, new Date(Date.now() + 60_000))
    expect(await rows()).toBe(0)
    expect(await renditions()).toHaveLength(count - 1)
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

  test('REDACT-26 the history says of applying and taking back to whoever edits permissions, and is for others as before', async () => {
    const file = await upload('History.pdf', ['Firstword'])
    const history = async (client: Client, activityTypes: string[] | null = null) => {
      const { data, errors } = await client.graphql(
        `query($treeId: ID!, $rootId: ID!, $activityTypes: [ActivityType!]) {
          history(treeId: $treeId, rootId: $rootId, activityTypes: $activityTypes) {
            count activity { activityType version audience formerAudience } } }`,
        { treeId, rootId: file, activityTypes },
      )
      return errors.length > 0 ? codes({ errors }) : data?.history
    }
    const before = await history(bidder)
    const made = await applied(editor, file, [area('Firstword')])
    await act(editor, 'undoRedaction', made.id)
    expect(await history(bidder)).toEqual(before)
    expect(await history(admin, ['REDACTION'])).toEqual({
      count: 2,
      activity: [
        {
          activityType: 'REDACTION',
          version: 1,
          formerAudience: 'Redaction of 1 area',
          audience: 'Taken back',
        },
        { activityType: 'REDACTION', version: 1, formerAudience: null, audience: 'Redaction of 1 area' },
      ],
    })
    expect(await history(admin, ['PERMISSION'])).toEqual({ count: 0, activity: [] })
  })
})
