import { formatNumber } from '../../../../shared/format/number.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import type { Row } from '../place/place.ts'

const Mark = styled('mark')(({ theme }) => ({
  flex: 'none',
  padding: '0 6px',
  borderRadius: 3,
  ...theme.typography.mark,
  color: theme.vars.palette.ink,
  backgroundColor: theme.vars.palette.sun.tint,
  '&[data-staged]': {
    minWidth: 54,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    flex: '0 1 auto',
    color: theme.vars.palette.ink2,
    backgroundColor: theme.vars.palette.neutral.tint,
  },
}))

/** "Staged", or "Staged: new version, move to 02 Permits". */
function stagedText({ stagedChanges }: Pick<Row, 'stagedChanges'>): string {
  const changes = stagedChanges.map(({ text }) => `${text[0]?.toLowerCase()}${text.slice(1)}`)
  return changes.length === 0 ? 'Staged' : `Staged: ${changes.join(', ')}`
}

/** What of an entry is new to the person (NEW-01), or how much is below a folder (NEW-03), and whether it is staged (STAGE-03). */
export const NewMark = ({
  row,
}: {
  row: Pick<Row, 'isNew' | 'isNewVersion' | 'isStaged' | 'stagedChanges' | 'newBelow'>
}) => (
  <>
    {row.isStaged && (
      <Mark data-staged title={stagedText(row)}>
        {stagedText(row)}
      </Mark>
    )}
    {(row.isNew || row.newBelow > 0) && (
      <Mark>
        {row.newBelow > 0 ? `${formatNumber(row.newBelow)} new` : row.isNewVersion ? 'New version' : 'New'}
      </Mark>
    )}
  </>
)
