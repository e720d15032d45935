import Button from '@mui/material/Button'
import { IconUpload } from '@tabler/icons-react'
import { styled } from '../../../ui/theme/styled.tsx'
import type { UploadEntry } from './plan.ts'
import { useDropTarget } from './useDropTarget.ts'
import { useUploadChooser } from './useUploadChooser.ts'

const Zone = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 12,
  minHeight: 240,
  height: '100%',
  padding: 24,
  textAlign: 'center',
  borderRadius: 8,
  // The wider border while dragging must not move what stands inside.
  border: '1px dashed',
  borderColor: theme.vars.palette.control,
  outline: '2px solid transparent',
  outlineOffset: -2,
  backgroundColor: theme.vars.palette.surface,
  transition: 'background-color 120ms',
  '& > svg': { color: theme.vars.palette.ink3 },
  '& > p': { margin: 0, fontWeight: 500 },
  '& > div': { display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 8 },
  '&[data-dragging]': {
    borderColor: 'transparent',
    outlineColor: theme.vars.palette.primary.main,
    backgroundColor: theme.vars.palette.accent.tint,
  },
  // Nothing below takes the pointer while dragging, or the zone would be left at every word.
  '&[data-dragging] > *': { pointerEvents: 'none' },
}))

/** The upload view's place for files and folders (DOC-16): dropped, or chosen. */
export function DropZone({ onEntries }: { onEntries: (entries: UploadEntry[]) => void }) {
  const { dragging, targetProps } = useDropTarget(onEntries)
  const { choose, input } = useUploadChooser(onEntries)
  return (
    <Zone data-dragging={dragging ? '' : undefined} {...targetProps}>
      <IconUpload size={24} aria-hidden="true" />
      <p>{dragging ? 'Drop files and folders here...' : 'Drag files or click choose to start uploading'}</p>
      <div>
        <Button variant="contained" onClick={() => choose('files')}>
          Choose...
        </Button>
        <Button variant="text" onClick={() => choose('folder')}>
          Choose a folder...
        </Button>
      </div>
      {input}
    </Zone>
  )
}
