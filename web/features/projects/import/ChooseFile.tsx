import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { IconDownload, IconTableImport } from '@tabler/icons-react'
import { type DragEvent, useRef, useState } from 'react'

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
  '& p:first-of-type': { fontSize: 16, fontWeight: 600, color: theme.vars.palette.ink },
  '& > div': { display: 'flex', flexWrap: 'wrap', gap: 8, justifyContent: 'center' },
}))

export interface ChooseFileProps {
  onFile: (file: File) => void
  onTemplate: () => void
}

/** Step one: an .xlsx, chosen or dropped (IMP-01). */
export function ChooseFile({ onFile, onTemplate }: ChooseFileProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const take = ([file]: readonly File[]) => {
    if (file) onFile(file)
  }
  const over = (event: DragEvent) => {
    event.preventDefault()
    // The page's own uploads must not take it.
    event.stopPropagation()
    setOver(true)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: whoever does not drag has the button
    <div
      onDragOver={over}
      onDragEnter={over}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        event.stopPropagation()
        setOver(false)
        take([...event.dataTransfer.files])
      }}
    >
      <Zone data-over={isOver ? '' : undefined}>
        <IconTableImport size={32} stroke={1.4} aria-hidden="true" />
        <p>Drop a spreadsheet of projects here</p>
        <p>One .xlsx file, at most 25 MB. Nothing is changed before you confirm it.</p>
        <div>
          <Button variant="contained" onClick={() => input.current?.click()}>
            Choose...
          </Button>
          <Button startIcon={<IconDownload />} onClick={onTemplate}>
            Download template
          </Button>
        </div>
        <input
          ref={input}
          type="file"
          accept=".xlsx"
          hidden
          aria-label="Spreadsheet of projects"
          onChange={(event) => {
            const chosen = [...(event.currentTarget.files ?? [])]
            // So that choosing the same file once more is a change again.
            event.currentTarget.value = ''
            take(chosen)
          }}
        />
      </Zone>
    </div>
  )
}
