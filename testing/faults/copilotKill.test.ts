import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { pdfWith } from '../paper.ts'
import { newDataDir, startProduct } from '../product.ts'
import { databaseOf, endOrphan } from './embedded.ts'
import { contributors } from './fund.ts'

interface Job {
  id: string
  complete: boolean
  outputFileUrl: string | null
  failure: string | null
}

test('COP-10 a summary whose server is killed while the second file is read is made again at the next start, with nothing twice', async () => {
  const asked: string[] = []
  /** Called by the request that comes in the middle; its answer comes too late. */
  let onSecond: (() => Promise<void>) | null = null
  const service = createServer(async (request, response) => {
    const { messages } = JSON.parse(await text(request)) as { messages: { content: string }[] }
    const value = (messages[1]?.content ?? '').match(/\$[\d.]+ per MWh/)?.[0] ?? ''
    asked.push(value)
    if (asked.length === 2) await onSecond?.()
    const quotation = `The Contract Price is ${value}.`
    const facts = [{ field: 'price', value, detail: null, quotation, page: 1 }]
    response.end(JSON.stringify({ choices: [{ message: { content: JSON.stringify({ facts }) } }] }))
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const dataDir = newDataDir()
  const env = {
    DEMO: 'off',
    COPILOT_BASE_URL: `http://127.0.0.1:${(service.address() as AddressInfo).port}/v1`,
    COPILOT_MODEL: 'small-1',
  }
  let product = await startProduct({ dataDir, env })
  try {
    const database = databaseOf(dataDir)
    const [room] = await contributors(database, product.address, 1)
    await database.pool.query('update organisation set copilot = true')
    await database.close()
    const ids: string[] = []
    for (const [name, price] of [
      ['A first.pdf', '$41.10'],
      ['B second.pdf', '$42.20'],
    ] as const) {
      const bytes = Buffer.from(await pdfWith([`The Contract Price is ${price} per MWh.`]))
      const uploads = await room.announce([{ name, size: bytes.length }])
      for (const upload of uploads) await room.put(upload, bytes)
      ids.push(...(await room.confirm(uploads)).files.map(({ id }) => id))
    }
    let killed: Promise<void> | undefined
    onSecond = () => {
      killed = product.kill()
      return killed
    }
    await room.call(
      `mutation($treeId: ID!, $ids: [ID!]!) {
        createSummaryJob(treeId: $treeId, documentIds: $ids, jobType: PPA_ANALYSIS) { summaryJob { id } }
      }`,
      { ids },
    )
    while (!killed) await sleep(20)
    await killed
    product = await startProduct({ dataDir, env: { ...env, PORT: new URL(product.address).port } })
    const jobs = () =>
      room.call<Job[]>(
        'query($treeId: ID!) { summaryJobs(treeId: $treeId) { id complete outputFileUrl failure } }',
      )
    let listed = await jobs()
    for (; !listed.every(({ complete }) => complete); listed = await jobs()) await sleep(50)
    const [job, ...others] = listed
    expect([job?.failure, others]).toEqual([null, []])
    // The first file was read by both runs.
    expect(asked).toEqual(['$41.10 per MWh', '$42.20 per MWh', '$41.10 per MWh', '$42.20 per MWh'])
    const answer = await room.client.request(job?.outputFileUrl ?? '')
    const words = strFromU8(
      unzipSync(new Uint8Array(await answer.arrayBuffer()))['word/document.xml'] ?? new Uint8Array(),
    ).replace(/<[^>]+>/g, ' ')
    for (const price of [/\$41\.10 per MWh(?!\.)/g, /\$42\.20 per MWh(?!\.)/g])
      expect(words.match(price)).toHaveLength(1)
  } finally {
    await product.stop()
    service.closeAllConnections()
    service.close()
    endOrphan(dataDir)
    rmSync(dataDir, { recursive: true, force: true })
  }
})
