import Checkbox from '@mui/material/Checkbox'
import { formatCount, formatNumber } from '../../../../shared/format/number.ts'
import { FolderGlyph, MiddleEllipsis } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { pathOf } from '../rows/folderColumn.tsx'
import type { StagedRow } from './stagedColumns.tsx'

const FolderLine = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  minWidth: 0,
  color: theme.vars.palette.ink,
  '& > .MuiCheckbox-root': { marginLeft: -6, marginRight: -3 },
  '& > svg': { width: 20, height: 20 },
  '& > strong': { display: 'flex', minWidth: 0, fontWeight: 600 },
  '& > small': { flex: 'none', ...theme.typography.note },
  '& > small:last-of-type': { marginLeft: 'auto' },
  [theme.breakpoints.down('lg')]: { '& > small[data-above]': { display: 'none' } },
}))

interface FolderHeadProps {
  /** What is staged in it. */
  rows: readonly StagedRow[]
  isChosen: (id: string) => boolean
  onToggle: (isOn: boolean) => void
}

/** A folder over what is staged in it, with who sees the folder itself. */
export function FolderHead({ rows, isChosen, onToggle }: FolderHeadProps) {
  const [first] = rows
  if (!first) return null
  // The root has no name that tells anything beside others.
  const [root, ...below] = first.ancestors
  const path = pathOf({ ...first, ancestors: below.length > 0 || !root ? below : [root] })
  const chosen = rows.filter(({ id }) => isChosen(id)).length
  // What is to be moved will lie in another one.
  const above = rows.find(({ stagedChanges }) =>
    stagedChanges.every(({ kind }) => kind !== 'MOVE'),
  )?.stagedFor
  return (
    <FolderLine>
      <Checkbox
        size="small"
        checked={chosen === rows.length}
        indeterminate={chosen > 0 && chosen < rows.length}
        onChange={() => onToggle(chosen < rows.length)}
        slotProps={{ input: { 'aria-label': `Choose all in ${path}` } }}
      />
      <FolderGlyph />
      <strong>
        <MiddleEllipsis text={path} tail={22} />
      </strong>
      <small>
        {chosen === rows.length
          ? formatCount(rows.length, 'entry', 'entries')
          : `${formatNumber(chosen)} of ${formatCount(rows.length, 'entry', 'entries')} chosen`}
      </small>
      {above && (
        <small data-above="">
          Folder above: {formatCount(above.folderGroups, 'group')},{' '}
          {formatCount(above.folderPeople, 'person', 'people')}
        </small>
      )}
    </FolderLine>
  )
}
