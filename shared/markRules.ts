/** Where on a page a mark is drawn. */
export const MARK_POSITIONS = ['TILED', 'DIAGONAL', 'TOP', 'BOTTOM'] as const
export type MarkPosition = (typeof MARK_POSITIONS)[number]

/** How pages of a tree are marked (MARK). */
export interface Mark {
  pattern: string
  position: MarkPosition
  /** Per cent. */
  opacity: number
  /** Points. */
  size: number
  /** IANA name of the zone of date and time. */
  zone: string
  /** Whether those with the original see marked pages, too. */
  originals: boolean
  /** Whether marked PDFs ask readers of PDFs to refuse changes and copying. */
  restrictPdf: boolean
}

/** As every tree has it at first. */
export const FIRST_MARK: Mark = {
  pattern: '{name} · {email}\n{company} · {date} {time}',
  position: 'TILED',
  opacity: 25,
  size: 14,
  zone: 'UTC',
  originals: false,
  restrictPdf: false,
}

/** What a pattern may name (MARK-03). */
export const MARK_WORDS = [
  'name',
  'email',
  'company',
  'group',
  'room',
  'date',
  'time',
  'address',
  'document',
  'page',
] as const

const MAX_LINES = 3
const MAX_CHARACTERS = 200
export const MARK_OPACITY = { least: 10, most: 60 } as const
export const MARK_SIZE = { least: 8, most: 36 } as const

/** What is wrong with a pattern, in one sentence; null where it is good (MARK-04). */
export function markPatternProblem(pattern: string): string | null {
  if (pattern.trim() === '') return 'Please enter what the mark says.'
  if (pattern.split('\n').length > MAX_LINES || [...pattern].length > MAX_CHARACTERS) {
    return `A mark has at most ${MAX_LINES} lines and ${MAX_CHARACTERS} characters.`
  }
  const known: ReadonlySet<string> = new Set(MARK_WORDS)
  const unknown = [...pattern.matchAll(/\{([^{}]*)\}/g)].find(([, word = '']) => !known.has(word))
  if (!unknown) return null
  const words = MARK_WORDS.map((word) => `{${word}}`)
  return `There is no ${unknown[0]}. Please choose among ${words.slice(0, -1).join(', ')} and ${words.at(-1)}.`
}

const within = (value: number, { least, most }: { least: number; most: number }): boolean =>
  Number.isInteger(value) && value >= least && value <= most

export const markOpacityProblem = (opacity: number): string | null =>
  within(opacity, MARK_OPACITY) ? null : 'Please enter a number from 10 to 60.'
export const markSizeProblem = (size: number): string | null =>
  within(size, MARK_SIZE) ? null : 'Please enter a number from 8 to 36.'

export function markZoneProblem(zone: string): string | null {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone })
    // Offsets such as +01:00 are no names.
    return /^[A-Za-z]/.test(zone) ? null : 'Please choose a time zone.'
  } catch {
    return 'Please choose a time zone.'
  }
}

/** What is wrong with each part of a mark; null where it is good. */
export const markProblems = ({ pattern, opacity, size, zone }: Mark): Record<string, string | null> => ({
  pattern: markPatternProblem(pattern),
  opacity: markOpacityProblem(opacity),
  size: markSizeProblem(size),
  zone: markZoneProblem(zone),
})
