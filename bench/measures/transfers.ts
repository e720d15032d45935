import { randomBytes, randomUUID } from 'node:crypto'
import { Conversation } from '../support/conversation.ts'
import { Caller } from '../support/load.ts'
import type { Measure } from '../support/measure.ts'
import { median, medianRatio, type Target } from '../support/statistics.ts'

const MB = 1_000_000

/** One file of 100 MB up and down, against a bare stream to the disk with fsync and a bare stream from it. */
export const transfers: Measure = {
  name: 'transfers',
  run: async (stage, { quick }) => {
    const rounds = quick ? 3 : 9
    const opened = await stage()
    const product = new Caller(opened.product.origin, 1)
    const floor = new Caller(opened.floor.origin, 1)
    const conversation = await Conversation.open(opened, product)
    const content = randomBytes(100 * MB)
    const [id] = await conversation.upload([`Lidar survey ${randomUUID()}.las`], content)
    await floor.send({ method: 'PUT', path: '/files/large', body: content })

    const sides = {
      upload: () => conversation.upload([`Lidar survey ${randomUUID()}.las`], content),
      bareUpload: () => floor.send({ method: 'PUT', path: '/files/large?sync=true', body: content }),
      download: async () => whole(await product.count(await conversation.downloadOf(id ?? ''))),
      bareDownload: async () => whole(await floor.count({ method: 'GET', path: '/files/large' })),
    }
    const rates: Record<keyof typeof sides, number[]> = {
      upload: [],
      bareUpload: [],
      download: [],
      bareDownload: [],
    }
    const keys = Object.keys(sides) as (keyof typeof sides)[]
    for (let round = 0; round < rounds; round += 1) {
      for (const key of round % 2 === 0 ? keys : keys.toReversed()) {
        const began = performance.now()
        await sides[key]()
        rates[key].push(content.length / MB / ((performance.now() - began) / 1000))
      }
    }
    product.close()
    floor.close()
    const figure = (title: string, ours: keyof typeof sides, bare: keyof typeof sides, target: Target) => ({
      title,
      ours: `${Math.round(median(rates[ours]))} MB/s`,
      floor: `${Math.round(median(rates[bare]))} MB/s`,
      value: medianRatio(rates[ours], rates[bare]),
      target,
    })
    return [
      figure('upload of 100 MB', 'upload', 'bareUpload', { atLeast: 0.5 }),
      figure('download of 100 MB', 'download', 'bareDownload', { atLeast: 0.9 }),
    ]
  },
}

/** @throws for an answer that was cut short */
function whole(bytes: number): void {
  if (bytes !== 100 * MB) throw new Error(`Only ${bytes} bytes came back.`)
}
