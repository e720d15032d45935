import type { Comparison, Difference } from '../../../platform/comparing/index.ts'
import type { Version } from '../versions/versions.ts'

type Refused = Exclude<Comparison, Difference>

/** What is said of a version, after its number. */
const OF_VERSION: Readonly<Record<Extract<Refused, { side: unknown }>['refused'], string>> = {
  NO_TEXT: 'has no text of its own',
  PROTECTED: 'is protected by a password',
  OLD: 'is of an old Office format',
  DAMAGED: 'is damaged',
  LARGE: 'is too large to be compared',
}

/** Why two versions can't be compared, in a sentence. */
export function refusalOf(
  refused: Refused,
  versions: Readonly<Record<'older' | 'newer', Pick<Version, 'number'>>>,
): string {
  if ('side' in refused) return `Version ${versions[refused.side].number} ${OF_VERSION[refused.refused]}.`
  return refused.refused === 'LONG'
    ? 'These versions take too long to compare.'
    : 'These versions are too different to compare.'
}

/** What was not compared or is not listed, in words; null where all was. */
export function remarkOf({ rows, isCut, hasBlankPages }: Difference): string | null {
  const remarks = [
    ...(isCut ? [`Only the first ${rows.length.toLocaleString('en-US')} differences are listed.`] : []),
    ...(hasBlankPages ? ['Pages without text of their own were not compared.'] : []),
  ]
  return remarks.length > 0 ? remarks.join(' ') : null
}
