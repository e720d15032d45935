import Button from '@mui/material/Button'
import { IconDownload, IconTableImport } from '@tabler/icons-react'
import { type DragEvent, useState } from 'react'
import { useFileChooser } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'

const Zone = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 12,
  minHeight: 320,
  padding: 24,
  textAlign: 'center',
  border: `1px dashed ${theme.vars.palette.control}`,
  borderRadius: 8,
  backgroundColor: theme.vars.palette.surface,
  color: theme.vars.palette.ink3,
  '&[data-over]': {
    borderColor: theme.vars.palette.primary.main,
    backgroundColor: theme.vars.palette.accent.tint,
  },
  '& p': { margin: 0 },
  '& p:first-of-type': { ...theme.typography.h3, color: theme.vars.palette.ink },
  '& > div': { display: 'flex', flexWrap: 'wrap', gap: 8, justifyContent: 'center' },
}))

/** Step one: an .xlsx, chosen or dropped (IMP-01). */
export function ChooseFile({ onFile, onTemplate }: { onFile: (file: File) => void; onTemplate: () => void }) {
  const [isDraggedOver, setDraggedOver] = useState(false)
  const take = ([file]: readonly File[]) => {
    if (file) onFile(file)
  }
  const { choose, input } = useFileChooser({
    label: 'Spreadsheet of projects',
    accept: '.xlsx',
    onFiles: take,
  })
  const dragOver = (event: DragEvent) => {
    event.preventDefault()
    // The page's own uploads must not take it.
    event.stopPropagation()
    setDraggedOver(true)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: whoever does not drag has the button
    <div
      onDragOver={dragOver}
      onDragEnter={dragOver}
      onDragLeave={() => setDraggedOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        event.stopPropagation()
        setDraggedOver(false)
        take([...event.dataTransfer.files])
      }}
    >
      <Zone data-over={isDraggedOver ? '' : undefined}>
        <IconTableImport size={32} stroke={1.4} aria-hidden="true" />
        <p>Drop a spreadsheet of projects here</p>
        <p>One .xlsx file, at most 25 MB. Nothing is changed before you confirm it.</p>
        <div>
          <Button variant="contained" onClick={() => choose()}>
            Choose...
          </Button>
          <Button startIcon={<IconDownload />} onClick={onTemplate}>
            Download template
          </Button>
        </div>
        {input}
      </Zone>
    </div>
  )
}
