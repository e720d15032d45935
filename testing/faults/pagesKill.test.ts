import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { Client } from '../client.ts'
import { factories, PASSWORD } from '../factories.ts'
import { uploadFile } from '../matrix/uploads.ts'
import { paragraph, wordFile } from '../officeFiles.ts'
import { openers } from '../openers.ts'
import { pdfWith } from '../paper.ts'
import { secondReading } from '../pdfium.ts'
import { newDataDir, type Product, startProduct } from '../product.ts'
import { Room } from '../room.ts'
import { databaseOf, endOrphan } from './embedded.ts'

// The product is started several times.
vi.setConfig({ testTimeout: 300_000 })

const dataDir = newDataDir()
const folder = mkdtempSync(path.join(os.tmpdir(), 'helioroom-kill-'))
chmodSync(folder, 0o777)
let product: Product | undefined
let database: ReturnType<typeof databaseOf> | undefined
afterAll(async () => {
  await database?.close()
  await product?.stop()
  endOrphan(dataDir)
  rmSync(dataDir, { recursive: true, force: true })
  rmSync(folder, { recursive: true, force: true })
})

const [hold, begun, pdf] = ['hold', 'begun', 'made.pdf'].map((name) => path.join(folder, name)) as [
  string,
  string,
  string,
]
/** A program in the place of LibreOffice: as long as it is held it makes nothing. */
const program = path.join(folder, 'soffice')
const SCRIPT = `#!/bin/sh
while [ $# -gt 1 ]; do [ "$1" = --outdir ] && out="$2/file.pdf"; shift; done
[ -e ${hold} ] && { touch ${begun}; exec sleep 300; }
cat ${pdf} >"$out"
`

/** Without workers nothing is done in the background, so that a request alone opens files. */
const start = async (port = '0', WORKERS = '0'): Promise<Product> => {
  await database?.close()
  product = await startProduct({
    dataDir,
    env: { DEMO: 'off', WORKERS, PORT: port, LIBREOFFICE: program, TMPDIR: folder },
  })
  database = databaseOf(dataDir)
  return product
}
const db = () => {
  if (!database) throw new Error('There is no database.')
  return database.pool
}
const restart = async (killed: Product): Promise<void> => {
  await killed.kill()
  await start(new URL(killed.address).port)
}
/** Folders that hold Office files. */
const conversions = () => readdirSync(folder).filter((name) => name.startsWith('helioroom-office-'))

/** An admin and a bidder of a room. */
async function people(address: string) {
  if (!database) throw new Error('There is no database.')
  const make = factories(database)
  const { place, treeId } = await make.room()
  const member = async (role: string): Promise<[Room, string]> => {
    const email = `${role.replaceAll(' ', '').toLowerCase()}@kill.example`
    const groupId = await make.group({
      organisationId: place.organisationId,
      role,
      portfolioIds: [place.portfolioId],
    })
    await make.member(groupId, await make.person({ email, password: PASSWORD }))
    const client = new Client(address)
    await client.signIn(email, PASSWORD)
    return [new Room(client, treeId), groupId]
  }
  const [[admin], [bidder, bidders]] = [await member('Deal Room Admin'), await member('Bidder')]
  const upload = async (name: string, content: Buffer): Promise<string> => {
    const id = await uploadFile(admin.client, treeId, `tree:${treeId}`, name, content)
    await admin.call(
      `mutation($treeId: ID!, $ids: [ID!]!, $changes: [LevelChangeInput!]!) {
        setDocumentLevels(treeId: $treeId, documentIds: $ids, changes: $changes) { changeId } }`,
      { ids: [id], changes: [{ principalId: bidders, level: 'PDF' }] },
    )
    return id
  }
  return { admin, bidder, upload }
}

interface Opened {
  state: string
  count: number | null
  code: string
  pages: { url: string }[]
}
const ask = (who: Room, id: string): Promise<Opened> =>
  who.call(
    'query($treeId: ID!, $id: ID!) { documentPages(treeId: $treeId, documentId: $id) { state count code pages { url } } }',
    {
      id,
    },
  )
const open = async (who: Room, id: string): Promise<Opened> => {
  const opened = await ask(who, id)
  return opened.state === 'WAITING' ? open(who, id) : opened
}
const given = async (code: string): Promise<boolean | undefined> =>
  (
    await db().query<{ given: boolean }>(
      'select first_at is not null as given from page_mark where code = $1',
      [code.replaceAll('-', '')],
    )
  ).rows[0]?.given
const signal = (pids: readonly number[], name: NodeJS.Signals) => {
  for (const pid of pids) process.kill(pid, name)
}

