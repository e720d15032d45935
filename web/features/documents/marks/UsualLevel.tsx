import { useFormContext, useWatch } from 'react-hook-form'
import { GIVEN_LEVELS, type GivenLevel, LEVEL_LINES } from '../../../../shared/documentLevels.ts'
import { LEVEL_NAMES } from '../../../../shared/levelNames.ts'
import { useReading } from '../../../graphql/useReading.ts'
import { Alert, Loading, SelectField, SkeletonLines } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { levelChangeText } from '../permissions/index.ts'
import { usePlace } from '../place/place.ts'
import { UsualLevelDifferenceDocument } from './operations.generated.ts'

const Changes = styled('ul')({ margin: 0, padding: '0 0 0 18px', maxHeight: 160, overflowY: 'auto' })

const OPTIONS = GIVEN_LEVELS.map((value) => ({ value, label: LEVEL_NAMES[value] }))

/** The level of whoever has none of their own, and whose level another one would change (MARK-21, MARK-22). */
export function UsualLevel({ saved }: { saved: GivenLevel }) {
  const chosen = useWatch({ control: useFormContext().control, name: 'usualLevel' }) as GivenLevel
  return (
    <>
      <SelectField
        name="usualLevel"
        label="Usual level"
        helper={`Of whoever has no level of their own on a document that is open to all. ${LEVEL_LINES[chosen]}`}
        options={OPTIONS}
      />
      {chosen !== saved && <Difference key={chosen} level={chosen} />}
    </>
  )
}

function Difference({ level }: { level: GivenLevel }) {
  const { tree } = usePlace()
  const { data, error } = useReading(
    UsualLevelDifferenceDocument,
    { treeId: tree.id, level },
    { fetchPolicy: 'no-cache' },
  )
  if (error) return <Alert tone="danger">{error.message}</Alert>
  if (!data) return <Loading active skeleton={<SkeletonLines count={2} />} />
  const { lowered, raised } = data.usualLevelDifference
  const rows = [...lowered, ...raised]
  return (
    <Alert tone={lowered.length > 0 ? 'warning' : 'info'}>
      {rows.length === 0 ? (
        'Nobody’s level changes.'
      ) : (
        <Changes>
          {rows.map((row) => (
            <li key={`${row.principal.id} ${row.from} ${row.to}`}>{levelChangeText(row)}</li>
          ))}
        </Changes>
      )}
    </Alert>
  )
}
