/** Something that a person has typed or chosen, and that the server may not have. */
export interface Work {
  readonly isUnsaved: () => boolean
  /** Where it saves itself, or is being sent: resolves once that has been tried. */
  readonly settle?: (() => Promise<unknown> | undefined) | undefined
}

/** The work in a part of the page: in a form, in a dialog. */
export class WorkGroup implements Work {
  readonly #works = new Set<Work>()

  get isEmpty(): boolean {
    return this.#works.size === 0
  }

  /** @returns what takes it out again */
  enter(work: Work): () => void {
    this.#works.add(work)
    return () => {
      this.#works.delete(work)
    }
  }

  readonly isUnsaved = (): boolean => [...this.#works].some((work) => work.isUnsaved())

  readonly settle = (): Promise<unknown> | undefined => {
    const running = [...this.#works].flatMap((work) => (work.isUnsaved() ? (work.settle?.() ?? []) : []))
    return running.length === 0 ? undefined : Promise.all(running)
  }
}

/** What the person is asked on the way out. */
export interface Leaving {
  readonly stay: () => void
  readonly leave: () => void
}

/** Whoever leaves waits this long, in ms, for a save before being asked. */
const SAVE_TIMEOUT_MS = 4000

/** All that is unsaved in the page, and the one question before any of it is left. */
export class UnsavedWork extends WorkGroup {
  #question: Leaving | null = null
  #attempt = 0
  /** Whether the browser is going elsewhere, and the person has been asked where that was needed. */
  #isLeaving = false
  readonly #listeners = new Set<() => void>()

  readonly subscribe = (changed: () => void): (() => void) => {
    this.#listeners.add(changed)
    return () => this.#listeners.delete(changed)
  }

  readonly question = (): Leaving | null => this.#question

  /** As long as there is a work the browser asks before the tab is closed or loaded again. */
  override enter(work: Work): () => void {
    window.addEventListener('beforeunload', this.#onUnload)
    const end = super.enter(work)
    return () => {
      end()
      if (this.isEmpty) window.removeEventListener('beforeunload', this.#onUnload)
    }
  }

  readonly #onUnload = (event: BeforeUnloadEvent): void => {
    if (this.isUnsaved() && !this.#isLeaving) event.preventDefault()
  }

  /**
   * Leaves a work: immediately where nothing of it is unsaved; otherwise once what saves itself has been saved, or the person
   * has said that it may be lost. A later call takes the place of one that is still waiting.
   */
  readonly leave = (work: Work, leave: () => void, stay?: () => void): void => {
    this.#attempt += 1
    const attempt = this.#attempt
    const running = work.isUnsaved() ? work.settle?.() : undefined
    if (!running) {
      this.#askOrLeave(work, leave, stay)
      return
    }
    const timeout = new Promise((resolve) => setTimeout(resolve, SAVE_TIMEOUT_MS))
    void Promise.race([running, timeout]).then(() => {
      if (attempt === this.#attempt) this.#askOrLeave(work, leave, stay)
    })
  }

  /** The same for the whole page, where the browser itself goes elsewhere and would ask once more. */
  readonly leavePage = (leave: () => void): void =>
    this.leave(this, () => {
      this.#isLeaving = true
      leave()
    })

  /** The page is gone, and its question with it. */
  readonly forget = (): void => {
    this.#attempt += 1
    this.#question = null
  }

  #askOrLeave(work: Work, leave: () => void, stay: () => void = () => {}): void {
    if (!work.isUnsaved()) {
      leave()
      return
    }
    const answered = (then: () => void) => () => {
      this.#ask(null)
      then()
    }
    this.#ask({ stay: answered(stay), leave: answered(leave) })
  }

  #ask(question: Leaving | null): void {
    this.#question = question
    for (const changed of this.#listeners) changed()
  }
}
