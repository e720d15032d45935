import IconButton from '@mui/material/IconButton'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useState } from 'react'
import { lazily, useOpened } from '../navigation/lazily.tsx'
import { Tooltip } from '../text/Tooltip.tsx'
import type { ColumnsPanelProps } from './ColumnsPanel.tsx'

const ColumnsPanel = lazily(async () => (await import('./ColumnsPanel.tsx')).ColumnsPanel)

/** A button that opens the choice of a table's columns; each choice acts immediately and is kept. */
export function ColumnsMenu({ choice }: Pick<ColumnsPanelProps, 'choice'>) {
  const [anchor, setAnchor] = useState<Element | null>(null)
  const opened = useOpened(anchor !== null)
  return (
    <>
      <Tooltip title="Choose columns">
        <IconButton
          size="small"
          aria-label="Choose columns"
          aria-haspopup="dialog"
          aria-expanded={anchor !== null}
          onPointerEnter={ColumnsPanel.load}
          onFocus={ColumnsPanel.load}
          onClick={(event) => setAnchor(event.currentTarget)}
          sx={{ color: 'ink3' }}
        >
          <IconAdjustmentsHorizontal />
        </IconButton>
      </Tooltip>
      {opened && <ColumnsPanel anchor={anchor} onClose={() => setAnchor(null)} choice={choice} />}
    </>
  )
}
