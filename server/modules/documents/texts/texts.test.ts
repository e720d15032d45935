import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Client } from '../../../../testing/client.ts'
import { testDatabase } from '../../../../testing/database/index.ts'
import { factories, PASSWORD } from '../../../../testing/factories.ts'
import { uploadFile } from '../../../../testing/matrix/uploads.ts'
import { pdfWith } from '../../../../testing/paper.ts'
import { rowsRead } from '../../../../testing/rowsRead.ts'
import { startTestServer, type TestServer } from '../../../../testing/server.ts'
import { removeOldBytes } from '../index.ts'
import { createTextFilling } from './textFilling.ts'
import { claimText, releaseText } from './textKeeping.ts'

// Processes are started that read files.
vi.setConfig({ testTimeout: 60_000 })

const database = testDatabase()
const make = factories(database)

let server: TestServer
let treeId: string
let writer: Client
let bidder: Client
let bidders: string
const ids = new Map<string, string>()

beforeAll(async () => {
  server = await startTestServer(database)
  const organisationId = await make.organisation()
  const portfolio = await make.portfolio({ organisationId })
  treeId = await make.tree({ organisationId, portfolioId: portfolio.id })
  const signedIn = async (role: string): Promise<[Client, string]> => {
    const email = `${role.toLowerCase().replaceAll(' ', '')}@texts.example`
    const groupId = await make.group({ organisationId, role, portfolioIds: [portfolio.id] })
    await make.member(groupId, await make.person({ email, password: PASSWORD }))
    const client = new Client(server.address)
    await client.signIn(email, PASSWORD)
    return [client, groupId]
  }
  ;[writer] = await signedIn('Deal Room Admin')
  ;[bidder, bidders] = await signedIn('Bidder')
})
afterAll(() => server.close())

const upload = async (name: string, content: Buffer | string, parent = `tree:${treeId}`): Promise<string> => {
  const id = await uploadFile(writer, treeId, parent, name, content)
  ids.set(name, id)
  return id
}

/** Runs what waits, without the pause after the change. */
async function runJobs(): Promise<void> {
  await database.pool.query('update graphile_worker._private_jobs set run_at = now()')
  await server.app.runJobs()
}

interface Found {
  count: number
  isCountLimited: boolean
  items: {
    document: { name: string }
    inName: boolean
    passages: { page: number | null; sheet: string | null; text: string | null; marks: number[][] }[]
  }[]
}

const ask = (client: Client, text: string, more: Record<string, unknown> = {}) =>
  client.graphql(
    `query($treeId: ID!, $text: String!, $folderId: ID, $fileTypes: [String!], $labels: [String!], $from: Date, $to: Date,
       $uploadedBy: ID, $newOnly: Boolean, $limit: Int! = 50, $offset: Int! = 0) {
       contentSearch(treeId: $treeId, text: $text, folderId: $folderId, fileTypes: $fileTypes, labels: $labels, from: $from,
         to: $to, uploadedBy: $uploadedBy, newOnly: $newOnly, limit: $limit, offset: $offset) {
         count isCountLimited items { document { name } inName passages { page sheet text marks } } } }`,
    { treeId, text, ...more },
  )
async function search(client: Client, text: string, more: Record<string, unknown> = {}): Promise<Found> {
  const { data, errors } = await ask(client, text, more)
  expect(errors).toEqual([])
  return (data as { contentSearch: Found }).contentSearch
}
const names = async (client: Client, text: string, more: Record<string, unknown> = {}) =>
  (await search(client, text, more)).items.map(({ document }) => document.name)

const readings = async (client: Client): Promise<Record<string, [string, string | null]>> => {
  const { data, errors } = await client.graphql(
    'query($treeId: ID!) { document(treeId: $treeId) { children { name readingState readingProblem } } }',
    { treeId },
  )
  expect(errors).toEqual([])
  const { children } = (
    data as {
      document: { children: { name: string; readingState: string; readingProblem: string | null }[] }
    }
  ).document
  return Object.fromEntries(children.map((each) => [each.name, [each.readingState, each.readingProblem]]))
}

