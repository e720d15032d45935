import { afterEach, expect, test, vi } from 'vitest'
import { turns } from '../../../../testing/settled.ts'
import { type FirstPart, readFirst } from '../reading/readFile.ts'
import { PART_BYTES, SignedRanges } from './signedRanges.ts'

const file = Uint8Array.from({ length: PART_BYTES + 5000 }, (_, at) => at % 251)

/** A server of one file that refuses addresses once they have expired. */
function serve({ content = file, etag = '"1"', over = [] as string[], status = 206 } = {}) {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push(url)
    if (over.includes(url)) return new Response('{}', { status: 403 })
    const [, begin, end] = /^bytes=(\d+)-(\d+)$/.exec(new Headers(init.headers).get('Range') ?? '') ?? []
    const part = content.slice(Number(begin), Number(end) + 1)
    const range = `bytes ${begin}-${Number(begin) + part.length - 1}/${content.length}`
    return new Response(part, { status, headers: { ETag: etag, 'Content-Range': range } })
  })
  return asked
}

afterEach(() => vi.unstubAllGlobals())

const never = async (): Promise<string> => {
  throw new Error('no fresh address was due')
}
const signal = new AbortController().signal

/** A transport whose parts and failures are kept. */
async function transport(renew: () => Promise<string> = never, first?: FirstPart) {
  const failures: unknown[] = []
  const start = first ?? (await readFirst('/files/old', renew, signal, PART_BYTES))
  const ranges = new SignedRanges('/files/old', start, renew, (error) => failures.push(error))
  const parts = new Map<number, Uint8Array | null>()
  vi.spyOn(ranges, 'onDataRange').mockImplementation((begin, chunk) => void parts.set(begin, chunk))
  return { ranges, parts, failures }
}

test('a small file comes whole with the first request', async () => {
  const asked = serve({ content: file.slice(0, 3000) })
  const first = await readFirst('/files/old', never, signal, PART_BYTES)
  expect(first.bytes).toHaveLength(3000)
  expect(first.total).toBe(3000)
  expect(asked).toHaveLength(1)
})

test('of a large file the parts come that are asked for', async () => {
  serve()
  const { ranges, parts } = await transport()
  expect(ranges.length).toBe(file.length)
  ranges.requestDataRange(PART_BYTES, PART_BYTES + 10)
  await vi.waitFor(() => expect(parts.size).toBe(1))
  expect(parts.get(PART_BYTES)).toEqual(file.slice(PART_BYTES, PART_BYTES + 10))
})

test('an address that has expired is replaced, once for all parts that wait for it', async () => {
  serve()
  const renew = vi.fn(async () => '/files/fresh')
  const { ranges, parts, failures } = await transport(renew)
  const asked = serve({ over: ['/files/old'] })
  ranges.requestDataRange(0, 10)
  ranges.requestDataRange(100, 110)
  await vi.waitFor(() => expect(parts.size).toBe(2))
  expect(renew).toHaveBeenCalledOnce()
  expect(failures).toEqual([])
  expect(asked.filter((url) => url === '/files/fresh')).toHaveLength(2)
})

test.each([
  ['deleted', { status: 404 }, 'This file has since been deleted.'],
  ['unreadable', { status: 500 }, 'This file could not be read from the server.'],
  ['replaced by a new version', { etag: '"2"' }, 'This file has since been replaced.'],
])('a file that was %s meanwhile says so', async (_how, changed, message) => {
  serve()
  const { ranges, parts, failures } = await transport()
  serve(changed)
  ranges.requestDataRange(0, 10)
  await vi.waitFor(() => expect(failures).toHaveLength(1))
  expect((failures[0] as Error).message).toBe(message)
  expect(parts.size).toBe(0)
})

test('what comes after the file was closed is dropped', async () => {
  serve()
  const { ranges, parts, failures } = await transport()
  ranges.requestDataRange(0, 10)
  ranges.abort()
  await turns()
  expect(parts.size).toBe(0)
  expect(failures).toEqual([])
})
