import { type DocumentLevel, LEVEL_NAMES } from '../../../../shared/documentLevels.ts'
import { useReading } from '../../../graphql/useReading.ts'
import { usePlace } from '../place/place.ts'
import { contentsText } from './DifferenceContent.tsx'
import { DifferenceFrame, Lead, type Planning } from './DifferenceFrame.tsx'
import { LevelDifferenceDocument, type LevelDifferenceQuery } from './operations.generated.ts'

type Row = LevelDifferenceQuery['levelDifference']['lowered'][number]

/** "Bidders goes from Original to View on 31 files." */
export const levelChangeText = ({ principal, from, to, ...contents }: Row): string =>
  `${principal.name} goes from ${LEVEL_NAMES[from]} to ${LEVEL_NAMES[to]} on ${contentsText(contents)}.`

/** What another level would do to many entries, in place of the toggles, before it is set (VIEW-08). */
export function LevelDifferenceContent({
  documentIds,
  planned: { principalId, level },
  ...planning
}: Planning & { planned: { readonly principalId: string; readonly level: DocumentLevel } }) {
  const { tree } = usePlace()
  const { data, error } = useReading(
    LevelDifferenceDocument,
    { treeId: tree.id, documentIds: [...documentIds], changes: [{ principalId, level }] },
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
            <Lead key={`${row.from} ${row.to}`}>
              <strong>{levelChangeText(row)}</strong>
            </Lead>
          ))}
        </>
      )}
    </DifferenceFrame>
  )
}
