import type { ProjectValues } from './values.ts'

/** A field that two people changed to different values. */
export interface Conflict {
  readonly path: string
  readonly mine: unknown
  readonly theirs: unknown
}

/** A field that only the other person changed. */
export interface TakenOver {
  readonly path: string
  readonly before: unknown
  readonly after: unknown
}

export interface Comparison {
  readonly conflicts: readonly Conflict[]
  readonly takenOver: readonly TakenOver[]
}

const LISTS = ['ppaContracts', 'panels', 'inverters', 'offtakers', 'portfolios'] as const

type Values = Readonly<Record<string, unknown>>

/** All values by their paths; a list whose length differs between the three stays one value. */
function flattened(values: ProjectValues, whole: ReadonlySet<string>): Map<string, unknown> {
  const flat = new Map<string, unknown>()
  const walk = (value: unknown, path: string) => {
    if (typeof value !== 'object' || value === null || whole.has(path)) return void flat.set(path, value)
    for (const [key, below] of Object.entries(value as Values))
      walk(below, path === '' ? key : `${path}.${key}`)
  }
  walk(values, '')
  return flat
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/**
 * What two people made of the same project: fields that both changed differently, and those that only the other one
 * changed. @param base what both began with
 */
export function compare(base: ProjectValues, mine: ProjectValues, theirs: ProjectValues): Comparison {
  const lengths = (list: (typeof LISTS)[number]) => [base, mine, theirs].map((each) => each[list].length)
  const whole = new Set<string>(LISTS.filter((list) => new Set(lengths(list)).size > 1))
  const [before, here, there] = [base, mine, theirs].map((each) => flattened(each, whole))
  const conflicts: Conflict[] = []
  const takenOver: TakenOver[] = []
  for (const [path, after] of there ?? []) {
    const old = before?.get(path)
    const own = here?.get(path)
    if (isSame(after, old) || isSame(after, own)) continue
    if (isSame(own, old)) takenOver.push({ path, before: old, after })
    else conflicts.push({ path, mine: own, theirs: after })
  }
  return { conflicts, takenOver }
}
