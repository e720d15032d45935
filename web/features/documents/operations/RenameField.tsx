import IconButton from '@mui/material/IconButton'
import OutlinedInput from '@mui/material/OutlinedInput'
import { IconAlertCircle, IconCheck, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react'
import { isComposing, Tooltip, useUnsaved, VisuallyHidden } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { isFolder, type Row } from '../place/place.ts'

/** DOP-04 */
const BLANK = 'This field may not be blank'

const Editor = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 2,
  maxWidth: 640,
  '& > .MuiInputBase-root': { flex: 1, minWidth: 0, height: 32 },
  '& input::placeholder': { color: theme.vars.palette.danger.text, opacity: 1 },
  '& .MuiInputBase-root > svg': { flex: 'none', marginRight: 6, color: theme.vars.palette.danger.text },
  [theme.breakpoints.down('md')]: { '& .MuiIconButton-root': { margin: '-6px 0' } },
}))

interface RenameFieldProps {
  entry: Pick<Row, 'name' | 'fileType'>
  /** What the field starts with. */
  draft: string
  onDraft: (name: string) => void
  busy: boolean
  onSave: (name: string) => void
  onCancel: () => void
}

/** The field in the place of a name; Enter and its button save, Escape drops what was typed (DOP-04). */
export function RenameField({ entry, draft, onDraft, busy, onSave, onCancel }: RenameFieldProps) {
  const [name, setName] = useState(draft)
  const [blank, setBlank] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const problemId = useId()
  const { current: typed } = useRef(draft)
  const stem = isFolder(entry) ? typed.length : typed.lastIndexOf('.')

  // After the menu that it was started from has given the focus back.
  useEffect(() => {
    const before = document.activeElement
    input.current?.focus()
    // The ending stays unless it is meant to go.
    input.current?.setSelectionRange(0, stem > 0 ? stem : typed.length)
    const row = input.current?.closest<HTMLElement>('[data-row]')
    // The button of the menu that it was started from, where it stands in no list.
    const after = row ?? (before instanceof HTMLElement ? before : undefined)
    return () => after?.focus({ preventScroll: true })
  }, [stem, typed])

  useUnsaved(!busy && name.trim() !== entry.name)
  const save = () => {
    if (busy) return
    if (name.trim() !== '') return onSave(name.trim())
    // Empty, so that the sentence shows in the field.
    setName('')
    setBlank(true)
    input.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (isComposing(event)) return
    if (event.key === 'Enter') save()
    if (event.key !== 'Escape' || busy) return
    // The same key clears the selection behind it.
    event.nativeEvent.stopImmediatePropagation()
    onCancel()
  }
  return (
    <Editor onPointerDown={stay} onContextMenu={stay} onKeyDown={onKeyDown}>
      <OutlinedInput
        size="small"
        inputRef={input}
        value={name}
        readOnly={busy}
        error={blank}
        placeholder={blank ? BLANK : ''}
        onChange={({ target }) => {
          setName(target.value)
          setBlank(false)
          onDraft(target.value)
        }}
        inputProps={{
          'aria-label': `Name of ${entry.name}`,
          'aria-describedby': blank ? problemId : undefined,
          autoComplete: 'off',
          spellCheck: false,
          enterKeyHint: 'done',
        }}
        startAdornment={blank && <IconAlertCircle size={14} />}
      />
      {blank && (
        <VisuallyHidden id={problemId} role="alert">
          {BLANK}
        </VisuallyHidden>
      )}
      <Tooltip title="Save">
        <IconButton
          size="small"
          aria-label="Save"
          disabled={busy}
          aria-busy={busy || undefined}
          onClick={save}
        >
          <IconCheck />
        </IconButton>
      </Tooltip>
      <Tooltip title="Cancel">
        <IconButton size="small" aria-label="Cancel" disabled={busy} onClick={onCancel}>
          <IconX />
        </IconButton>
      </Tooltip>
    </Editor>
  )
}

/** A press in the field is none on its row, which would select or open its menu. */
const stay = (event: SyntheticEvent) => event.stopPropagation()
