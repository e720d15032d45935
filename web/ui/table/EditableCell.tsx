import ButtonBase from '@mui/material/ButtonBase'
import CircularProgress from '@mui/material/CircularProgress'
import Popper from '@mui/material/Popper'
import { styled } from '@mui/material/styles'
import { IconAlertCircle } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { floating } from '../theme/floating.ts'
import { layers } from '../theme/tokens.ts'
import type { CellEditor } from './types.ts'

const Value = styled(ButtonBase)(({ theme }) => ({
  display: 'block',
  width: '100%',
  minHeight: 28,
  margin: '-4px 0',
  padding: '0 5px',
  borderRadius: 4,
  font: 'inherit',
  lineHeight: '28px',
  color: 'inherit',
  textAlign: 'inherit',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  '&:hover': { boxShadow: `inset 0 0 0 1px ${theme.vars.palette.lineStrong}` },
  '&.Mui-focusVisible': { outlineOffset: -2 },
}))

const Field = styled('span')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 6,
  margin: '-4px 0',
  color: theme.vars.palette.ink3,
  '& > input, & > select': {
    flex: 1,
    minWidth: 0,
    height: 32,
    padding: '0 4px',
    border: `2px solid ${theme.vars.palette.primary.main}`,
    borderRadius: 6,
    font: 'inherit',
    color: theme.vars.palette.ink,
    textAlign: 'inherit',
    backgroundColor: theme.vars.palette.surface,
    outline: 'none',
    '&[aria-invalid]': { borderColor: theme.vars.palette.danger.main },
  },
}))

const Fault = styled('div')(({ theme }) => ({
  ...floating(theme),
  display: 'flex',
  gap: 6,
  maxWidth: 320,
  marginTop: 4,
  padding: '6px 10px',
  borderRadius: 6,
  fontSize: 12,
  lineHeight: '16px',
  color: theme.vars.palette.danger.text,
}))

/** Where the focus goes when a cell was edited. */
type Next = 'here' | 'next' | 'previous' | 'nowhere'

export interface EditableCellProps {
  editor: CellEditor
  /** What the cell shows while it is not edited. */
  children: ReactNode
}

/**
 * A cell that is edited in its place: Enter or a click opens it, Enter saves, Escape leaves it as it was, Tab saves and
 * goes on to the next one. What could not be saved stays, with the reason beneath.
 */
export function EditableCell({ editor, children }: EditableCellProps) {
  const id = useId()
  const [text, setText] = useState<string | null>(null)
  const [fault, setFault] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  const place = useRef<HTMLSpanElement>(null)
  const goal = useRef<Next>('nowhere')
  const isOpen = useRef(false)
  const isEdited = text !== null
  useLayoutEffect(() => {
    const root = place.current
    if (isEdited) {
      const field = root?.querySelector<HTMLInputElement>('input, select')
      field?.focus()
      if (field?.matches('input')) field.select()
      return
    }
    if (goal.current === 'here') root?.querySelector('button')?.focus()
    else if (goal.current !== 'nowhere') neighbour(root, goal.current === 'next' ? 1 : -1)?.click()
    goal.current = 'nowhere'
  }, [isEdited])

  const open = () => {
    isOpen.current = true
    setText(editor.value)
  }
  const close = (next: Next) => {
    isOpen.current = false
    goal.current = next
    setFault(undefined)
    setText(null)
  }
  const save = async (value: string, next: Next) => {
    // A field that goes away may still tell that it lost the focus.
    if (isSaving || !isOpen.current) return
    if (value === editor.value) return close(next)
    setSaving(true)
    const problem = await editor.save(value)
    setSaving(false)
    if (problem === undefined) close(next)
    else setFault(problem)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (text === null) return
    if (event.key === 'Escape') {
      event.stopPropagation()
      if (!isSaving) close('here')
    } else if (event.key === 'Enter') {
      event.preventDefault()
      void save(text, 'here')
    } else if (event.key === 'Tab') {
      event.preventDefault()
      void save(text, event.shiftKey ? 'previous' : 'next')
    }
  }
  if (text === null) {
    return (
      <span ref={place}>
        <Value data-edit="" onClick={open}>
          {children}
        </Value>
      </span>
    )
  }
  const shared = {
    'aria-label': editor.label,
    'aria-invalid': fault !== undefined || undefined,
    'aria-describedby': fault === undefined ? undefined : `${id}-fault`,
    'aria-busy': isSaving || undefined,
    value: text,
    onBlur: () => void save(text, 'nowhere'),
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the field in it
    <span ref={place} onKeyDown={onKeyDown}>
      <Field>
        {editor.options ? (
          <select {...shared} disabled={isSaving} onChange={(event) => void choose(event.target.value)}>
            {editor.options.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        ) : (
          <input
            {...shared}
            readOnly={isSaving}
            inputMode={editor.inputMode}
            maxLength={editor.maxLength ?? 500}
            onChange={(event) => {
              setFault(undefined)
              setText(event.target.value)
            }}
          />
        )}
        {isSaving && <CircularProgress size={12} thickness={5} color="inherit" aria-label="Saving" />}
      </Field>
      <Popper
        open={fault !== undefined}
        anchorEl={place.current}
        placement="bottom-start"
        style={{ zIndex: layers.window }}
      >
        <Fault id={`${id}-fault`} role="alert">
          <IconAlertCircle size={14} aria-hidden="true" />
          {fault}
        </Fault>
      </Popper>
    </span>
  )

  /** A choice is made by choosing. */
  function choose(value: string) {
    setFault(undefined)
    setText(value)
    return save(value, 'here')
  }
}

/** The cell that can be edited before or after this one, in its row or the one beside. */
function neighbour(place: HTMLElement | null, by: -1 | 1): HTMLElement | undefined {
  const cells = [...(place?.closest('[role="grid"]')?.querySelectorAll<HTMLElement>('[data-edit]') ?? [])]
  const at = cells.findIndex((cell) => place?.contains(cell))
  return cells[at + by] ?? cells[at]
}
