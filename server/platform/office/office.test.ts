import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { paragraph, wordFile } from '../../../testing/officeFiles.ts'
import { createPageDrawer } from '../pages/index.ts'
import { findProgram } from '../programs/index.ts'
import { createOffice, OfficeClosed } from './index.ts'
import { OFFICE_PROCESS } from './limits.ts'
import { findConfinement } from './network.ts'
import { PROFILE } from './profile.ts'

vi.setConfig({ testTimeout: 240_000 })

const warned: string[] = []
const log = { warn: (message: string) => void warned.push(message) }
const folder = mkdtempSync(path.join(os.tmpdir(), 'helioroom-lo-'))
// Conversions of other tests lie elsewhere.
const formerTmp = process.env.TMPDIR
const conversions = mkdtempSync(path.join(os.tmpdir(), 'helioroom-made-'))
chmodSync(conversions, 0o755)
process.env.TMPDIR = conversions
const drawer = createPageDrawer()
afterAll(() => {
  drawer.close()
  if (formerTmp === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = formerTmp
  rmSync(conversions, { recursive: true, force: true })
  rmSync(folder, { recursive: true, force: true })
})

const soffice = await findProgram('soffice')
if (!soffice) console.log('LibreOffice: skipped, since soffice is not installed.')

/** A program in the place of LibreOffice, which does what the script says; $out is where its PDF is looked for. */
function programOf(name: string, script: string): string {
  const file = path.join(folder, name)
  writeFileSync(
    file,
    `#!/bin/sh\nwhile [ $# -gt 1 ]; do [ "$1" = --outdir ] && out="$2/file.pdf"; shift; done\nin="$1"\n${script}\n`,
    { mode: 0o755 },
  )
  return file
}
const officeOf = (program: string | undefined, limits = {}, confinement = findConfinement) =>
  createOffice({ program }, log, { ...OFFICE_PROCESS, ...limits }, confinement)
const file = (bytes: Buffer, extension = 'docx') => ({
  extension,
  source: (write: (chunk: Buffer) => Promise<void>) => write(bytes),
})
const made = async (pdf: { path: string; size: number }) => readFileSync(pdf.path)
const leftOver = () => readdirSync(conversions)
const commands = () => execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).split('\n')
const open = { network: 'PROXY', prefix: [], user: null } as const

test('PAGE-03 LibreOffice can be off; a path that is no program is said in the log', async () => {
  expect(await officeOf('off').isThere()).toBe(false)
  expect(await officeOf('off').about()).toBeNull()
  expect(warned).toEqual([])
  expect(await officeOf('/nowhere/soffice').isThere()).toBe(false)
  expect(warned).toEqual([
    'LIBREOFFICE is /nowhere/soffice, which is no program that can be run. Office files get plain pages.',
  ])
})

test('the version of LibreOffice is not waited for by whoever asks about it', async () => {
  const go = path.join(folder, 'go')
  const office = officeOf(
    programOf('speaks', `while [ ! -e ${go} ]; do sleep 0.05; done\necho LibreOffice 24.8.1`),
    {},
    async () => open,
  )
  expect(await office.about()).toEqual({ name: 'LibreOffice', network: 'PROXY' })
  writeFileSync(go, '')
  await expect
    .poll(() => office.about(), { timeout: 20_000 })
    .toEqual({ name: 'LibreOffice 24.8', network: 'PROXY' })
})

