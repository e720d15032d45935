import { PreviewFailure } from './failure.ts'

/** A question to a worker, or its answer, with a number by which they belong together. */
interface Numbered {
  readonly id: number
}
interface Question extends Numbered {
  readonly question: unknown
}
interface Answer extends Numbered {
  readonly answer?: unknown
  readonly failure?: { message: string; hint: string | undefined } | 'unforeseen'
}

/** A worker that answers questions. */
interface WorkerCalls {
  /**
   * Asks the worker. One that does not answer in `limit` ms is ended.
   * @throws PreviewFailure as the worker threw it, or when it took too long
   */
  ask<Value>(question: unknown, limit: number, transfer?: Transferable[]): Promise<Value>
  close(): void
}

/** Starts a worker that ends when the signal says so. */
export function callWorker(worker: Worker, signal: AbortSignal): WorkerCalls {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let asked = 0
  const end = (error: Error) => {
    worker.terminate()
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  const close = () => end(new Error('The preview was left.'))
  signal.addEventListener('abort', close, { once: true })
  worker.onerror = (event) => {
    event.preventDefault()
    end(new Error('The worker failed.'))
  }
  worker.onmessage = ({ data }: MessageEvent<Answer>) => {
    const asker = waiting.get(data.id)
    waiting.delete(data.id)
    if (data.failure === undefined) asker?.resolve(data.answer)
    else if (data.failure === 'unforeseen') asker?.reject(new Error('The worker could not do it.'))
    else asker?.reject(new PreviewFailure(data.failure.message, { hint: data.failure.hint }))
  }
  return {
    ask: async <Value>(question: unknown, limit: number, transfer: Transferable[] = []) => {
      signal.throwIfAborted()
      asked += 1
      const id = asked
      const asker = Promise.withResolvers<unknown>()
      waiting.set(id, asker)
      const timer = setTimeout(
        () => end(new PreviewFailure('This file takes too long to be shown here.')),
        limit,
      )
      worker.postMessage({ id, question } satisfies Question, transfer)
      try {
        return (await asker.promise) as Value
      } finally {
        clearTimeout(timer)
      }
    },
    close,
  }
}

/** In a worker: answers each question in its turn. */
export function answerCalls(reply: (question: never) => unknown): void {
  self.onmessage = async ({ data: { id, question } }: MessageEvent<Question>) => {
    let answer: Answer
    try {
      answer = { id, answer: await reply(question as never) }
    } catch (error) {
      const failure =
        error instanceof PreviewFailure
          ? { message: error.message, hint: error.hint }
          : ('unforeseen' as const)
      answer = { id, failure }
    }
    self.postMessage(answer)
  }
}