const permit = async (name: string, permissible: boolean) => {
  const { errors } = await writer.graphql(
    `mutation($treeId: ID!, $id: ID!, $permissible: Boolean!) {
       updateDocumentPermission(treeId: $treeId, documentPermissionId: $id, permissible: $permissible) { changeId } }`,
    { treeId, id: `${ids.get(name)}:${bidders}`, permissible },
  )
  expect(errors).toEqual([])
}

test('FIND-04 FIND-06 a PDF is found by what stands on a page, with the words marked', async () => {
  await upload(
    'PPA Cedar Bluff.pdf',
    await pdfWith([
      'Power purchase agreement',
      '5.5 Curtailment. Buyer may curtail deliveries for economic reasons.\nBeyond that, Buyer pays the Contract Price for\nenergy of at most 1,250,000 kWh.',
    ]),
  )
  expect(await readings(writer)).toEqual({ 'PPA Cedar Bluff.pdf': ['WAITING', null] })
  await runJobs()
  expect(await readings(writer)).toEqual({ 'PPA Cedar Bluff.pdf': ['READ', null] })
  const found = await search(bidder, 'curtailed "contract price"')
  expect(found).toMatchObject({ count: 1, isCountLimited: false, items: [{ inName: false }] })
  const [passage] = found.items[0]?.passages ?? []
  expect(passage).toMatchObject({ page: 2, sheet: null })
  const text = passage?.text ?? ''
  expect(text.length).toBeLessThanOrEqual(200)
  expect(passage?.marks.map(([start = 0, length = 0]) => text.slice(start, start + length))).toEqual([
    'Curtailment',
    'curtail',
    'Contract Price',
  ])
})

test('VIEW-21 VIEW-23 of what may only be viewed a search gives name and pages without words, unless its groups are given them', async () => {
  const level = async (change: object) => {
    const { errors } = await writer.graphql(
      `mutation($treeId: ID!, $id: ID!, $changes: [LevelChangeInput!]!) {
         setDocumentLevels(treeId: $treeId, documentIds: [$id], changes: $changes) { changeId } }`,
      { treeId, id: ids.get('PPA Cedar Bluff.pdf'), changes: [{ principalId: bidders, ...change }] },
    )
    expect(errors).toEqual([])
  }
  const giveWords = async (textPrincipalIds: string[]) => {
    const { errors } = await writer.graphql(
      'mutation($treeId: ID!, $ids: [ID!]) { updateTreeViewing(treeId: $treeId, textPrincipalIds: $ids) { errors { message } } }',
      { treeId, ids: textPrincipalIds },
    )
    expect(errors).toEqual([])
  }
  const passages = async () => (await search(bidder, '"contract price"')).items.map((item) => item.passages)
  const hidden = [[{ page: 2, sheet: null, text: null, marks: [] }]]
  for (const each of ['VIEW', 'PRINT']) {
    await level({ level: each })
    expect([each, await passages()]).toEqual([each, hidden])
  }
  expect(JSON.stringify(await search(bidder, 'curtail'))).not.toContain('economic')
  await giveWords([bidders])
  expect((await passages())[0]?.[0]?.text).toContain('Contract Price')
  // Of what is redacted for them nothing of the file is told, not even that it holds the words (REDACT-20).
  await level({ rendition: 'REDACTED' })
  expect(await passages()).toEqual([])
  await giveWords([])
  await level({ level: 'PDF', rendition: 'FULL' })
  expect((await passages())[0]?.[0]?.text).toContain('Contract Price')
  await level({ level: 'ORIGINAL' })
})

test('FIND-07 words, their beginnings, words in order and words that must not be there', async () => {
  await upload('memo.txt', 'Memo about the price of the contract. The Räume are permitted.')
  await runJobs()
  const expected: [string, string[]][] = [
    ['contract price', ['memo.txt', 'PPA Cedar Bluff.pdf']],
    ['"contract price"', ['PPA Cedar Bluff.pdf']],
    ['contract price -memo', ['PPA Cedar Bluff.pdf']],
    ['contract -"contract price"', ['memo.txt']],
    ['1250000', ['PPA Cedar Bluff.pdf']],
    ['1,250,000', ['PPA Cedar Bluff.pdf']],
    ['raume', ['memo.txt']],
    ['permits memo', ['memo.txt']],
    ['delive', ['PPA Cedar Bluff.pdf']],
    ['delive buyer', []],
    ['nowhere', []],
  ]
  for (const [text, found] of expected) expect((await names(bidder, text)).sort(), text).toEqual(found.sort())
})

