import type { DocumentLevel, DocumentRendition } from '../../../../shared/documentLevels.ts'
import { LEVEL_NAMES } from '../../../../shared/levelNames.ts'
import { contentsText } from './contentsText.ts'
import type { LevelDifferenceQuery } from './operations.generated.ts'

/** What becomes of one principal's documents of one level. */
export type LevelRow = LevelDifferenceQuery['levelDifference']['lowered'][number]

/** "Original", "View, redacted". */
const givenText = (level: DocumentLevel, rendition: DocumentRendition): string =>
  rendition === 'REDACTED' && level !== 'NONE' ? `${LEVEL_NAMES[level]}, redacted,` : LEVEL_NAMES[level]

/** "Bidders goes from Original to View on 31 files.", "Bidders goes from View to View, redacted, on 31 files." */
export const levelChangeText = (row: LevelRow): string =>
  `${row.principal.name} goes from ${givenText(row.from, row.fromRendition)} to ${givenText(row.to, row.toRendition)} on ${contentsText(row)}.`
