import Popover from '@mui/material/Popover'
import type { Theme } from '@mui/material/styles'
import { CheckList } from '../CheckList.tsx'
import { floating } from '../theme/floating.ts'
import type { ColumnChoice } from './columnChoice.ts'

export interface ColumnsPanelProps {
  /** The button that it hangs from; closed while null. */
  anchor: Element | null
  onClose: () => void
  choice: Pick<ColumnChoice<never>, 'choices' | 'isShown' | 'toggle'>
}

/** What the choice of a table's columns is once it has been opened. */
export function ColumnsPanel({ anchor, onClose, choice }: ColumnsPanelProps) {
  return (
    <Popover
      open={anchor !== null}
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      transitionDuration={0}
      slotProps={{ paper: { role: 'dialog', 'aria-label': 'Choose columns', sx: paper } }}
    >
      <CheckList
        label="Columns"
        options={choice.choices}
        isChecked={choice.isShown}
        onToggle={choice.toggle}
      />
    </Popover>
  )
}

const paper = (theme: Theme) => ({ ...floating(theme), borderRadius: '8px', marginTop: '4px', minWidth: 180 })
