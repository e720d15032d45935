import { useEffect, useState } from 'react'

/**
 * Refetches a while after the first of several requests, once for all of them, and never twice at a time.
 * @param afterMs milliseconds
 * @returns requests it
 */
export function useThrottledRefetch(refetch: () => Promise<unknown>, afterMs: number): () => void {
  const [throttled] = useState(() => new ThrottledRefetch(afterMs))
  throttled.refetch = refetch
  useEffect(() => throttled.end, [throttled])
  return throttled.request
}

class ThrottledRefetch {
  refetch: () => Promise<unknown> = async () => {}
  readonly #afterMs: number
  #timer: ReturnType<typeof setTimeout> | undefined
  #isRefetching = false
  #isRequested = false

  constructor(afterMs: number) {
    this.#afterMs = afterMs
  }

  request = (): void => {
    this.#isRequested = true
    // An answer that is on its way may not know what this request is for.
    if (!this.#isRefetching) this.#start()
  }

  end = (): void => {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#isRequested = false
  }

  #start(): void {
    this.#timer ??= setTimeout(() => void this.#run(), this.#afterMs)
  }

  async #run(): Promise<void> {
    this.#timer = undefined
    this.#isRequested = false
    this.#isRefetching = true
    // What fails is said by the reading itself.
    await this.refetch().catch(() => {})
    this.#isRefetching = false
    if (this.#isRequested) this.#start()
  }
}
