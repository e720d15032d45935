import { useEffect, useState } from 'react'

/**
 * Asks the server again a while after the first of several wishes, for all of them together, and never twice at a time; ms.
 * @returns for whoever has a wish
 */
export function useSoon(ask: () => Promise<unknown>, afterMs: number): () => void {
  const [soon] = useState(() => new Soon(afterMs))
  soon.ask = ask
  useEffect(() => soon.end, [soon])
  return soon.wish
}

class Soon {
  ask: () => Promise<unknown> = async () => {}
  readonly #afterMs: number
  #timer: ReturnType<typeof setTimeout> | undefined
  #isAsking = false
  #isWished = false

  constructor(afterMs: number) {
    this.#afterMs = afterMs
  }

  wish = (): void => {
    this.#isWished = true
    // An answer that is on its way may not know what this wish is for.
    if (!this.#isAsking) this.#start()
  }

  end = (): void => {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#isWished = false
  }

  #start(): void {
    this.#timer ??= setTimeout(() => void this.#run(), this.#afterMs)
  }

  async #run(): Promise<void> {
    this.#timer = undefined
    this.#isWished = false
    this.#isAsking = true
    // What fails is said by the reading itself.
    await this.ask().catch(() => {})
    this.#isAsking = false
    if (this.#isWished) this.#start()
  }
}
