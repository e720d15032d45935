import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  bytesOf,
  createPagesRoom,
  type PagesRoom,
  pixels,
} from '../../server/modules/documents/pages/pages.fixture.ts'
import type { Client } from '../client.ts'
import { testDatabase } from '../database/index.ts'
import { pdfWith } from '../paper.ts'
import { bucketSettings, hasObjectStore, newBucket, objectStore } from './bucket.ts'
import { type FaultyLine, faultyLine } from './faultyLine.ts'

const pages = createPagesRoom(testDatabase())

describe.runIf(hasObjectStore())('pages of files on an object store', () => {
  let line: FaultyLine
  let room: PagesRoom

  beforeAll(async () => {
    const bucket = await newBucket()
    line = await faultyLine(objectStore().endpoint)
    room = await pages.start({
      ...bucketSettings(bucket),
      S3_ENDPOINT: line.endpoint,
    })
  })
  afterAll(async () => {
    line.fault = () => null
    await room.server.close()
    await line.close()
  })

  const upload = async (name: string): Promise<string> => {
    const id = await pages.upload(name, await pdfWith([name]))
    await pages.level(id, 'PDF')
    return id
  }
  const urlOf = async (who: Client, id: string): Promise<string> => (await pages.first(who, id)).url
  const markedPdf = async (id: string) => {
    const { data, errors } = await room.bidder.graphql(
      'mutation($treeId: ID!, $id: ID!) { downloadMarkedPdf(treeId: $treeId, documentId: $id) { url } }',
      { treeId: room.treeId, id },
    )
    expect(errors).toEqual([])
    const marked = data?.downloadMarkedPdf as { url: string }
    return marked.url
  }
  const shown = async (answer: Response) => {
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp'])
    return pixels(await bytesOf(answer))
  }
  /** Whether a page has a mark: it differs from the page as the admin has it, who has the original. */
  const isMarked = async (id: string, answer: Response) =>
    !(await shown(await room.admin.request(await urlOf(room.admin, id)))).equals(await shown(answer))

  test('while it does not answer nothing is given out, whether a page is kept or not, and then all of it with its mark', async () => {
    const [fresh, kept] = [await upload('Fresh.pdf'), await upload('Kept.pdf')]
    const [url, keptUrl, pdf] = [
      await urlOf(room.bidder, fresh),
      await urlOf(room.bidder, kept),
      await markedPdf(fresh),
    ]
    expect(await isMarked(kept, await room.bidder.request(keptUrl))).toBe(true)
    expect(await isMarked(kept, await room.admin.request(await urlOf(room.admin, kept)))).toBe(false)
    line.fault = () => ({ status: 503 })
    for (const address of [url, keptUrl, pdf]) {
      const answer = await room.bidder.request(address)
      expect([address, answer.status]).toEqual([address, 503])
      expect(await answer.json()).toEqual({
        error: {
          code: 'UNAVAILABLE',
          message: 'The storage does not answer right now. Please try again in a moment.',
        },
      })
    }
    line.fault = () => null
    expect(await isMarked(fresh, await room.bidder.request(url))).toBe(true)
    expect((await room.bidder.request(pdf)).headers.get('content-type')).toBe('application/pdf')
  })

  test('a store that keeps nothing new keeps no page, and each goes out with its mark', async () => {
    const id = await upload('Not kept.pdf')
    const url = await urlOf(room.bidder, id)
    line.fault = ({ method }) => (method === 'PUT' ? { status: 507 } : null)
    for (let time = 0; time < 2; time += 1) {
      expect(await isMarked(id, await room.bidder.request(url))).toBe(true)
    }
  })
})