test('FIND-07 quotes and minus count for name and text together', async () => {
  await upload('Dolomite final draft.txt', 'Of dolomite.')
  await upload('Draft of dolomite, final.txt', 'Checked by the gypsum quarry.')
  await upload('Dolomite.txt', 'A quarry of gypsum.')
  await upload('Quarry.txt', 'Of dolomite and gypsum.')
  await runJobs()
  const expected: [string, string[]][] = [
    // What must not be there stands in a name, or in a text.
    ['dolomite -drafts', ['Dolomite.txt', 'Quarry.txt']],
    ['dolomite -gypsum', ['Dolomite final draft.txt']],
    ['dolomite -"gypsum quarry"', ['Dolomite final draft.txt', 'Dolomite.txt', 'Quarry.txt']],
    ['dolomite -"final draft"', ['Dolomite.txt', 'Draft of dolomite, final.txt', 'Quarry.txt']],
    ['dolomite -gypsum -draft', []],
    // Words in order in a name.
    ['"final draft"', ['Dolomite final draft.txt']],
    ['"draft final"', []],
  ]
  for (const [text, found] of expected) expect((await names(bidder, text)).sort(), text).toEqual(found)
})

test('FIND-05 names come first', async () => {
  await upload('Curtailment log.csv', 'hours,318\n')
  await runJobs()
  const found = await search(bidder, 'curtailment')
  expect(found.items.map(({ document, inName }) => [document.name, inName])).toEqual([
    ['Curtailment log.csv', true],
    ['PPA Cedar Bluff.pdf', false],
  ])
  expect(await names(bidder, 'curtailment', { limit: 1, offset: 1 })).toEqual(['PPA Cedar Bluff.pdf'])
})

test('FIND-08 a search of nothing but letters says what to type', async () => {
  const { errors } = await ask(bidder, 'a b')
  expect(errors).toMatchObject([
    { message: 'Type at least two letters.', extensions: { code: 'BAD_USER_INPUT' } },
  ])
})

test('FIND-11 a right that is removed removes the document with the next search, and one that is given finds it', async () => {
  await upload('secret.txt', 'The zygomorphic price')
  await upload('open.txt', 'The zygomorphic term')
  await runJobs()
  expect(await names(bidder, 'zygomorphic')).toHaveLength(2)
  await permit('secret.txt', false)
  expect(await search(bidder, 'zygomorphic')).toMatchObject({ count: 1 })
  expect(await names(bidder, 'zygomorphic price')).toEqual([])
  await runJobs()
  expect(await names(bidder, 'zygomorphic')).toEqual(['open.txt'])
  expect(await names(writer, 'zygomorphic price')).toEqual(['secret.txt'])
  await permit('secret.txt', true)
  await runJobs()
  expect((await names(bidder, 'zygomorphic')).sort()).toEqual(['open.txt', 'secret.txt'])
})

test('FIND-18 a new version takes the old words along, a deletion takes all, and what is restored is found again', async () => {
  const id = await upload('draft.txt', 'xenolithic words')
  await runJobs()
  expect(await names(bidder, 'xenolithic')).toEqual(['draft.txt'])
  await upload('draft.txt', 'yttrium words')
  expect(await names(bidder, 'xenolithic')).toEqual([])
  await runJobs()
  expect(await names(bidder, 'yttrium')).toEqual(['draft.txt'])
  const change = (mutation: string) =>
    writer.graphql(`mutation($treeId: ID!, $ids: [ID!]!) { ${mutation} }`, { treeId, ids: [id] })
  await change('removeDocuments(treeId: $treeId, documentIds: $ids) { deletedIds }')
  expect(await search(bidder, 'yttrium')).toMatchObject({ count: 0, items: [] })
  await change('restoreDocuments(treeId: $treeId, documentIds: $ids) { documents { id } }')
  expect(await names(bidder, 'yttrium')).toEqual(['draft.txt'])
})

