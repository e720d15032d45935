import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Client } from '../../../../testing/client.ts'
import { testDatabase } from '../../../../testing/database/index.ts'
import { pdfWith } from '../../../../testing/paper.ts'
import { secondReading } from '../../../../testing/pdfium.ts'
import { SECRET, type TestServer } from '../../../../testing/server.ts'
import { stored } from '../../../../testing/stored.ts'
import { createPageDrawer } from '../../../platform/pages/index.ts'
import { createSigner } from '../../../platform/signing.ts'
import { bytesOf, createPagesRoom, difference, refusal } from './pages.fixture.ts'

// Processes are started, and pages drawn in them.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 })

const database = testDatabase()
const room = createPagesRoom(database)
const { upload, level, first } = room

let server: TestServer
let treeId: string
let admin: Client
let bidder: Client
let lender: Client
let lenders: string
let lease: string

beforeAll(async () => {
  ;({ server, treeId, admin, bidder, lender, lenders } = await room.start())
  lease = await upload('Lease.pdf', await pdfWith(['Lease', '', 'Exhibit']))
  await level(lease, 'VIEW')
})
afterAll(() => server.close())

describe('marks of a tree', () => {
  const MARK = { pattern: '{room}\n{email}', position: 'TOP', opacity: 30, size: 12, zone: 'UTC' }
  const update = (client: Client, mark: object, revision?: number) =>
    client.graphql(
      `mutation($treeId: ID!, $mark: MarkInput!, $revision: Int) {
        updateTreeViewing(treeId: $treeId, mark: $mark, revision: $revision) {
          documentTree { viewing { mark { pattern position opacity size zone originals } revision } }
          errors { field message } } }`,
      { treeId, mark, revision },
    )

  test('MARK-20 a sample shows the viewer’s own mark as it would be, and stores nothing', async () => {
    const preview = (client: Client, mark: object) =>
      client.graphql(
        `query($treeId: ID!, $mark: MarkInput!) { markPreview(treeId: $treeId, mark: $mark) { image lines } }`,
        { treeId, mark },
      )
    const rows = async () =>
      (await database.pool.query('select count(*) from page_mark union all select count(*) from kept_page'))
        .rows
    const before = await rows()
    const { data } = await preview(admin, MARK)
    const { image, lines } = (data?.markPreview ?? {}) as { image: string; lines: string[] }
    expect(lines.slice(1)).toEqual(['dealroomadmin@pages.example', '7K2M-4QXN-9TRB'])
    const { format, width } = await sharp(Buffer.from(image, 'base64')).metadata()
    expect([format, width]).toEqual(['png', 600])
    const { data: other } = await preview(admin, { ...MARK, position: 'BOTTOM' })
    expect(((other?.markPreview ?? {}) as { image: string }).image).not.toBe(image)
    expect(await rows()).toEqual(before)
    const refusedTo = await preview(bidder, MARK)
    expect(refusedTo.errors.map(({ extensions }) => extensions.code)).toEqual(['FORBIDDEN'])
    const wrong = await preview(admin, { ...MARK, pattern: '{shoe}' })
    expect(wrong.errors.map(({ extensions }) => extensions.fields)).toEqual([
      { pattern: expect.stringMatching(/^There is no \{shoe\}\. /) },
    ])
  })

  test('MARK-03 MARK-04 MARK-07 a pattern, its zone, opacity and size are refused at their fields', async () => {
    const said = async (mark: object) => {
      const { data } = await update(admin, { ...MARK, ...mark })
      const { errors } = (data?.updateTreeViewing ?? {}) as { errors: { field: string; message: string }[] }
      return errors
    }
    const long = 'A mark has at most 3 lines and 200 characters.'
    for (const [pattern, message] of [
      [' \n ', 'Please enter what the mark says.'],
      ['a\nb\nc\nd', long],
      ['x'.repeat(201), long],
      [
        'For {shoe}',
        'There is no {shoe}. Please choose among {name}, {email}, {company}, {group}, {room}, {date}, {time}, {address}, {document} and {page}.',
      ],
    ]) {
      expect(await said({ pattern })).toEqual([{ field: 'pattern', message }])
    }
    for (const zone of ['', 'Mars/Base', '+01:00']) {
      expect(await said({ zone })).toEqual([{ field: 'zone', message: 'Please choose a time zone.' }])
    }
    for (const opacity of [9, 61]) {
      expect(await said({ opacity })).toEqual([
        { field: 'opacity', message: 'Please enter a number from 10 to 60.' },
      ])
    }
    for (const size of [7, 37]) {
      expect(await said({ size })).toEqual([
        { field: 'size', message: 'Please enter a number from 8 to 36.' },
      ])
    }
    const first = await admin.graphql(
      'query($treeId: ID!) { documentTree(treeId: $treeId) { viewing { mark { pattern position opacity size zone } } } }',
      { treeId },
    )
    expect(first.data?.documentTree).toEqual({
      viewing: {
        mark: {
          pattern: '{name} · {email}\n{company} · {date} {time}',
          position: 'TILED',
          opacity: 25,
          size: 14,
          zone: 'UTC',
        },
      },
    })
    const words = '{name} {email} {company}\n{group} {room} {date} {time}\n{address} {document} {page}'
    for (const good of [
      { pattern: words },
      { pattern: 'x'.repeat(200), opacity: 10, size: 8, zone: 'Europe/Berlin', position: 'DIAGONAL' },
      { opacity: 60, size: 36, position: 'BOTTOM' },
    ]) {
      expect(await said(good)).toEqual([])
    }
    await database.pool.query(`update document_tree set mark = '{}' where id = $1`, [treeId])
  })

  test('MARK-17 MARK-18 markup and control characters in a pattern, and names of letters that no font has, are drawn as text and change nothing else', async () => {
    const said = async (pattern: string) => {
      const { data, errors } = await update(admin, { ...MARK, pattern })
      const answer = data?.updateTreeViewing as { errors: { message: string }[] } | undefined
      return errors[0]?.message ?? answer?.errors[0]?.message ?? null
    }
    expect(await said('x'.repeat(5000))).toBe('A mark has at most 3 lines and 200 characters.')
    expect(
      await said('<b>{name}</b> · {email}\u0007\u202e\n<script>{document}</script> &amp; {room}'),
    ).toBeNull()
    const file = await upload('Named.pdf', await pdfWith(['Named', 'Exhibit']))
    await level(file, 'PDF')
    const marked = async () => {
      const { data } = await bidder.graphql(
        'mutation($t: ID!, $d: ID!) { downloadMarkedPdf(treeId: $t, documentId: $d) { url code } }',
        { t: treeId, d: file },
      )
      const { url = '', code = '' } = (data?.downloadMarkedPdf ?? {}) as { url?: string; code?: string }
      const pdf = await bytesOf(await bidder.request(url))
      return { code, words: await secondReading(pdf) }
    }
    const { rows } = await database.pool.query<{ first: string; last: string }>(
      `select first_name as first, last_name as last from person where email = 'bidder@pages.example'`,
    )
    for (const [first_, last, drawnAs] of [
      ['محمد', 'عبدالله', '???? ???????'],
      ['王', '小明', '? ??'],
      ['<i>Ann</i>\u202e', 'Lee\u2067', '<i>Ann</i> Lee'],
    ] as const) {
      await database.pool.query(
        `update person set first_name = $1, last_name = $2 where email = 'bidder@pages.example'`,
        [first_, last],
      )
      const { url, code } = await first(bidder, file)
      expect([code, (await bidder.request(url)).status]).toEqual([expect.any(String), 200])
      const pdf = await marked()
      expect(pdf.words).toHaveLength(2)
      for (const words of pdf.words) {
        expect(words).toContain(`<b>${drawnAs}</b> · bidder@pages.example`)
        expect(words).toContain('<script>Named.pdf</script> &amp; ')
        expect(words).toContain(pdf.code)
      }
    }
    await database.pool.query(
      `update person set first_name = $1, last_name = $2 where email = 'bidder@pages.example'`,
      [rows[0]?.first, rows[0]?.last],
    )
    await database.pool.query(`update document_tree set mark = '{}' where id = $1`, [treeId])
  })

  test('MARK-06 date and time are those at which the page goes out, in the zone of the tree', async () => {
    const { data } = await admin.graphql(
      'query($treeId: ID!) { documentTree(treeId: $treeId) { viewing { mark { zone } } } }',
      { treeId },
    )
    expect(data?.documentTree).toEqual({ viewing: { mark: { zone: 'UTC' } } })
    for (const zone of ['', 'Mars/Base', 'UTC+1', '+01:00']) {
      const said = (await update(admin, { ...MARK, zone })).data?.updateTreeViewing as { errors: object[] }
      expect(said.errors).toEqual([{ field: 'zone', message: 'Please choose a time zone.' }])
    }
    const file = await upload('Dated.pdf', await pdfWith(['Dated']))
    await level(file, 'PDF')
    const moment = { ...MARK, pattern: '{date} {time}', size: 36 }
    await update(admin, moment)
    const { url } = await first(bidder, file)
    const at = new Date(Math.ceil(Date.now() / 60_000) * 60_000)
    const page = async () => bytesOf(await bidder.request(url))
    /** The words of a PDF's mark, which is set as those of pages are. */
    const words = async () => {
      const { data: made } = await bidder.graphql(
        'mutation($t: ID!, $d: ID!) { downloadMarkedPdf(treeId: $t, documentId: $d) { url } }',
        { t: treeId, d: file },
      )
      const { url: address } = (made?.downloadMarkedPdf ?? {}) as { url: string }
      return (await secondReading(await bytesOf(await bidder.request(address)))).join(' ')
    }
    vi.useFakeTimers({ toFake: ['Date'], now: at })
    try {
      const now = await page()
      expect(await difference(now, await page())).toBe(0)
      expect(await words()).toContain(written(at, 0, 'UTC'))
      vi.setSystemTime(at.getTime() + 120_000)
      expect(await difference(now, await page())).toBeGreaterThan(0)
      expect(await words()).toContain(written(new Date(), 0, 'UTC'))
      vi.setSystemTime(at)
      expect(await difference(now, await page())).toBe(0)
      // Of no summer time.
      await update(admin, { ...moment, zone: 'Asia/Kathmandu' })
      expect(await difference(now, await page())).toBeGreaterThan(0)
      expect(await words()).toContain(written(at, 345, 'UTC+05:45'))
    } finally {
      vi.useRealTimers()
    }
    await database.pool.query(`update document_tree set mark = '{}' where id = $1`, [treeId])
  })

  test('MARK-01 whatever goes out below the original bears its reader’s mark, and no address gives a page without it', async () => {
    const file = await upload('Marked.pdf', await pdfWith(['Lease', 'Exhibit']))
    const plain = await first(lender, file)
    expect(plain.code).toBeNull()
    const unmarked = new Map<number, Buffer>()
    for (const width of [160, 800, 1200, 1600, 2400]) {
      unmarked.set(width, await bytesOf(await lender.request((await first(lender, file, { width })).url)))
    }
    for (const to of ['VIEW', 'PRINT', 'PDF']) {
      await level(file, to)
      await level(file, to, lenders)
      for (const [width, bare] of unmarked) {
        if (to !== 'VIEW' && width > 800) continue
        const [mine, theirs] = [await first(bidder, file, { width }), await first(lender, file, { width })]
        const [one, other] = [
          await bytesOf(await bidder.request(mine.url)),
          await bytesOf(await lender.request(theirs.url)),
        ]
        expect([to, width, (await difference(one, bare)) > 0.003]).toEqual([to, width, true])
        expect([to, width, (await difference(one, other)) > 0]).toEqual([to, width, true])
      }
      const [page] = (await first(bidder, file)).pages
      if (to === 'VIEW') {
        expect(page?.printUrl).toBeNull()
        continue
      }
      const print = await bytesOf(await bidder.request(page?.printUrl ?? ''))
      const bare = unmarked.get(2400) ?? Buffer.alloc(0)
      expect([to, (await difference(print, bare)) > 0.003]).toEqual([to, true])
    }
    const { data } = await bidder.graphql(
      'mutation($t: ID!, $d: ID!) { downloadMarkedPdf(treeId: $t, documentId: $d) { url code } }',
      { t: treeId, d: file },
    )
    const made = data?.downloadMarkedPdf as { url: string; code: string }
    const onPages = await secondReading(await bytesOf(await bidder.request(made.url)))
    expect(onPages).toHaveLength(2)
    for (const words of onPages) {
      expect(words).toContain('bidder@pages.example')
      expect(words).toContain(made.code)
    }
    // What went out is the kept page with their own mark and code, and nobody else's.
    const own = { ...MARK, position: 'TILED' as const, pattern: '{email}' }
    await update(admin, own)
    const drawer = createPageDrawer()
    const page = await keptPage(file, 1, 800)
    try {
      for (const [client, email] of [
        [bidder, 'bidder@pages.example'],
        [lender, 'viewer@pages.example'],
      ] as const) {
        const given = await first(client, file)
        const lines = [email, given.code ?? '']
        const asked = { ...own, lines, email }
        const expected = await drawer.picture(page, asked)
        const picture = await bytesOf(await client.request(given.url))
        expect([email, picture.equals(expected ?? Buffer.alloc(0))]).toEqual([email, true])
      }
    } finally {
      drawer.close()
    }
    await database.pool.query(`update document_tree set mark = '{}' where id = $1`, [treeId])
    // Neither the address that somebody with the original was given, nor that of a kept page, were it signed for them.
    expect(await refusal(await bidder.request(plain.url))).toEqual([403, 'ADDRESS_INVALID'])
    const kept = await database.pool.query<{ id: string }>(
      'select k.id from kept_page k join document_version v on v.id = k.version_id where v.document_id = $1',
      [file],
    )
    expect(kept.rows.length).toBeGreaterThanOrEqual(unmarked.size)
    const people = await database.pool.query<{ id: string }>(
      "select id from person where email = 'bidder@pages.example'",
    )
    for (const { id } of kept.rows) {
      for (const disposition of ['inline', 'attachment'] as const) {
        const address = createSigner(SECRET).fileUrl({
          fileId: id,
          personId: people.rows[0]?.id ?? '',
          disposition,
          expires: Math.floor(Date.now() / 1000) + 300,
        })
        expect(await refusal(await bidder.request(address))).toEqual([404, 'NOT_FOUND'])
      }
    }
    await level(file, 'VIEW')
    await level(file, 'ORIGINAL', lenders)
  })

  test('MARK-02 a changed mark holds for the next page, for originals too where it says so, and stands in the history', async () => {
    const page = async (client: Client) => {
      const { url, code } = await first(client, lease)
      return { code, bytes: await bytesOf(await client.request(url)) }
    }
    const { bytes: before } = await page(bidder)
    expect((await page(lender)).code).toBeNull()
    const { data } = await update(admin, { ...MARK, originals: true })
    const { documentTree, errors } = (data?.updateTreeViewing ?? {}) as {
      documentTree: { viewing: { mark: object; revision: number } }
      errors: object[]
    }
    expect([documentTree.viewing.mark, errors]).toEqual([{ ...MARK, originals: true }, []])
    expect(await difference(before, (await page(bidder)).bytes)).toBeGreaterThan(0)
    expect((await page(lender)).code).toMatch(/-/)
    const { rows } = await database.pool.query(
      `select detail->>'after' as after from activity where tree_id = $1 and detail->>'after' like 'Mark %'
       order by id desc limit 1`,
      [treeId],
    )
    expect(rows).toEqual([{ after: 'Mark “{room} / {email}”, top, 30 %, 12 pt, UTC, originals, too' }])
    // Of two who save the second is told.
    const late = await update(admin, MARK, documentTree.viewing.revision - 1)
    expect(late.errors.map(({ extensions }) => extensions.code)).toEqual(['CONFLICT'])
    const wrong = await update(admin, { ...MARK, opacity: 61 })
    expect(wrong.data?.updateTreeViewing).toEqual({
      documentTree: null,
      errors: [{ field: 'opacity', message: 'Please enter a number from 10 to 60.' }],
    })
    expect((await update(bidder, MARK)).errors.map(({ extensions }) => extensions.code)).toEqual([
      'FORBIDDEN',
    ])
  })
})

/** The bytes of a page of a file's only version as they are kept. */
async function keptPage(documentId: string, number: number, width: number): Promise<Buffer> {
  const { rows } = await database.pool.query<{ id: string }>(
    `select page.id from kept_page page join document_version version on version.id = page.version_id
     where version.document_id = $1 and page.number = $2 and page.width = $3`,
    [documentId, number, width],
  )
  return stored(server.app.storage, `page-${rows[0]?.id}`)
}

/** A moment as marks say it, so many minutes east of UTC. */
function written(at: Date, minutes: number, zone: string): string {
  const [date = '', time = ''] = new Date(at.getTime() + minutes * 60_000).toISOString().split('T')
  const [year, month, day] = date.split('-')
  return `${month}/${day}/${year} ${time.slice(0, 5)} ${zone}`
}
