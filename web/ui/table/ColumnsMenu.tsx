import IconButton from '@mui/material/IconButton'
import Popover from '@mui/material/Popover'
import type { Theme } from '@mui/material/styles'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useState } from 'react'
import { CheckList } from '../CheckList.tsx'
import { Tooltip } from '../Tooltip.tsx'
import { floating } from '../theme/floating.ts'
import type { ColumnChoice } from './columnChoice.ts'

/** A button that opens the choice of a table's columns; each choice acts at once and is kept. */
export function ColumnsMenu({
  choice,
}: {
  choice: Pick<ColumnChoice<never>, 'choices' | 'isShown' | 'toggle'>
}) {
  const [anchor, setAnchor] = useState<Element | null>(null)
  return (
    <>
      <Tooltip title="Choose columns">
        <IconButton
          size="small"
          aria-label="Choose columns"
          aria-haspopup="dialog"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
          sx={{ color: 'ink3' }}
        >
          <IconAdjustmentsHorizontal />
        </IconButton>
      </Tooltip>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
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
    </>
  )
}

const paper = (theme: Theme) => ({ ...floating(theme), borderRadius: '8px', marginTop: '4px', minWidth: 180 })
