/** What a verification finds wrong. */
export type FindingKind =
  | 'CHANGED'
  | 'MISSING'
  | 'ADDED'
  | 'REORDERED'
  | 'CUT'
  | 'CHECKPOINT'
  | 'SIGNATURE'
  | 'REMOVAL'
  | 'TIME_STAMP'

export interface Finding {
  kind: FindingKind
  /** Where in the record, from 0; null where it has no place in it. */
  position: number | null
  /** When the entry was written, or the checkpoint was signed; null where nothing says so. */
  at: Date | null
  /** One sentence. */
  text: string
}

/** Findings that are named of one record; of more there is the number alone. */
const MAX_NAMED = 100

export interface Findings {
  readonly named: Finding[]
  readonly count: number
  add(finding: Finding): void
}

export function createFindings(): Findings {
  const named: Finding[] = []
  let count = 0
  return {
    named,
    get count() {
      return count
    },
    add: (finding) => {
      count += 1
      if (named.length < MAX_NAMED) named.push(finding)
    },
  }
}

/** The findings as people read them, one a line. */
export function findingLines({ named, count }: Pick<Findings, 'named' | 'count'>): string[] {
  const lines = named.map(({ position, at, text }) =>
    [position === null ? [] : `Position ${position}`, at === null ? [] : at.toISOString(), text]
      .flat()
      .join(', '),
  )
  return count > named.length ? [...lines, `And ${count - named.length} more.`] : lines
}
