import { decide } from '../conflict/merge.ts'

/** What came of a save: the value that stands now, somebody else's in its place, or a sentence why it failed. */
export type SaveOutcome<Value> =
  | { readonly kind: 'saved'; readonly revision: number }
  | { readonly kind: 'conflict'; readonly revision: number; readonly value: Value }
  | { readonly kind: 'failed'; readonly message: string }

/** Sends a value with the revision that it was made from. Never throws. */
export type Save<Value> = (value: Value, revision: number) => Promise<SaveOutcome<Value>>

export type AutosaveState<Value> =
  /** Nothing was changed here yet. */
  | { readonly kind: 'untouched' }
  /** Changed, and sent as soon as the person pauses. */
  | { readonly kind: 'waiting' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'saved'; readonly at: Date }
  /** Somebody else saved meanwhile: nothing is sent until the person has chosen. */
  | { readonly kind: 'conflict'; readonly mine: Value; readonly theirs: Value }
  /** Not saved, and kept: sent again with the next change, or by `retry`. */
  | { readonly kind: 'failed'; readonly message: string }

interface Standing<Value> {
  readonly value: Value
  readonly revision: number
}

interface DraftOptions<Value> {
  /** The value as the server has it. */
  readonly base: Standing<Value>
  /** Pause in ms after the last change before it is sent. */
  readonly delay: number
  /** Sent so often while changes go on, rather than after a pause. */
  readonly throttled?: boolean
  readonly isEqual: (one: Value, other: Value) => boolean
}

/**
 * A value that one person edits and that saves itself: changes are coalesced, one save is under way at a time, and what
 * could not be saved is kept.
 */
export class Draft<Value> {
  save: Save<Value> = async () => ({ kind: 'failed', message: '' })
  #base: Standing<Value>
  #theirs: Standing<Value> | undefined
  #value: Value
  #state: AutosaveState<Value> = { kind: 'untouched' }
  #timer: ReturnType<typeof setTimeout> | undefined
  #running: Promise<void> | undefined
  readonly #delay: number
  readonly #throttled: boolean
  readonly #isEqual: (one: Value, other: Value) => boolean
  readonly #listeners = new Set<() => void>()

  constructor({ base, delay, throttled = false, isEqual }: DraftOptions<Value>) {
    this.#base = base
    this.#value = base.value
    this.#delay = delay
    this.#throttled = throttled
    this.#isEqual = isEqual
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly state = (): AutosaveState<Value> => this.#state

  get value(): Value {
    return this.#value
  }

  /** Whether there is something here that the server doesn't have. */
  get isUnsaved(): boolean {
    return this.#running !== undefined || !this.#isEqual(this.#value, this.#base.value)
  }

  edit(value: Value): void {
    this.#value = value
    if (this.#theirs) this.#enter({ kind: 'conflict', mine: value, theirs: this.#theirs.value })
    else if (this.#running) this.#enter({ kind: 'saving' })
    else this.#schedule()
  }

  /** Takes what the server has by now: in place of an untouched value, or as the other side of a conflict. */
  receive(now: Standing<Value>): void {
    // A save under way has an answer of its own; an older reading says nothing.
    const known = this.#theirs?.revision ?? this.#base.revision
    if (this.#running || now.revision <= known) return
    this.#merge(now)
  }

  /** Sends what is unsaved immediately; whether nothing is any more. */
  async flush(): Promise<boolean> {
    clearTimeout(this.#timer)
    // A change that was made during a save is sent after it.
    for (let round = 0; round < 2 && this.isUnsaved && !this.#theirs; round += 1) {
      await (this.#running ?? this.#send())
      if (this.#state.kind === 'failed') break
    }
    clearTimeout(this.#timer)
    if (this.isUnsaved && this.#state.kind === 'waiting') this.#schedule()
    return !this.isUnsaved
  }

  /** Saves this value over the other person's. */
  keepMine(): void {
    if (!this.#theirs) return
    this.#base = this.#theirs
    this.#theirs = undefined
    void this.#send()
  }

  /** Gives this value up for the other person's. */
  takeTheirs(): void {
    if (this.#theirs) this.#settle(this.#theirs, this.#theirs.value)
  }

  #schedule(): void {
    if (this.isUnsaved && this.#throttled && this.#state.kind === 'waiting') return
    clearTimeout(this.#timer)
    if (this.isUnsaved) {
      this.#timer = setTimeout(() => void this.#send(), this.#delay)
      this.#enter({ kind: 'waiting' })
    } else this.#enter({ kind: 'untouched' })
  }

  async #send(): Promise<void> {
    clearTimeout(this.#timer)
    if (this.#running) return this.#running
    const sent = this.#value
    if (this.#isEqual(sent, this.#base.value)) return this.#enter({ kind: 'untouched' })
    const saving = this.save(sent, this.#base.revision)
    const done = saving.then((outcome) => {
      this.#running = undefined
      this.#finish(outcome, sent)
    })
    this.#running = done
    this.#enter({ kind: 'saving' })
    return done
  }

  #finish(outcome: SaveOutcome<Value>, sent: Value): void {
    if (outcome.kind === 'failed') this.#enter(outcome)
    else if (outcome.kind === 'saved') {
      this.#base = { value: sent, revision: outcome.revision }
      if (this.isUnsaved) this.#schedule()
      else this.#enter({ kind: 'saved', at: new Date() })
    } else this.#merge(outcome)
  }

  /** Somebody saved: what only they changed is taken, and where both did, the person chooses. */
  #merge(now: Standing<Value>): void {
    const mine = this.#value
    const whose = decide(this.#base.value, mine, now.value, this.#isEqual)
    if (whose === 'theirs' || this.#isEqual(now.value, mine)) this.#settle(now, now.value)
    else if (whose === 'both' || this.#theirs) this.#conflict(now)
    // Something else of the same thing was saved.
    else {
      this.#base = now
      if (this.#state.kind === 'saving') this.#schedule()
    }
  }

  #conflict(theirs: Standing<Value>): void {
    clearTimeout(this.#timer)
    this.#theirs = theirs
    this.#enter({ kind: 'conflict', mine: this.#value, theirs: theirs.value })
  }

  #settle(base: Standing<Value>, value: Value): void {
    clearTimeout(this.#timer)
    this.#base = { value, revision: base.revision }
    this.#theirs = undefined
    this.#value = value
    this.#enter({ kind: 'untouched' })
  }

  #enter(state: AutosaveState<Value>): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}