test('PAGE-10 each file has a profile and a folder of its own, which are gone afterwards; one is opened at a time', async () => {
  const office = officeOf(
    programOf(
      'looks',
      'date +%s%N >"$out"; env >>"$out"; find "$HOME" -type f >>"$out"; cat "$in" >>"$out"; echo >>"$out"; sleep 0.3; date +%s%N >>"$out"',
    ),
    {},
    async () => open,
  )
  process.env.HELIOROOM_TEST_SECRET = 'secret of the server'
  try {
    const [one, other] = await Promise.all([
      office.toPdf(file(Buffer.from('first file')), made),
      office.toPdf(file(Buffer.from('second file')), made),
    ])
    const texts = [one, other].map((answer) => ('used' in answer ? answer.used.toString('utf8') : ''))
    expect(texts[0]).toContain('first file')
    expect(texts[1]).toContain('second file')
    expect(texts.join()).not.toContain('secret of the server')
    const profiles = texts.map((text) => /^.*registrymodifications\.xcu$/m.exec(text)?.[0])
    expect(new Set(profiles).size).toBe(2)
    const times = texts.flatMap((text) => text.match(/^\d{19}$/gm) ?? []).map(BigInt)
    expect(times).toHaveLength(4)
    expect([...times].sort()).toEqual(times)
  } finally {
    delete process.env.HELIOROOM_TEST_SECRET
  }
  expect(leftOver()).toEqual([])
})

test('PAGE-10 links of texts and of spreadsheets are never followed', () => {
  // As each program numbers its ways: Writer has never, on request, always; Calc always, never, on request.
  for (const [program, never] of [
    ['Writer', 0],
    ['Calc', 1],
  ] as const) {
    expect(PROFILE).toContain(
      `<item oor:path="/org.openoffice.Office.${program}/Content/Update"><prop oor:name="Link" oor:op="fuse"><value>${never}</value>`,
    )
  }
})

test('PAGE-10 folders of a server that was killed are removed, whatever else is called so', async () => {
  const abandoned = path.join(conversions, 'helioroom-office-0-abandoned')
  mkdirSync(abandoned)
  writeFileSync(path.join(abandoned, 'file.docx'), 'As it was uploaded')
  // What can't be looked at, wherever it is listed.
  const links = Array.from({ length: 9 }, (_, at) => path.join(conversions, `helioroom-office-0-${at}`))
  for (const link of links) symlinkSync('/proc/self/fd/nothing/there', link)
  officeOf('off')
  await expect.poll(() => existsSync(abandoned), { timeout: 20_000 }).toBe(false)
  for (const link of links) rmSync(link, { force: true })
})

test('PAGE-10 what takes too long or too much memory is killed with all that it has started, and leaves nothing', async () => {
  const confined = async () => open
  const slow = officeOf(programOf('slow', 'sleep 983 & sleep 983'), { timeMs: 2000 }, confined)
  expect(await slow.toPdf(file(Buffer.from('x')), made)).toEqual({ failure: 'TIME' })
  await expect
    .poll(() => commands().filter((each) => each.startsWith('sleep 983')), { timeout: 20_000 })
    .toEqual([])
  if (process.platform === 'linux') {
    const hungry = officeOf(
      programOf(
        'hungry',
        'awk \'BEGIN { s = "x"; while (length(s) < 200000000) s = s s; while (1); }\' & wait',
      ),
      { memoryBytes: 100_000_000 },
      confined,
    )
    expect(await hungry.toPdf(file(Buffer.from('x')), made)).toEqual({ failure: 'MEMORY' })
  }
  // It ends well where it could make nothing, too.
  expect(
    await officeOf(programOf('none', 'exit 0'), {}, confined).toPdf(file(Buffer.from('x')), made),
  ).toEqual({
    failure: 'FAILED',
  })
  expect(leftOver()).toEqual([])
})

test('a program that is killed in the middle gives no half of a file, ends with all that it has started, and the next file is opened', async () => {
  const again = path.join(folder, 'again')
  const office = officeOf(
    programOf(
      'killed',
      `[ -e ${again} ] && { cat "$in" >"$out"; exit 0; }\nprintf half >"$out"; sleep 986 & echo $$ >${again}; wait`,
    ),
    {},
    async () => open,
  )
  const making = office.toPdf(file(Buffer.from('first')), made)
  const pid = () => Number(existsSync(again) && readFileSync(again, 'utf8'))
  await expect.poll(pid, { timeout: 20_000 }).toBeGreaterThan(0)
  process.kill(pid(), 'SIGKILL')
  expect(await making).toEqual({ failure: 'FAILED' })
  await expect
    .poll(() => commands().filter((each) => each.startsWith('sleep 986')), { timeout: 20_000 })
    .toEqual([])
  expect(leftOver()).toEqual([])
  expect(await office.toPdf(file(Buffer.from('second')), made)).toEqual({ used: Buffer.from('second') })
})