test('FIND-19 what can’t be read says why, and stops no other', async () => {
  await upload('locked.pdf', await pdfWith(['x'], { userPassword: 'secret' }))
  await upload('broken.pdf', '%PDF-1.7 and no more')
  await upload('scan.pdf', await pdfWith(['']))
  await upload('setup.exe', 'MZ')
  await upload('after.txt', 'wolframite')
  await runJobs()
  expect(await readings(bidder)).toMatchObject({
    'locked.pdf': ['NOT_READ', 'It is protected by a password.'],
    'broken.pdf': ['NOT_READ', 'It is damaged.'],
    'scan.pdf': ['NOT_READ', 'It has no text of its own.'],
    'setup.exe': ['NOT_READ', 'Files of this kind can’t be searched.'],
    'after.txt': ['READ', null],
  })
  expect(await names(bidder, 'wolframite')).toEqual(['after.txt'])
})

test('a text of many parts is found by words of different parts', async () => {
  const words = Array.from({ length: 60_000 }, (_, at) => `word${at}`)
  await upload('long.txt', `gadolinium ${words.join(' ')} praseodymium`)
  await runJobs()
  const { rows } = await database.pool.query(
    'select count(*)::integer as parts from document_text_part where document_id = $1',
    [ids.get('long.txt')],
  )
  expect(rows[0].parts).toBeGreaterThan(1)
  const found = await search(bidder, 'gadolinium praseodymium')
  expect(found.items.map(({ document }) => document.name)).toEqual(['long.txt'])
  expect(found.items[0]?.passages.length).toBeGreaterThanOrEqual(2)
  expect(await names(bidder, 'gadolinium -praseodymium')).toEqual([])
  expect(await names(bidder, 'gadolinium promethium')).toEqual([])
})

test('FIND-02 of a file of too many pages the document says up to which it is searchable', async () => {
  const slides = Array.from({ length: 5001 }, (_, at): [string, Uint8Array] => [
    `ppt/slides/slide${at + 1}.xml`,
    strToU8(`<a:p><a:r><a:t>${at < 5000 ? 'lanthanum' : 'actinium'}</a:t></a:r></a:p>`),
  ])
  await upload('Deck.pptx', Buffer.from(zipSync(Object.fromEntries(slides))))
  await runJobs()
  expect((await readings(bidder))['Deck.pptx']).toEqual(['PARTLY_READ', 'Searchable to page 5000.'])
  expect([await names(bidder, 'lanthanum'), await names(bidder, 'actinium')]).toEqual([['Deck.pptx'], []])
})

test('FIND-09 folder, kind, label, dates and person narrow the search', async () => {
  const { data } = await writer.graphql(
    'mutation($treeId: ID!) { createFolder(treeId: $treeId, name: "03 Offtake") { folder { id } } }',
    { treeId },
  )
  const folderId = (data as { createFolder: { folder: { id: string } } }).createFolder.folder.id
  await upload('inside.txt', 'ytterbium', folderId)
  await upload('outside.csv', 'ytterbium')
  await runJobs()
  const find = (more: Record<string, unknown>) => names(writer, 'ytterbium', more)
  expect((await find({})).sort()).toEqual(['inside.txt', 'outside.csv'])
  expect(await find({ folderId })).toEqual(['inside.txt'])
  expect(await find({ fileTypes: ['csv'] })).toEqual(['outside.csv'])
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
  expect(await find({ from: day(-1), to: day(1) })).toHaveLength(2)
  // Both days are included.
  expect(await find({ from: day(0), to: day(0) })).toHaveLength(2)
  expect(await find({ to: day(-2) })).toEqual([])
  expect(await find({ from: day(2) })).toEqual([])
  await database.pool.query(
    `with named as (
       update organisation set document_labels = true where id = (select organisation_id from document_tree where id = $1)
       returning id),
     label as (
       insert into document_label (id, organisation_id, label, colour)
       select gen_random_uuid(), id, 'Final', '#00aa00' from named returning id)
     insert into document_labelling (document_id, label_id) select $2, id from label`,
    [treeId, ids.get('outside.csv')],
  )
  expect(await find({ labels: ['final'] })).toEqual(['outside.csv'])
  expect(await find({ labels: ['Draft'] })).toEqual([])
  const { rows } = await database.pool.query(
    `select v.created_by as id from document_version v join document d on d.current_version_id = v.id where d.id = $1`,
    [ids.get('outside.csv')],
  )
  expect(await find({ uploadedBy: rows[0].id })).toHaveLength(2)
  expect(await find({ uploadedBy: folderId })).toEqual([])
  const uploaders = async (client: Client, more: Record<string, unknown> = {}) => {
    const { data, errors } = await client.graphql(
      `query($treeId: ID!, $text: String!, $uploadedBy: ID) {
         contentSearch(treeId: $treeId, text: $text, uploadedBy: $uploadedBy) { uploaders { id } } }`,
      { treeId, text: 'ytterbium', ...more },
    )
    expect(errors).toEqual([])
    return (data as { contentSearch: { uploaders: { id: string }[] } }).contentSearch.uploaders
  }
  expect(await uploaders(writer)).toEqual([{ id: rows[0].id }])
  expect(await uploaders(writer, { uploadedBy: folderId })).toEqual([])
  // Who did what is for readers of the history.
  expect(await uploaders(bidder)).toEqual([])
  const refused = await ask(bidder, 'ytterbium', { uploadedBy: rows[0].id })
  expect(refused.errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }])
})

