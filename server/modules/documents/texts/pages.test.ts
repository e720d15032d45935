import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Client } from '../../../../testing/client.ts'
import { testDatabase } from '../../../../testing/database/index.ts'
import { factories, PASSWORD } from '../../../../testing/factories.ts'
import { picture } from '../../../../testing/hostileFiles.ts'
import { uploadFile } from '../../../../testing/matrix/uploads.ts'
import { pdfWith } from '../../../../testing/paper.ts'
import { scannedPdf, scanOf } from '../../../../testing/scans.ts'
import { startTestServer, type TestServer } from '../../../../testing/server.ts'
import type { OcrReader } from '../../../platform/ocr/index.ts'
import { createPageDrawer } from '../../../platform/pages/index.ts'
import { findProgram } from '../../../platform/programs/index.ts'
import { createSearchTextReader } from '../../../platform/searchText/index.ts'
import { createPageWork } from './pageWork.ts'
import { createTextFilling } from './textFilling.ts'
import { createTextWork } from './textWork.ts'

// Processes are started that read files.
vi.setConfig({ testTimeout: 240_000 })

const database = testDatabase()
const make = factories(database)
const tesseract = await findProgram('tesseract')
if (!tesseract) console.log('OCR: skipped, since tesseract is not installed.')

const reader = createSearchTextReader()
const drawer = createPageDrawer()

let server: TestServer
let treeId: string

const start = async (ocr: string) => {
  await server?.close()
  server = await startTestServer(database, { OCR: ocr })
}
const signedIn = async () => {
  const client = new Client(server.address)
  await client.signIn('writer@pages.example', PASSWORD)
  return client
}

beforeAll(async () => {
  await start('off')
  const organisationId = await make.organisation()
  const portfolio = await make.portfolio({ organisationId })
  treeId = await make.tree({ organisationId, portfolioId: portfolio.id })
  const groupId = await make.group({ organisationId, role: 'Deal Room Admin', portfolioIds: [portfolio.id] })
  await make.member(groupId, await make.person({ email: 'writer@pages.example', password: PASSWORD }))
}, 240_000)
afterAll(async () => {
  await server.close()
  reader.close()
  drawer.close()
})

/** Runs what waits, without the pause after the change. */
async function runJobs(): Promise<void> {
  await database.pool.query('update graphile_worker._private_jobs set run_at = now()')
  await server.app.runJobs()
}

const upload = async (name: string, content: Buffer) =>
  uploadFile(await signedIn(), treeId, `tree:${treeId}`, name, content)

