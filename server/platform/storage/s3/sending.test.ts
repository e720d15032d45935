import { expect, test } from 'vitest'
import type { Part } from './parts.ts'
import { createSending } from './sending.ts'

const settled = () => new Promise((resolve) => setImmediate(resolve))

/** Parts that are on their way until they are told how they end. */
function parts() {
  const ends = new Map<number, PromiseWithResolvers<void>>()
  const released: number[] = []
  return {
    released,
    sent: () => [...ends.keys()],
    end: (number: number, error?: Error) => {
      if (error) ends.get(number)?.reject(error)
      else ends.get(number)?.resolve()
      return settled()
    },
    sendPart: ({ number }: Part) => {
      const end = Promise.withResolvers<void>()
      ends.set(number, end)
      return end.promise
    },
    part: (number: number): Part => ({
      number,
      bytes: Buffer.alloc(1),
      release: () => void released.push(number),
    }),
  }
}

test('parts go three at a time, one alone where room is scarce, and the end waits for all of them', async () => {
  let isScarce = false
  const { part, sendPart, sent, end } = parts()
  const sending = createSending({ isScarce: () => isScarce }, sendPart)
  for (const number of [1, 2, 3]) await sending.send(part(number))
  const fourth = sending.send(part(4))
  await settled()
  expect(sent()).toEqual([1, 2, 3])
  await end(2)
  await fourth
  expect(sent()).toEqual([1, 2, 3, 4])
  isScarce = true
  const fifth = sending.send(part(5))
  for (const number of [1, 3]) await end(number)
  expect(sent()).toEqual([1, 2, 3, 4])
  await end(4)
  await fifth
  let hasEnded = false
  const all = sending.end().then(() => {
    hasEnded = true
  })
  await settled()
  expect([sent(), hasEnded]).toEqual([[1, 2, 3, 4, 5], false])
  await end(5)
  await all
})

test('what one part fails by ends the transfer: no further part is sent, and what is on its way is waited for', async () => {
  const { part, sendPart, sent, end, released } = parts()
  const sending = createSending({ isScarce: () => false }, sendPart)
  for (const number of [1, 2, 3]) await sending.send(part(number))
  const fourth = sending.send(part(4))
  fourth.catch(() => {})
  await end(2, new Error('refused'))
  await expect(fourth).rejects.toThrow('refused')
  expect([sent(), released]).toEqual([[1, 2, 3], [4]])
  let hasEnded = false
  const ended = sending.end().finally(() => {
    hasEnded = true
  })
  ended.catch(() => {})
  await settled()
  expect(hasEnded).toBe(false)
  await end(1)
  await end(3, new Error('refused too'))
  await expect(ended).rejects.toThrow('refused')
})