test('FIND-09 what is new since the last visit alone is searched', async () => {
  await upload('former visit.txt', 'erbium')
  await runJobs()
  // Of a first visit nothing is new.
  expect(await names(bidder, 'erbium', { newOnly: true })).toEqual([])
  await database.pool.query("update document_version set created_at = created_at - interval '1 hour'")
  await database.pool.query("update document set created_at = created_at - interval '1 hour'")
  await database.pool.query("update tree_visit set last_at = now() - interval '31 minutes'")
  await upload('this visit.txt', 'erbium')
  await runJobs()
  expect(await names(bidder, 'erbium', { newOnly: true })).toEqual(['this visit.txt'])
  expect(await names(bidder, 'visit', { newOnly: true })).toEqual(['this visit.txt'])
  expect(await names(bidder, 'erbium', { newOnly: false })).toHaveLength(2)
  // Their own uploads never are.
  expect(await names(writer, 'erbium', { newOnly: true })).toEqual([])
})

test('FIND-16 what two people have searched in vain is listed without them, what one has searched is not', async () => {
  const list = async (client: Client) =>
    client.graphql('query($treeId: ID!) { emptySearches(treeId: $treeId) { count items { text people } } }', {
      treeId,
    })
  await search(bidder, 'Unobtainium price')
  await search(bidder, 'Unobtainium price')
  expect((await list(writer)).data).toMatchObject({ emptySearches: { count: 0 } })
  await search(writer, 'unobtainium  PRICE')
  expect((await list(writer)).data).toEqual({
    emptySearches: { count: 1, items: [{ text: 'unobtainium price', people: 2 }] },
  })
  expect((await list(bidder)).errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }])
})

test('files from before texts were read are queued behind new uploads, and are found then', async () => {
  await upload('former.txt', 'neodymium')
  await runJobs()
  await database.pool.query('delete from document_text where document_id = $1', [ids.get('former.txt')])
  expect(await names(bidder, 'neodymium')).toEqual([])
  const fill = createTextFilling(database.db)
  await fill()
  const { rows } = await database.pool.query(
    'select state, priority from document_text where document_id = $1',
    [ids.get('former.txt')],
  )
  expect(rows).toEqual([{ state: 'WAITING', priority: 1 }])
  // What is uploaded since comes first, though the other has waited longer.
  const newer = await upload('newer.txt', 'cerium')
  const turns = [await claimText(database.db, 'text'), await claimText(database.db, 'text')]
  expect(turns.map((turn) => turn?.documentId)).toEqual([newer, ids.get('former.txt')])
  for (const turn of turns) if (turn) await releaseText(database.db, turn)
  await runJobs()
  expect(await names(bidder, 'neodymium')).toEqual(['former.txt'])
})

