import { describe, expect, onTestFinished, test } from 'vitest'
import { PASSWORD } from '../../../../testing/factories.ts'
import { secondReading } from '../../../../testing/pdfium.ts'
import { removeOldBytes } from '../index.ts'
import { failLost } from './applying.ts'
import {
  act,
  admin,
  applied,
  apply,
  area,
  bidder,
  codes,
  database,
  editor,
  look,
  portfolioId,
  redactions,
  renditionOf,
  renditions,
  save,
  saved,
  server,
  treeId,
  upload,
} from './redaction.fixture.ts'
import { dropOldRenditions } from './redactionStore.ts'

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
    await editor.signIn('contributor@redaction.example', PASSWORD)
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

  test('STAGE-12 under a legal hold of its room a former rendition is kept', async () => {
    const file = await upload('Held.pdf', ['Firstword'])
    const made = await applied(editor, file, [area('Firstword')])
    await act(editor, 'undoRedaction', made.id)
    await database.pool.query(`update redaction set ended_at = now() - interval '31 days' where id = $1`, [
      made.id,
    ])
    const isKept = async () => {
      await dropOldRenditions(database.db)
      const { rows } = await database.pool.query<{ isKept: boolean }>(
        'select file_id is not null as "isKept" from redaction where id = $1',
        [made.id],
      )
      return rows[0]?.isKept
    }
    await database.pool.query(
      `insert into legal_hold (portfolio_id, organisation_id, reason, set_by)
       select id, organisation_id, 'Arbitration', (select id from person limit 1) from portfolio where id = $1`,
      [portfolioId],
    )
    const lift = () => database.pool.query('delete from legal_hold')
    onTestFinished(async () => void (await lift()))
    expect(await isKept()).toBe(true)
    await lift()
    expect(await isKept()).toBe(false)
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

  test('REDACT-05 REDACT-29 whoever saves areas that are being applied is told, and those that were in view are made', async () => {
    const file = await upload('Raced.pdf', ['Firstword Secondword'])
    const draft = await saved(editor, file, [area('Firstword')], 0)
    expect((await apply(editor, [draft])).errors).toEqual([])
    const [applying] = await redactions(editor, file)
    const both = [area('Firstword'), area('Secondword', { x: 112 })]
    // With the revision of before, and with that of what is being applied.
    for (const revision of [draft.revision, applying?.revision])
      expect(codes(await save(admin, file, both, revision))).toEqual(['CONFLICT'])
    await server.app.runJobs()
    const made = await renditionOf(draft.id)
    expect((await secondReading(made)).join(' ')).toContain('Secondword')
    expect((await redactions(editor, file)).map(({ state, markCount }) => [state, markCount])).toEqual([
      ['APPLIED', 1],
    ])
    // Of many who save and apply in the same moment one is made, and nobody's areas are lost.
    const next = await saved(admin, file, both, 0)
    const answers = await Promise.all([
      apply(editor, [next]),
      apply(admin, [next]),
      save(editor, file, [area('Firstword')], next.revision),
    ])
    expect(answers.filter(({ errors }) => errors.length === 0)).toHaveLength(1)
    await server.app.runJobs()
    const listed = (await redactions(editor, file)).map(({ state }) => state)
    expect([['APPLIED'], ['DRAFT', 'APPLIED']]).toContainEqual(listed)
  })

  test('REDACT-22 REDACT-29 of a version that is replaced while it is applied its own rendition is made, and nothing of the new one', async () => {
    const file = await upload('Meanwhile.pdf', ['Secretprice one'])
    const draft = await saved(editor, file, [area('Secretprice')], 0)
    expect((await apply(editor, [draft])).errors).toEqual([])
    expect(await upload('Meanwhile.pdf', ['Secretprice two'])).toBe(file)
    await server.app.runJobs()
    expect((await redactions(editor, file)).map(({ state, version }) => [state, version])).toEqual([
      ['APPLIED', 1],
    ])
    const words = (await secondReading(await renditionOf(draft.id))).join(' ')
    expect([words.includes('one'), words.includes('two'), words.includes('Secretprice')]).toEqual([
      true,
      false,
      false,
    ])
    // The new version has none.
    expect((await look(editor, file)).pages).toMatchObject({ state: 'NONE', redacted: true })
  })

  test('REDACT-30 a restored document has its renditions and drafts again', async () => {
    const file = await upload('Restored.pdf', ['Firstword'])
    const made = await applied(editor, file, [area('Firstword')])
    const draft = await saved(editor, file, [area('Firstword'), area(null, { y: 300 })], 0)
    const before = await redactions(editor, file)
    for (const text of [
      'mutation($treeId: ID!, $ids: [ID!]!) { removeDocuments(treeId: $treeId, documentIds: $ids) { deletedIds } }',
      'mutation($treeId: ID!, $ids: [ID!]!) { restoreDocuments(treeId: $treeId, documentIds: $ids) { __typename } }',
    ])
      expect((await admin.graphql(text, { treeId, ids: [file] })).errors).toEqual([])
    await server.app.services.files.sweep(database.db, new Date(Date.now() + 60_000))
    expect(await redactions(editor, file)).toEqual(before)
    expect(before.map(({ id }) => id)).toEqual([draft.id, made.id])
    expect((await look(editor, file)).pages).toMatchObject({ state: 'READY', redacted: true })
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
