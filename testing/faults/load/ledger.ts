/** What was told of a change that was asked for. */
export type Told =
  /** It has happened. */
  | 'confirmed'
  /** It has not happened and will not. */
  | 'none'
  /** Nobody said: it may have happened or not. */
  | 'unknown'

export const KINDS = ['uploads', 'comments', 'questions', 'moves', 'permissions', 'zips'] as const
export type Kind = (typeof KINDS)[number]

/** One thing that was asked for once. */
export interface Entry {
  readonly kind: Kind
  /** By which it is found: the name of a file, the text of a comment, the number of a question. */
  readonly name: string
  readonly askedAt: number
  told: Told
  /** 0 while nothing was told. */
  toldAt: number
  /** Ids that the answer gave, or that were known before. */
  id: string
  /** What was asked for: where to, whether it opens, a hash. */
  readonly value: string
}

/** What is wrong, as a sentence that names it. */
export interface Findings {
  lost: string[]
  doubled: string[]
  exposed: string[]
}

export const noFindings = (): Findings => ({ lost: [], doubled: [], exposed: [] })

/** Everything that clients asked for and were told. */
export class Ledger {
  readonly entries: Entry[] = []
  /** What clients saw themselves while it ran: other bytes, or what was closed to them. */
  readonly seen: Findings = noFindings()
  /** Milliseconds from the first call that failed to the next one that did not, of who had to wait the longest. */
  longestErrorMs = 0
  readonly #failedSince = new Map<string, number>()
  /** Answers that failed, by what they said. */
  readonly failures = new Map<string, number>()

  ask(kind: Kind, name: string, { id = '', value = '' } = {}): Entry {
    const entry: Entry = { kind, name, askedAt: now(), told: 'unknown', toldAt: 0, id, value }
    this.entries.push(entry)
    return entry
  }

  tell(entry: Entry, told: Told, id = entry.id): void {
    Object.assign(entry, { told, id, toldAt: now() })
  }

  of(kind: Kind): Entry[] {
    return this.entries.filter((entry) => entry.kind === kind)
  }

  failed(what: string): void {
    this.failures.set(what, (this.failures.get(what) ?? 0) + 1)
  }

  /** How a call of somebody ended; the calls of one follow each other. */
  went(who: string, begun: number, isWell: boolean): void {
    if (!isWell && !this.#failedSince.has(who)) this.#failedSince.set(who, begun)
    const since = this.#failedSince.get(who)
    if (since === undefined) return
    this.longestErrorMs = Math.max(this.longestErrorMs, now() - since)
    if (isWell) this.#failedSince.delete(who)
  }

  /** Confirmed changes by kind. */
  told(): Record<Kind, number> {
    const count = (kind: Kind) => this.of(kind).filter(({ told }) => told === 'confirmed').length
    return Object.fromEntries(KINDS.map((kind) => [kind, count(kind)])) as Record<Kind, number>
  }

  /** What was known at a moment: what was told later may have happened by then or not. */
  before(moment: number): Ledger {
    const known = new Ledger()
    for (const entry of this.entries) {
      const isKnown = entry.told === 'none' || (entry.told === 'confirmed' && entry.toldAt < moment)
      known.entries.push(isKnown ? entry : { ...entry, told: 'unknown' })
    }
    return known
  }
}

/** Milliseconds that no clock of the machine changes. */
export const now = (): number => performance.now()
