import { afterEach, expect, test, vi } from 'vitest'
import { PreviewFailure } from './failure.ts'
import { answerCalls, callWorker } from './workerCall.ts'

/** Both ends of a worker's line, without its thread, which this environment has none of. */
function line(reply: (question: never) => unknown) {
  const worker = { terminate: vi.fn(), postMessage: vi.fn(), onmessage: null as Worker['onmessage'] }
  vi.stubGlobal('self', {
    onmessage: null as ((event: { data: unknown }) => void) | null,
    postMessage: (data: unknown) => worker.onmessage?.call(worker as never, { data } as MessageEvent),
  })
  answerCalls(reply)
  const inside = self as unknown as { onmessage: (event: { data: unknown }) => void }
  worker.postMessage.mockImplementation((data: unknown) => inside.onmessage({ data }))
  return worker
}

const call = (worker: ReturnType<typeof line>, stop = new AbortController()) => ({
  calls: callWorker(worker as never, stop.signal),
  stop,
})

afterEach(() => vi.unstubAllGlobals())

test('each question gets its own answer, in whatever order they come', async () => {
  const slow = Promise.withResolvers<string>()
  const { calls } = call(line((question: string) => (question === 'slow' ? slow.promise : `${question}!`)))
  const first = calls.ask('slow', 1000)
  expect(await calls.ask('fast', 1000)).toBe('fast!')
  slow.resolve('at last')
  expect(await first).toBe('at last')
})

test('a failure keeps its words; others don’t tell what went wrong inside', async () => {
  const { calls } = call(
    line((question: string) => {
      throw question === 'known'
        ? new PreviewFailure('Too large.', { hint: 'Download it.' })
        : new TypeError('x of undefined')
    }),
  )
  await expect(calls.ask('known', 1000)).rejects.toMatchObject({
    message: 'Too large.',
    hint: 'Download it.',
  })
  await expect(calls.ask('unknown', 1000)).rejects.not.toBeInstanceOf(PreviewFailure)
})

test('a worker that takes too long is ended', async () => {
  const worker = line(() => new Promise(() => {}))
  await expect(call(worker).calls.ask('anything', 20)).rejects.toThrow(
    'This file takes too long to be shown here.',
  )
  expect(worker.terminate).toHaveBeenCalledOnce()
})

test('leaving the preview ends the worker and what waits for it', async () => {
  const worker = line(() => new Promise(() => {}))
  const { calls, stop } = call(worker)
  const waiting = calls.ask('anything', 1000)
  stop.abort()
  await expect(waiting).rejects.toThrow('The preview was left.')
  expect(worker.terminate).toHaveBeenCalledOnce()
  await expect(calls.ask('more', 1000)).rejects.toThrow()
})
