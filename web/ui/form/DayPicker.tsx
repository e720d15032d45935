import ButtonBase from '@mui/material/ButtonBase'
import IconButton from '@mui/material/IconButton'
import Popover from '@mui/material/Popover'
import type { Theme } from '@mui/material/styles'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { daysFrom, monthsFrom, today } from '../../../shared/format/day.ts'
import { floating } from '../theme/floating.ts'
import { styled } from '../theme/styled.tsx'

interface DayPickerProps {
  /** What it hangs from; closed while null. */
  anchor: Element | null
  /** Of the field: 'Start date'. */
  label: string
  value: string | null
  min?: string | undefined
  max?: string | undefined
  onClose: () => void
  onPick: (day: string) => void
  /** Once it is gone and the focus is back where it was. */
  onClosed: () => void
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const
const months = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' })
const at = (iso: string) => new Date(`${iso}T00:00:00Z`)

/** Years that can be reached by the arrows. */
const FIRST = '1000-01-01'
const LAST = '9998-12-31'

const MonthHead = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  padding: '8px 8px 4px 8px',
  '& > strong': theme.typography.h4,
}))

const Grid = styled('table')(({ theme }) => ({
  margin: '0 10px 10px',
  borderSpacing: 0,
  '& th': { height: 26, ...theme.typography.note, fontWeight: 500 },
  '& td': { padding: 0 },
}))

const Day = styled(ButtonBase)(({ theme }) => ({
  width: 34,
  height: 34,
  borderRadius: 6,
  ...theme.typography.body1,
  color: theme.vars.palette.ink,
  '&:hover': { backgroundColor: theme.vars.palette.hover },
  '&[data-today]': { fontWeight: 600, color: theme.vars.palette.accent.text },
  '&[data-chosen]': {
    fontWeight: 600,
    color: theme.vars.palette.primary.contrastText,
    backgroundColor: theme.vars.palette.primary.main,
  },
  '&[aria-disabled="true"]': { opacity: 0.45, cursor: 'default' },
  [theme.breakpoints.down('md')]: { width: 44, height: 44 },
}))

/** The weeks of a month, Sunday first; days of other months are left out. */
function weeksOf(month: string): (string | null)[][] {
  const first = `${month}-01`
  const cells: (string | null)[] = Array.from({ length: at(first).getUTCDay() }, () => null)
  for (let day = first; day.startsWith(month); day = daysFrom(day, 1)) cells.push(day)
  const weeks: (string | null)[][] = []
  for (let start = 0; start < cells.length; start += 7) weeks.push(cells.slice(start, start + 7))
  return weeks
}

/** A month to pick a day from, as WAI-ARIA's date picker dialog: arrows walk days and weeks, Page Up and Down months. */
export function DayPicker({ anchor, label, value, min, max, onClose, onPick, onClosed }: DayPickerProps) {
  const id = useId()
  const within = (day: string) => (min && day < min ? min : max && day > max ? max : day)
  const [current, setCurrent] = useState(() => within(value ?? today()))
  const grid = useRef<HTMLTableElement>(null)
  const keepsFocus = useRef(false)
  const isOpen = anchor !== null
  // It opens at the day of the field each time, whatever was looked at before.
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (wasOpen !== isOpen) {
    setWasOpen(isOpen)
    if (isOpen) setCurrent(within(value ?? today()))
  }

  const focusCurrent = () => grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the day with the focus is another one then
  useEffect(() => {
    if (keepsFocus.current) focusCurrent()
    keepsFocus.current = false
  }, [current])
  const go = (day: string, isByKey: boolean) => {
    const next = within(day < FIRST ? FIRST : day > LAST ? LAST : day)
    keepsFocus.current = isByKey
    setCurrent(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const weekday = at(current).getUTCDay()
    const next = {
      ArrowLeft: () => daysFrom(current, -1),
      ArrowRight: () => daysFrom(current, 1),
      ArrowUp: () => daysFrom(current, -7),
      ArrowDown: () => daysFrom(current, 7),
      Home: () => daysFrom(current, -weekday),
      End: () => daysFrom(current, 6 - weekday),
      PageUp: () => monthsFrom(current, event.shiftKey ? -12 : -1),
      PageDown: () => monthsFrom(current, event.shiftKey ? 12 : 1),
    }[event.key]
    if (!next) return
    event.preventDefault()
    go(next(), true)
  }
  const month = current.slice(0, 7)
  return (
    <Popover
      open={isOpen}
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      transitionDuration={0}
      slotProps={{
        paper: { role: 'dialog', 'aria-modal': true, 'aria-label': `Choose ${label}`, sx: paper },
        transition: { onEntered: focusCurrent, onExited: onClosed },
      }}
    >
      <MonthHead>
        <IconButton
          size="small"
          aria-label="Previous month"
          onClick={() => go(monthsFrom(current, -1), false)}
        >
          <IconChevronLeft />
        </IconButton>
        <strong id={id} aria-live="polite">
          {months.format(at(current))}
        </strong>
        <IconButton size="small" aria-label="Next month" onClick={() => go(monthsFrom(current, 1), false)}>
          <IconChevronRight />
        </IconButton>
      </MonthHead>
      <Grid ref={grid} role="grid" aria-labelledby={id} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {WEEKDAYS.map((name) => (
              <th key={name} scope="col" abbr={name}>
                {name.slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week.find((day) => day !== null)}>
              {week.map((day, index) =>
                day === null ? (
                  // biome-ignore lint/suspicious/noArrayIndexKey: an empty place of the week
                  <td key={index} />
                ) : (
                  <td key={day}>
                    <Day
                      tabIndex={day === current ? 0 : -1}
                      aria-label={days.format(at(day))}
                      aria-pressed={day === value}
                      aria-current={day === today() ? 'date' : undefined}
                      aria-disabled={within(day) !== day || undefined}
                      data-today={day === today() ? '' : undefined}
                      data-chosen={day === value ? '' : undefined}
                      onClick={() => within(day) === day && onPick(day)}
                    >
                      {Number(day.slice(8))}
                    </Day>
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </Grid>
    </Popover>
  )
}

const paper = (theme: Theme) => ({ ...floating(theme), borderRadius: '8px', marginTop: '6px' })
