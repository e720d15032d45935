import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { paragraph, wordFile } from '../../../testing/officeFiles.ts'
import { createOffice } from '../office/index.ts'
import { findProgram } from '../programs/index.ts'
import { createOfficePdfs, createPageDrawer } from './index.ts'

// Processes are started.
vi.setConfig({ testTimeout: 240_000 })

const soffice = await findProgram('soffice')
if (!soffice) console.log('LibreOffice: skipped, since soffice is not installed.')

const log = { warn: () => {} }
const pdfs = {
  plain: createOfficePdfs(createOffice({ program: 'off' }, log)),
  ...(soffice && { laidOut: createOfficePdfs(createOffice({ program: undefined }, log)) }),
}
const drawer = createPageDrawer()
const folder = mkdtempSync(path.join(os.tmpdir(), 'helioroom-hostile-'))
const secret = path.join(folder, 'secret.txt')
const asked: string[] = []
const server = http.createServer((request, response) => {
  asked.push(request.url ?? '')
  response.end('<!ENTITY far "Fetched words">')
})
let origin = ''
beforeAll(async () => {
  // For whatever user it runs as.
  chmodSync(folder, 0o755)
  writeFileSync(secret, 'Words of another file', { mode: 0o644 })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  for (const each of Object.values(pdfs)) each.close()
  drawer.close()
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

type Found = { words: string } | { reason: string }

/** Words of its pages, or why there are none. */
async function found(by: (typeof pdfs)['plain'], extension: string, bytes: Buffer): Promise<Found> {
  const made = await by.make(
    { extension, size: bytes.length, source: (write) => write(bytes) },
    async (content) => (await drawer.words({ kind: 'pdf', ...content }, { from: 1, to: 20 })).join(' '),
  )
  return 'used' in made ? { words: made.used } : { reason: made.reason }
}

const withDoctype = (body: string, doctype: string): Buffer => {
  const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
  return wordFile('', {
    parts: {
      'word/document.xml': `<?xml version="1.0"?>${doctype}<w:document ${W}><w:body>${body}</w:body></w:document>`,
    },
  })
}
const laughs = `<!DOCTYPE w [<!ENTITY a0 "lol">${Array.from({ length: 30 }, (_, at) => `<!ENTITY a${at + 1} "&a${at};&a${at};&a${at};&a${at};">`).join('')}]>`

interface Hostile {
  title: string
  make: () => Buffer
  /** What is made of it without LibreOffice, whose reader is ours. */
  plain: Found
  /** Words that LibreOffice shows where it makes pages of it. */
  own: string
}

const FILES: readonly Hostile[] = [
  {
    title: 'entities of a file of the server',
    make: () =>
      withDoctype(paragraph('Own words &x;'), `<!DOCTYPE w [<!ENTITY x SYSTEM "file://${secret}">]>`),
    plain: { words: 'Own words &x;' },
    own: 'Own words',
  },
  {
    title: 'entities from outside',
    make: () =>
      withDoctype(
        paragraph('Own words &x;'),
        `<!DOCTYPE w [<!ENTITY x SYSTEM "${origin}/x"><!ENTITY % far SYSTEM "${origin}/far.dtd"> %far;]>`,
      ),
    plain: { words: 'Own words &x;' },
    own: 'Own words',
  },
  {
    title: 'entities of entities, a quintillion of them',
    make: () => withDoctype(paragraph('&a30;'), laughs),
    plain: { words: '&a30;' },
    own: '',
  },
  {
    // A little more than what a file may unpack to.
    title: 'a part that unpacks to 136 MiB',
    make: () => withDoctype(paragraph('Own words') + ' '.repeat(136 * 1024 * 1024), ''),
    plain: { reason: 'It is damaged or empty.' },
    own: 'Own words',
  },
  {
    title: 'elements in elements, 200,000 deep',
    make: () => withDoctype('<w:p>'.repeat(200_000) + '</w:p>'.repeat(200_000), ''),
    plain: { words: '' },
    own: '',
  },
]
const made = new Map<string, Buffer>()
const bytesOf = ({ title, make }: Hostile): Buffer => {
  const bytes = made.get(title) ?? make()
  made.set(title, bytes)
  return bytes
}

const next = () => wordFile(paragraph('Next file'))
const NEXT = { words: expect.stringContaining('Next file') }

test.each(FILES)(
  '$title: nothing of it without LibreOffice, no request, and the next file has pages',
  async (file) => {
    expect(await found(pdfs.plain, 'docx', bytesOf(file))).toEqual(file.plain)
    expect(asked).toEqual([])
    expect(await found(pdfs.plain, 'docx', next())).toMatchObject(NEXT)
  },
)

describe.runIf(pdfs.laidOut)('by LibreOffice', () => {
  const laidOut = pdfs.laidOut ?? pdfs.plain

  test.each(FILES)('$title: pages with nothing of it or a reason, and no request', async (file) => {
    const answer = await found(laidOut, 'docx', bytesOf(file))
    if ('reason' in answer) expect(answer.reason).toMatch(/^It .+\.$/)
    else {
      expect(answer.words).toContain(file.own)
      expect(answer.words.length).toBeLessThan(1_000_000)
    }
    expect(JSON.stringify(answer)).not.toMatch(/another file|Fetched words/)
    expect(asked).toEqual([])
  })

  test('the file after them has pages', async () => {
    expect(await found(laidOut, 'docx', next())).toMatchObject(NEXT)
  })
})
