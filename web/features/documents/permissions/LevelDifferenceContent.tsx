import type { DocumentLevel, DocumentRendition } from '../../../../shared/documentLevels.ts'
import { LEVEL_NAMES } from '../../../../shared/levelNames.ts'
import { useReading } from '../../../graphql/useReading.ts'
import { usePlace } from '../place/place.ts'
import { contentsText } from './DifferenceContent.tsx'
import { DifferenceFrame, Lead, type Planning } from './DifferenceFrame.tsx'
import { LevelDifferenceDocument, type LevelDifferenceQuery } from './operations.generated.ts'
import type { GivenChange } from './useToggles.ts'

type Row = LevelDifferenceQuery['levelDifference']['lowered'][number]

/** "Original", "View, redacted". */
const givenText = (level: DocumentLevel, rendition: DocumentRendition): string =>
  rendition === 'REDACTED' && level !== 'NONE' ? `${LEVEL_NAMES[level]}, redacted,` : LEVEL_NAMES[level]

/** "Bidders goes from Original to View on 31 files.", "Bidders goes from View to View, redacted, on 31 files." */
export const levelChangeText = ({
  principal,
  from,
  to,
  fromRendition,
  toRendition,
  ...contents
}: Row): string =>
  `${principal.name} goes from ${givenText(from, fromRendition)} to ${givenText(to, toRendition)} on ${contentsText(contents)}.`

/** What another level would do to many entries, in place of the toggles, before it is set (VIEW-08). */
export function LevelDifferenceContent({
  documentIds,
  planned: { principalId, given },
  ...planning
}: Planning & { planned: { readonly principalId: string; readonly given: GivenChange } }) {
  const { tree } = usePlace()
  const { data, error } = useReading(
    LevelDifferenceDocument,
    { treeId: tree.id, documentIds: [...documentIds], changes: [{ principalId, ...given }] },
    { fetchPolicy: 'no-cache' },
  )
  return (
    <DifferenceFrame
      planning={planning}
      difference={data?.levelDifference}
      failed={error}
      takesAway={({ lowered }) => lowered.length > 0}
    >
      {({ lowered, raised }) => (
        <>
          {lowered.length + raised.length === 0 && <Lead>Nobody’s level changes.</Lead>}
          {[...lowered, ...raised].map((row) => (
            <Lead key={`${row.from} ${row.fromRendition} ${row.to} ${row.toRendition}`}>
              <strong>{levelChangeText(row)}</strong>
            </Lead>
          ))}
        </>
      )}
    </DifferenceFrame>
  )
}