test('REDACT-29 a server that is killed while LibreOffice runs, a page is drawn, a PDF is marked or areas are removed gives out nothing by halves, leaves no folder, and makes each once', async () => {
  writeFileSync(program, SCRIPT, { mode: 0o755 })
  writeFileSync(pdf, await pdfWith(['Laid out', 'by the program']))
  let running = await start()
  const { admin, bidder, upload } = await people(running.address)

  writeFileSync(hold, '')
  const letter = await upload('Letter.docx', wordFile(paragraph('Indicative terms')))
  expect((await ask(bidder, letter)).state).toBe('WAITING')
  await expect.poll(() => existsSync(begun), { timeout: 60_000 }).toBe(true)
  const [left] = conversions()
  expect(left).toBeDefined()
  await restart(running)
  running = product ?? running
  await expect.poll(() => conversions().includes(left ?? ''), { timeout: 20_000 }).toBe(false)
  rmSync(hold)
  expect(await open(bidder, letter)).toMatchObject({ state: 'READY', count: 2 })
  expect(conversions()).toEqual([])

  const lease = await upload('Lease.pdf', await pdfWith(['Secretprice of the energy', 'Exhibit']))
  const opened = await open(bidder, lease)
  const marked = await bidder.call<{ url: string; code: string }>(
    'mutation($treeId: ID!, $id: ID!) { downloadMarkedPdf(treeId: $treeId, documentId: $id) { url code } }',
    { id: lease },
  )
  for (const [url, code] of [
    [opened.pages[0]?.url ?? '', opened.code],
    [marked.url, marked.code],
  ] as const) {
    const halted = bidder.client.request(url).then(
      async (answer) => (await answer.arrayBuffer()).byteLength,
      () => 'broken off',
    )
    let pids: number[] = []
    await expect
      .poll(
        async () => {
          pids = await openers(running.pid)
          signal(pids, 'SIGSTOP')
          return pids.length
        },
        { timeout: 60_000, interval: 5 },
      )
      .toBeGreaterThan(0)
    const isGiven = await given(code)
    await running.kill()
    const answer = await halted
    signal(
      pids.filter((pid) => existsSync(`/proc/${pid}`)),
      'SIGKILL',
    )
    await start(new URL(running.address).port)
    running = product ?? running
    // What did not go out is recorded of nobody, and nothing went out by halves.
    expect([answer, isGiven, await given(code)]).toEqual(['broken off', false, false])
    const again = await bidder.client.request(url)
    const bytes = Buffer.from(await again.arrayBuffer())
    expect([again.status, await given(code)]).toEqual([200, true])
    if (url === marked.url) {
      for (const words of await secondReading(bytes)) expect(words).toContain(code)
    }
  }

  const { redaction } = await admin.call<{ redaction: { id: string; revision: number } }>(
    `mutation($treeId: ID!, $id: ID!, $marks: [RedactionMarkInput!]!) {
      saveRedactionDraft(treeId: $treeId, documentId: $id, marks: $marks) { redaction { id revision } } }`,
    {
      id: lease,
      marks: [
        {
          page: 1,
          boxes: [{ x: 50, y: 50, width: 500, height: 60 }],
          words: 'Secretprice',
          kind: 'WORDS',
          reason: 'Price',
        },
      ],
    },
  )
  await admin.call(
    `mutation($treeId: ID!, $redactions: [RedactionRefInput!]!) {
      applyRedactions(treeId: $treeId, redactions: $redactions) { redactions { id } } }`,
    { redactions: [redaction] },
  )
  const state = async () =>
    (await db().query<{ state: string }>('select state from redaction where id = $1', [redaction.id])).rows[0]
      ?.state
  await running.stop()
  running = await start(new URL(running.address).port, '1')
  const isBegun = async () => {
    const { rows } = await db().query(
      `select 1 from graphile_worker._private_jobs where key = $1 and locked_at is not null`,
      [`redaction:${redaction.id}`],
    )
    return rows.length > 0
  }
  await expect.poll(isBegun, { timeout: 60_000, interval: 5 }).toBe(true)
  expect(await state()).toBe('APPLYING')
  await running.kill()
  await start(new URL(running.address).port, '1')
  await expect.poll(state, { timeout: 120_000, interval: 200 }).toBe('APPLIED')
  const counts = await db().query<{ renditions: number; told: number }>(
    `select (select count(*)::int from stored_file where kind = 'redacted_rendition') as renditions,
       (select count(*)::int from notification where kind = 'REDACTION_OVER') as told`,
  )
  expect(counts.rows).toEqual([{ renditions: 1, told: 1 }])
})
