import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import IconButton from '@mui/material/IconButton'
import Popover from '@mui/material/Popover'
import type { Theme } from '@mui/material/styles'
import { IconArrowDown, IconArrowUp, IconPin, IconPinFilled } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { MenuFoot, PlainList } from '../page/layout.tsx'
import { floating } from '../theme/floating.ts'
import { styled } from '../theme/styled.tsx'
import type { ColumnChoice, ColumnOption } from './columnChoice.ts'

export interface ColumnsPanelProps {
  /** The button that it hangs from; closed while null. */
  anchor: Element | null
  onClose: () => void
  choice: Omit<ColumnChoice<never>, 'columns'>
}

const Columns = styled(PlainList)({
  padding: '5px 0',
  maxHeight: 'min(420px, 60vh)',
  overflowY: 'auto',
})

const Line = styled('li')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  minHeight: 32,
  padding: '0 8px 0 4px',
  '&:hover': { backgroundColor: theme.vars.palette.hover },
  '& > label': { flex: 1, display: 'flex', alignItems: 'center', gap: 4, minWidth: 0, cursor: 'pointer' },
  '& > .MuiIconButton-root': {
    color: theme.vars.palette.ink3,
    '& > svg': { width: 15, height: 15 },
    '&[aria-pressed="true"]': { color: theme.vars.palette.accent.text },
  },
  '@media (pointer: coarse)': { minHeight: 44 },
}))

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
      <Choices choice={choice} />
      {choice.reset && (
        <MenuFoot>
          <Button size="small" variant="text" onClick={choice.reset}>
            Show as usual
          </Button>
        </MenuFoot>
      )}
    </Popover>
  )
}

function Choices({ choice }: Pick<ColumnsPanelProps, 'choice'>) {
  const id = useId()
  const list = useRef<HTMLUListElement>(null)
  // A column that moves takes the focus along.
  const goal = useRef<string | null>(null)
  useEffect(() => {
    if (goal.current === null) return
    const target = list.current?.querySelector<HTMLElement>(goal.current)
    // At an end the button that was pressed does nothing any more: its neighbour has the focus then.
    ;(target?.matches(':disabled')
      ? target.parentElement?.querySelector<HTMLElement>('input')
      : target
    )?.focus()
    goal.current = null
  })
  const move = (key: string, by: -1 | 1, part: string) => {
    goal.current = `[data-key="${CSS.escape(key)}"] ${part}`
    choice.move(key, by)
  }
  const onKeyDown = (event: KeyboardEvent, key: string) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    move(key, event.key === 'ArrowUp' ? -1 : 1, 'input')
  }
  const canMove = ({ value }: ColumnOption, by: -1 | 1): boolean => {
    const other = choice.choices[choice.choices.findIndex((each) => each.value === value) + by]
    return other !== undefined && choice.isPinned(other.value) === choice.isPinned(value)
  }
  return (
    <Columns ref={list} aria-label="Columns">
      {choice.choices.map((option) => (
        <Line
          key={option.value}
          data-key={option.value}
          onKeyDown={(event) => onKeyDown(event, option.value)}
        >
          <label htmlFor={`${id}-${option.value}`}>
            <Checkbox
              checked={choice.isShown(option.value)}
              onChange={() => choice.toggle(option.value)}
              slotProps={{
                input: { id: `${id}-${option.value}`, 'aria-keyshortcuts': 'Alt+ArrowUp Alt+ArrowDown' },
              }}
            />
            {option.label}
          </label>
          <IconButton
            size="small"
            aria-label={`Keep ${option.label} in sight`}
            aria-pressed={choice.isPinned(option.value)}
            onClick={() => choice.pin(option.value)}
          >
            {choice.isPinned(option.value) ? <IconPinFilled /> : <IconPin />}
          </IconButton>
          <IconButton
            size="small"
            data-up=""
            aria-label={`Move ${option.label} up`}
            disabled={!canMove(option, -1)}
            onClick={() => move(option.value, -1, '[data-up]')}
          >
            <IconArrowUp />
          </IconButton>
          <IconButton
            size="small"
            data-down=""
            aria-label={`Move ${option.label} down`}
            disabled={!canMove(option, 1)}
            onClick={() => move(option.value, 1, '[data-down]')}
          >
            <IconArrowDown />
          </IconButton>
        </Line>
      ))}
    </Columns>
  )
}

const paper = (theme: Theme) => ({ ...floating(theme), borderRadius: '8px', marginTop: '4px', minWidth: 260 })