async function readings(): Promise<Record<string, [string, string | null]>> {
  const { data, errors } = await (await signedIn()).graphql(
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

interface Found {
  document: { name: string }
  passages: { page: number | null; text: string | null }[]
}

/** Names with the pages of what was found. */
async function search(text: string): Promise<[string, ...(number | null)[]][]> {
  const { data, errors } = await (await signedIn()).graphql(
    `query($treeId: ID!, $text: String!) {
       contentSearch(treeId: $treeId, text: $text) { items { document { name } passages { page text } } } }`,
    { treeId, text },
  )
  expect(errors).toEqual([])
  return (data as { contentSearch: { items: Found[] } }).contentSearch.items.map(({ document, passages }) => [
    document.name,
    ...passages.map(({ page }) => page),
  ])
}

/** The work of both jobs with something in the place of tesseract; what is read counts the pages. */
function workWith(read: OcrReader['read'], isThere = true) {
  const { storage } = server.app
  const ocr = { isThere: async () => isThere, read: vi.fn(read) }
  const deps = { db: database.db, storage, reader, drawer, ocr, log: { warn: () => {} } }
  return { ocr, readTexts: createTextWork(deps), readPages: createPageWork(deps) }
}
const withoutJobs = () => database.pool.query('delete from graphile_worker._private_jobs')
/** Runs a job until nothing waits for it, however slow the machine is; what has failed is due again. */
async function untilDone(run: () => Promise<void>): Promise<void> {
  const waiting = async () =>
    (await database.pool.query("select 1 from document_text where state = 'WAITING' and pages_due")).rowCount
  for (let turn = 0; turn < 20; turn += 1) {
    await database.pool.query(`update document_text set try_at = now() - interval '1 second'`)
    await run()
    if ((await waiting()) === 0) return
  }
}

test('FIND-04 while pages are read their document says so and is found by its own text', async () => {
  await upload('Mixed.pdf', await pdfWith(['Wolframite on paper', '', '']))
  await withoutJobs()
  const { ocr, readTexts, readPages } = workWith(async () => ({ text: 'Tantalite' }))
  await readTexts()
  expect((await readings())['Mixed.pdf']).toEqual(['WAITING', null])
  expect(await search('wolframite')).toEqual([['Mixed.pdf', 1]])
  await untilDone(readPages)
  expect((await readings())['Mixed.pdf']).toEqual(['READ', null])
  expect(await search('wolframite tantalite')).toEqual([['Mixed.pdf', 1, 2, 3]])
  expect(ocr.read).toHaveBeenCalledTimes(2)
})

test('FIND-04 FIND-19 a page that can’t be read is named, and stops no other', async () => {
  await upload('Noise.pdf', await pdfWith(['', '']))
  await withoutJobs()
  let pages = 0
  const { readTexts, readPages } = workWith(async () => {
    pages += 1
    return pages === 2 ? { text: 'Scheelite' } : { text: null, failure: 'TIME' }
  })
  await readTexts()
  await untilDone(readPages)
  expect((await readings())['Noise.pdf']).toEqual([
    'PARTLY_READ',
    'Searchable in part: page 1 could not be read.',
  ])
  expect(await search('scheelite')).toEqual([['Noise.pdf', 2]])
  await upload('Stain.png', await picture('png'))
  await withoutJobs()
  const unread = workWith(async () => ({ text: null, failure: 'FAILED' }))
  await unread.readTexts()
  await untilDone(unread.readPages)
  expect((await readings())['Stain.png']).toEqual(['NOT_READ', 'It could not be read.'])
})

test('FIND-04 what is interrupted goes on with the page that it was at; one that ends it three times is passed over', async () => {
  await upload('Long.pdf', await pdfWith(['', '', '']))
  await withoutJobs()
  let pages = 0
  const { ocr, readTexts, readPages } = workWith(async () => {
    pages += 1
    if (pages >= 2 && pages <= 4) throw new Error('The storage does not answer.')
    return { text: `Columbite page${pages}` }
  })
  await readTexts()
  await untilDone(readPages)
  expect((await readings())['Long.pdf']).toEqual([
    'PARTLY_READ',
    'Searchable in part: page 2 could not be read.',
  ])
  expect(ocr.read).toHaveBeenCalledTimes(5)
  expect(await search('columbite')).toEqual([['Long.pdf', 1, 3]])
})

test('FIND-04 a version that comes while pages are read is read instead', async () => {
  await upload('Twice.pdf', await pdfWith(['']))
  await withoutJobs()
  const { readTexts, readPages } = workWith(async () => {
    await upload('Twice.pdf', await pdfWith(['Second version, bastnasite']))
    return { text: 'Monazite' }
  })
  await readTexts()
  await untilDone(readPages)
  await withoutJobs()
  await readTexts()
  expect((await readings())['Twice.pdf']).toEqual(['READ', null])
  expect(await search('monazite')).toEqual([])
  expect(await search('bastnasite')).toEqual([['Twice.pdf', 1]])
})

test('FIND-04 where no OCR is installed a scan says that it has no text, and is read once there is one', async () => {
  await upload('Later.pdf', await pdfWith(['']))
  await withoutJobs()
  const without = workWith(async () => ({ text: 'never' }), false)
  await without.readTexts()
  await without.readPages()
  expect((await readings())['Later.pdf']).toEqual(['NOT_READ', 'It has no text of its own.'])
  const installed = workWith(async () => ({ text: 'Xenotime' }))
  await untilDone(installed.readPages)
  expect((await readings())['Later.pdf']).toEqual(['READ', null])
  expect(await search('xenotime')).toEqual([['Later.pdf', 1]])
})

test('FIND-04 where no OCR is installed a document names its pages without text, and no longer once they are read', async () => {
  await upload('Partly.pdf', await pdfWith(['Thortveitite on paper', '', 'More of it', '']))
  await upload('Half.pdf', await pdfWith(['Thortveitite', '']))
  await upload('Mostly.pdf', await pdfWith(['Thortveitite', '', '', '', '', '', '']))
  await withoutJobs()
  const without = workWith(async () => ({ text: 'never' }), false)
  await without.readTexts()
  await without.readPages()
  expect(await readings()).toMatchObject({
    'Partly.pdf': ['PARTLY_READ', 'Searchable in part: pages 2, 4 have no text of their own.'],
    'Half.pdf': ['PARTLY_READ', 'Searchable in part: page 2 has no text of its own.'],
    'Mostly.pdf': ['PARTLY_READ', 'Searchable in part: 6 pages have no text of their own.'],
  })
  expect((await search('thortveitite')).length).toBe(3)
  const installed = workWith(async () => ({ text: 'Gadolinite' }))
  await untilDone(installed.readPages)
  expect((await readings())['Partly.pdf']).toEqual(['READ', null])
  expect(await search('gadolinite more')).toEqual([['Partly.pdf', 2, 3, 4]])
})

test('FIND-04 what waits for OCR that is no longer installed says how far it is searchable, and is no longer waited for', async () => {
  // Whatever other tests have left.
  await untilDone(workWith(async () => ({ text: '' })).readPages)
  await upload('Gone.pdf', await pdfWith(['Cassiterite', '', '']))
  await withoutJobs()
  let pages = 0
  const before = workWith(async () => {
    pages += 1
    if (pages === 2) throw new Error('It is being removed.')
    return { text: 'Stannite' }
  })
  await before.readTexts()
  await before.readPages()
  expect((await readings())['Gone.pdf']).toEqual(['WAITING', null])
  const removed = workWith(async () => ({ text: 'never' }), false)
  await untilDone(removed.readPages)
  expect((await readings())['Gone.pdf']).toEqual([
    'PARTLY_READ',
    'Searchable in part: page 3 has no text of its own.',
  ])
  expect(removed.ocr.read).not.toHaveBeenCalled()
  expect(await search('cassiterite stannite')).toEqual([['Gone.pdf', 1, 2]])
  // As a former program left it.
  await database.pool.query("update document_text set state = 'READ', problem = null where pages_due")
  await untilDone(removed.readPages)
  expect((await readings())['Gone.pdf']?.[0]).toBe('PARTLY_READ')
  const again = workWith(async () => ({ text: 'Scheelite' }))
  await untilDone(again.readPages)
  expect((await readings())['Gone.pdf']).toEqual(['READ', null])
  expect(again.ocr.read).toHaveBeenCalledTimes(1)
})

test('FIND-04 the pages of scans from before are due, once', async () => {
  const id = await upload('Former.pdf', await pdfWith(['']))
  await withoutJobs()
  const without = workWith(async () => ({ text: 'never' }), false)
  await without.readTexts()
  await database.pool.query('update document_text set pages_due = false where document_id = $1', [id])
  await database.pool.query("update document_text_page set ocr = 'NONE' where document_id = $1", [id])
  await createTextFilling(database.db)()
  const blank = workWith(async () => ({ text: '' }))
  await untilDone(blank.readPages)
  expect(blank.ocr.read).toHaveBeenCalledTimes(1)
  await createTextFilling(database.db)()
  await untilDone(blank.readPages)
  expect(blank.ocr.read).toHaveBeenCalledTimes(1)
  expect((await readings())['Former.pdf']).toEqual(['NOT_READ', 'It has no text of its own.'])
})

test.runIf(tesseract)(
  'FIND-01 FIND-04 scanned pages and pictures are found by what OCR reads on them',
  async () => {
    await start(tesseract ?? '')
    await upload(
      'Lease.pdf',
      await scannedPdf([['Ground lease of Cedar Bluff'], ['Landlord pays the', 'decommissioning security']]),
    )
    await upload(
      'Plate.png',
      await sharp(await scanOf(['Inverter nameplate 4,200 kVA']))
        .png()
        .toBuffer(),
    )
    await runJobs()
    expect(await readings()).toMatchObject({ 'Lease.pdf': ['READ', null], 'Plate.png': ['READ', null] })
    expect(await search('decommissioning landlord')).toEqual([['Lease.pdf', 2]])
    expect(await search('cedar decommissioning')).toEqual([['Lease.pdf', 1, 2]])
    expect(await search('nameplate 4200')).toEqual([['Plate.png', 1]])
  },
)
