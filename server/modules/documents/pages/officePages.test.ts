import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Client } from '../../../../testing/client.ts'
import { testDatabase } from '../../../../testing/database/index.ts'
import { PASSWORD } from '../../../../testing/factories.ts'
import { paragraph, wordFile, workbookFile } from '../../../../testing/officeFiles.ts'
import { pdfWith } from '../../../../testing/paper.ts'
import { startTestServer, type TestServer } from '../../../../testing/server.ts'
import { createPagesRoom } from './pages.fixture.ts'

// Processes are started, and pages drawn in them.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 })

const database = testDatabase()
const room = createPagesRoom(database)
const { upload, level, open, first } = room

let server: TestServer
let treeId: string
let bidder: Client
let lender: Client

beforeAll(async () => {
  ;({ server, treeId, bidder, lender } = await room.start())
})
afterAll(() => server.close())

const SIMPLIFIED = 'Simplified layout: fonts, pictures and positions differ from the original.'
const kept = async (documentId: string) => {
  const { rows } = await database.pool.query<{ number: number; width: number }>(
    `select k.number, k.width from kept_page k join document_version v on v.id = k.version_id
     where v.document_id = $1 order by k.number, k.width`,
    [documentId],
  )
  return rows
}

test('PAGE-03 whoever may only view an Office file gets its pages with their mark, and finds words in them', async () => {
  const file = await upload('Term sheet.docx', wordFile(paragraph('Indicative terms')))
  await level(file, 'VIEW')
  const opened = await first(bidder, file)
  expect(opened).toMatchObject({ state: 'READY', count: 1, remarks: [SIMPLIFIED] })
  expect(opened.code).not.toBeNull()
  expect(opened.pages[0]?.text).toBeNull()
  const picture = await bidder.request(opened.url)
  expect(picture.headers.get('content-type')).toBe('image/webp')
  expect((await sharp(Buffer.from(await picture.arrayBuffer())).metadata()).width).toBe(800)
  // What was made of it once is kept beside the page, and read again.
  await expect
    .poll(() => kept(file))
    .toEqual([
      { number: 0, width: 0 },
      { number: 1, width: 800 },
    ])
  // Where that alone has made room, it is made again, and the page that was drawn stays.
  await database.pool.query('delete from kept_page where number = 0')
  const { data } = await bidder.graphql(
    `query($treeId: ID!, $documentId: ID!) {
      findInPages(treeId: $treeId, documentId: $documentId, text: "indicative") { count hits { page } } }`,
    { treeId, documentId: file },
  )
  expect(data?.findInPages).toEqual({ count: 1, hits: [{ page: 1 }] })
  expect(await kept(file)).toEqual([
    { number: 0, width: 0 },
    { number: 1, width: 800 },
  ])
  // Words are there for those who are given them (VIEW-21).
  expect((await open(lender, file)).pages[0]?.text).toContain('Indicative terms')
})

test('PAGE-05 PAGE-06 a file without pages says why, each in its sentence', async () => {
  const locked = Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.from('EncryptedPackage', 'utf16le'),
  ])
  const cases: [string, Buffer, string][] = [
    ['Archive.zip', Buffer.from('PK'), 'This kind of file has no pages.'],
    ['Locked.pdf', await pdfWith(['x'], { userPassword: 'secret' }), 'It is protected by a password.'],
    ['Locked.xlsx', locked, 'It is protected by a password.'],
    ['Broken.pdf', Buffer.from('%PDF-1.7 and no more'), 'It is damaged or empty.'],
    ['Broken.docx', Buffer.from('rubbish'), 'It is damaged or empty.'],
    [
      'Old.doc',
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      'Pages of this kind of file need LibreOffice on the server.',
    ],
  ]
  for (const [name, bytes, reason] of cases) {
    const file = await upload(name, bytes)
    await level(file, 'VIEW')
    expect([name, await open(bidder, file)]).toMatchObject([
      name,
      { state: 'NONE', reason, count: null, pages: [] },
    ])
  }
})

test('pages that were plain are laid out anew once LibreOffice has come, and the former ones are gone', async () => {
  const file = await upload('Model.xlsx', workbookFile([{ name: 'Inputs', rows: [['Capacity', '40 MW']] }]))
  await level(file, 'VIEW')
  expect(await open(bidder, file)).toMatchObject({ state: 'READY', remarks: [SIMPLIFIED] })
  // A program in the place of LibreOffice, which makes three pages of anything.
  const folder = mkdtempSync(path.join(os.tmpdir(), 'helioroom-three-'))
  const program = path.join(folder, 'soffice')
  writeFileSync(path.join(folder, 'three.pdf'), await pdfWith(['One', 'Two', 'Three']))
  writeFileSync(
    program,
    `#!/bin/sh\nwhile [ $# -gt 1 ]; do [ "$1" = --outdir ] && out="$2/file.pdf"; shift; done\ncat ${folder}/three.pdf >"$out"\n`,
    { mode: 0o755 },
  )
  chmodSync(folder, 0o755)
  const later = await startTestServer(database, { LIBREOFFICE: program, DATA_DIR: server.dataDir })
  try {
    const browser = new Client(later.address)
    await browser.signIn('bidder@pages.example', PASSWORD)
    expect(await open(browser, file)).toMatchObject({ state: 'READY', remarks: [], count: 3 })
  } finally {
    await later.close()
    rmSync(folder, { recursive: true })
  }
})
