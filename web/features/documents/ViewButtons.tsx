import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { IconHistory, IconLayoutList } from '@tabler/icons-react'
import { Link } from 'react-router'
import { Tooltip, useBreakpoint } from '../../ui/index.ts'
import type { View } from './address.ts'
import { usePlace } from './place.ts'

/** The way to the other views of a folder (DOC-03); History only for whoever may see it (HIST-02). */
export function ViewButtons({ documentId, view }: { documentId: string; view: View }) {
  const { tree, addresses } = usePlace()
  const wide = useBreakpoint('md')
  if (view !== 'single' && view !== 'columns') {
    return wide ? (
      <Button component={Link} to={addresses.to(documentId)} startIcon={<IconLayoutList />}>
        Show list
      </Button>
    ) : (
      <IconButton component={Link} to={addresses.to(documentId)} aria-label="Show list">
        <IconLayoutList size={20} />
      </IconButton>
    )
  }
  if (!tree.canViewDocumentsHistory) return null
  return (
    <Tooltip title="History">
      <IconButton
        component={Link}
        to={addresses.toView(documentId, 'history')}
        aria-label="History"
        sx={{ border: '1px solid', borderColor: 'lineStrong', backgroundColor: 'surface' }}
      >
        <IconHistory />
      </IconButton>
    </Tooltip>
  )
}