test('a server that is being stopped ends what is running, and opens nothing more', async () => {
  const office = officeOf(programOf('endless', 'sleep 984'), {}, async () => open)
  const making = office.toPdf(file(Buffer.from('x')), made)
  making.catch(() => {})
  await expect
    .poll(() => commands().some((each) => each.startsWith('sleep 984')), { timeout: 20_000 })
    .toBe(true)
  office.close()
  await expect(making).rejects.toThrow(OfficeClosed)
  await expect(office.toPdf(file(Buffer.from('x')), made)).rejects.toThrow(OfficeClosed)
  expect(leftOver()).toEqual([])
})

/** Counts who asks for something at an address of this machine. */
async function listening() {
  const asked: string[] = []
  const server = http.createServer((request, response) => {
    asked.push(request.url ?? '')
    response.end('<p>Fetched words</p>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { asked, port: (server.address() as AddressInfo).port, close: () => server.close() }
}

test.runIf(soffice)(
  'PAGE-09 PAGE-10 an Office file that names pictures, templates and files elsewhere makes no request and shows none of them',
  async () => {
    const secret = path.join(folder, 'secret.txt')
    writeFileSync(secret, 'Words of another file')
    const { asked, port, close } = await listening()
    const at = (name: string) => `http://127.0.0.1:${port}/${name}`
    const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
    const picture = (id: string) =>
      `<w:p><w:r><w:drawing><wp:inline><wp:extent cx="914400" cy="914400"/><wp:docPr id="1" name="x"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="0" name="x"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:link="${id}"/></pic:blipFill><pic:spPr/></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`
    const field = (target: string) =>
      `<w:p><w:r><w:fldChar w:fldCharType="begin" w:dirty="true"/></w:r><w:r><w:instrText>INCLUDETEXT "${target}"</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`
    const bytes = wordFile(
      `${paragraph('Own words')}${picture('rId7')}${field(secret)}${field(at('included.html'))}`,
      {
        relations: `<Relationship Id="rId7" Type="${R}/image" Target="${at('picture.png')}" TargetMode="External"/><Relationship Id="rId8" Type="${R}/attachedTemplate" Target="${at('template.dotx')}" TargetMode="External"/>`,
        parts: {
          'word/settings.xml': `<w:settings xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${R}"><w:attachedTemplate r:id="rId1"/></w:settings>`,
          'word/_rels/settings.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${R}/attachedTemplate" Target="${at('settings.dotx')}" TargetMode="External"/></Relationships>`,
        },
      },
    )
    // As the system allows it, and once without a namespace, where the profile alone keeps it from the network.
    for (const confinement of [findConfinement, async () => open]) {
      const office = officeOf(undefined, {}, confinement)
      const answer = await office.toPdf(file(bytes), made)
      if (!('used' in answer)) throw new Error(`No PDF was made: ${answer.failure}.`)
      const pdf = answer.used
      const words = await drawer.words(
        { kind: 'pdf', size: pdf.length, source: (write) => write(pdf) },
        { from: 1, to: 20 },
      )
      expect(words.join('\n')).toContain('Own words')
      expect(words.join('\n')).not.toContain('Words of another file')
      expect(words.join('\n')).not.toContain('Fetched words')
      office.close()
    }
    expect(leftOver()).toEqual([])
    // Its processes have ended, and requests are taken in the order of their coming.
    await (await fetch(at('own'))).text()
    expect(asked).toEqual(['/own'])
    close()
  },
)