test('FIND-10 names come first, then headings, words near together, in one passage, and the newer of equals; always so', async () => {
  const far = 'and so forth. '.repeat(40)
  // The worst is the newest.
  await upload('Peridot olivine.txt', 'Named so.')
  await upload('heading.txt', 'Peridot olivine\nNothing else.')
  await upload('near.txt', 'There is peridot olivine in it, as we were told.')
  await upload(
    'apart.txt',
    'There is peridot in it, as we were told by somebody who went there, beside olivine.',
  )
  await upload('far.txt', `There is peridot. ${far} There is olivine.`)
  for (const each of ['older', 'newer'])
    await upload(`${each}.txt`, 'The same turquoise ammolite, word by word.')
  await runJobs()
  for (let time = 0; time < 3; time += 1) {
    expect(await names(bidder, 'peridot olivine')).toEqual([
      'Peridot olivine.txt',
      'heading.txt',
      'near.txt',
      'apart.txt',
      'far.txt',
    ])
    expect(await names(bidder, 'turquoise ammolite')).toEqual(['newer.txt', 'older.txt'])
  }
})

test('FIND-13 words that hidden documents make common weigh what they weighed', async () => {
  const far = 'and so forth. '.repeat(40)
  await upload('kyanites.txt', `kyanite kyanite kyanite ${far} garnet`)
  await upload('garnets.txt', `garnet garnet garnet ${far} kyanite`)
  await runJobs()
  const order = await names(bidder, 'garnet kyanite')
  expect(order).toEqual(['garnets.txt', 'kyanites.txt'])
  for (const word of ['garnet', 'kyanite']) {
    for (let at = 0; at < 3; at += 1) {
      const name = `hidden ${word} ${at}.txt`
      await upload(name, `${word} alone`)
      await permit(name, false)
    }
    await runJobs()
    expect((await search(writer, word)).count).toBeGreaterThan(2)
    expect(await names(bidder, 'garnet kyanite')).toEqual(order)
  }
})

test('FIND-12 a search for words that stand in many hidden documents alone reads what one for words that stand nowhere reads', async () => {
  await upload('hidden.txt', 'obsidian')
  await permit('hidden.txt', false)
  await runJobs()
  await database.pool.query(
    `insert into document_text_part
       (organisation_id, document_id, part, is_whole, first_place, last_place, scope_id, words)
     select organisation_id, document_id, more, is_whole, first_place, last_place, scope_id, words
     from document_text_part, generate_series(2, 5000) as more where document_id = $1 and part = 1`,
    [ids.get('hidden.txt')],
  )
  await database.pool.query('analyze document_text_part')
  const readFor = (client: Client, text: string) =>
    rowsRead(database.pool, async () => void (await search(client, text)))
  const nowhere = await readFor(bidder, 'basaltic')
  expect(await readFor(bidder, 'obsidian')).toEqual(nowhere)
  expect(await readFor(bidder, 'obsid')).toEqual(nowhere)
  expect(await readFor(bidder, 'obsidian -basaltic')).toEqual(await readFor(bidder, 'granitic -basaltic'))
  expect(nowhere.get('document_text_part') ?? 0).toBeLessThan(100)
  // Whoever may see them reads them.
  expect((await readFor(writer, 'obsidian')).get('document_text_part')).toBeGreaterThanOrEqual(5000)
})

test('what a deleted document says goes with its bytes', async () => {
  const id = await upload('gone.txt', 'samarium')
  await runJobs()
  const { errors } = await writer.graphql(
    'mutation($treeId: ID!, $ids: [ID!]!) { removeDocuments(treeId: $treeId, documentIds: $ids) { deletedIds } }',
    { treeId, ids: [id] },
  )
  expect(errors).toEqual([])
  const kept = async () => {
    const { rows } = await database.pool.query('select text from document_text_page where document_id = $1', [
      id,
    ])
    return rows
  }
  expect(await kept()).toEqual([{ text: 'samarium' }])
  await removeOldBytes({ db: database.db, storage: server.app.storage }, new Date(Date.now() + 1000))
  expect(await kept()).toEqual([])
})
