import Button from '@mui/material/Button'
import { Dialog, DialogBody, DialogFoot } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { isFolder, type Renamable } from '../place/place.ts'

const Facts = styled('dl')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  gap: '8px 20px',
  margin: 0,
  '& dt': { color: theme.vars.palette.ink3 },
  '& dd': { margin: 0, overflowWrap: 'anywhere' },
  '& dd:last-of-type': { color: theme.vars.palette.danger.text },
}))

interface RenameFailedDialogProps {
  entry: Renamable
  message: string
  onClose: () => void
}

/** Says which entry could not be renamed, and why (DOP-05). */
export function RenameFailedDialog({ entry, message, onClose }: RenameFailedDialogProps) {
  return (
    <Dialog open onClose={onClose} title="Rename Failed">
      <DialogBody role="alert">
        <div>Renaming of the entry below failed</div>
        <Facts>
          <dt>Type</dt>
          <dd>{isFolder(entry) ? 'Folder' : 'File'}</dd>
          <dt>Name</dt>
          <dd>{entry.name}</dd>
          <dt>Message</dt>
          <dd>{message}</dd>
        </Facts>
      </DialogBody>
      <DialogFoot>
        <Button variant="contained" onClick={onClose} autoFocus>
          Close
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
