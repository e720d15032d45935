import Checkbox from '@mui/material/Checkbox'
import type { KeyboardEvent } from 'react'
import { formatNumber } from '../../../shared/format/number.ts'
import { PlainList } from '../page/layout.tsx'
import { MiddleEllipsis } from '../text/MiddleEllipsis.tsx'
import { styled } from '../theme/styled.tsx'

const Options = styled(PlainList)(({ theme }) => ({
  padding: '5px 0',
  // Ten rows.
  maxHeight: 350,
  overflowY: 'auto',
  '& > [data-all]': {
    marginBottom: 5,
    paddingBottom: 5,
    borderBottom: `1px solid ${theme.vars.palette.line}`,
    fontWeight: 600,
  },
}))

const Option = styled('label')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 4,
  minHeight: 34,
  margin: '0 5px',
  padding: '0 7px 0 0',
  borderRadius: 6,
  cursor: 'pointer',
  '&:hover': { backgroundColor: theme.vars.palette.hover },
  // The row has the focus, not its box alone.
  '&:has(:focus-visible)': {
    outline: `2px solid ${theme.vars.palette.primary.main}`,
    outlineOffset: -2,
    backgroundColor: theme.vars.palette.hover,
  },
  '&&& .Mui-focusVisible *': { outline: 'none' },
  '@media (pointer: coarse)': { minHeight: 44 },
}))

const Words = styled('span')(({ theme }) => ({
  display: 'grid',
  minWidth: 0,
  padding: '4px 0',
  '& > small': {
    display: 'flex',
    minWidth: 0,
    ...theme.typography.note,
  },
}))

const Count = styled('small')(({ theme }) => ({
  marginLeft: 'auto',
  paddingLeft: 12,
  ...theme.typography.body1,
  color: theme.vars.palette.ink3,
}))

export interface CheckOption {
  value: string
  label: string
  /** A second line that tells it from others of the same name. */
  detail?: string
  /** How many there are of it. */
  count?: number
}

interface CheckListProps {
  /** A row before the others, for all of them; partial while some of them are ticked. */
  all?: { option: Omit<CheckOption, 'value'>; isChecked: boolean | 'mixed'; onToggle: () => void } | undefined
  /** Accessible name. */
  label: string
  options: readonly CheckOption[]
  isChecked: (value: string) => boolean
  onToggle: (value: string) => void
}

/** Things to tick, one below the other, for menus that stay open meanwhile; arrow keys go from one to the next. */
export function CheckList({ all, label, options, isChecked, onToggle }: CheckListProps) {
  return (
    <Options aria-label={label} onKeyDown={moveFocus}>
      {all && (
        <li data-all="">
          <Row option={all.option} isChecked={all.isChecked} onToggle={all.onToggle} />
        </li>
      )}
      {options.map((option) => (
        <li key={option.value}>
          <Row option={option} isChecked={isChecked(option.value)} onToggle={() => onToggle(option.value)} />
        </li>
      ))}
    </Options>
  )
}

interface RowProps {
  option: Omit<CheckOption, 'value'>
  isChecked: boolean | 'mixed'
  onToggle: () => void
}

function Row({ option: { label, detail, count }, isChecked, onToggle }: RowProps) {
  return (
    <Option>
      <Checkbox checked={isChecked === true} indeterminate={isChecked === 'mixed'} onChange={onToggle} />
      <Words>
        <MiddleEllipsis text={label} />
        {detail !== undefined && (
          <small>
            <MiddleEllipsis text={detail} />
          </small>
        )}
      </Words>
      {count !== undefined && <Count aria-hidden="true">{formatNumber(count)}</Count>}
    </Option>
  )
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key]
  if (step === undefined) return
  event.preventDefault()
  const boxes = [...event.currentTarget.querySelectorAll('input')]
  const at = boxes.findIndex((box) => box.matches(':focus'))
  boxes[at + step]?.focus()
}
