import Checkbox from '@mui/material/Checkbox'
import { styled } from '@mui/material/styles'
import { formatNumber } from '../../shared/format/number.ts'
import { MiddleEllipsis } from './MiddleEllipsis.tsx'

const Options = styled('ul')({
  margin: 0,
  padding: '5px 0',
  listStyle: 'none',
  maxHeight: 320,
  overflowY: 'auto',
})

const Option = styled('label')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 4,
  minHeight: 32,
  padding: '0 12px 0 4px',
  cursor: 'pointer',
  '&:hover': { backgroundColor: theme.vars.palette.hover },
  '@media (pointer: coarse)': { minHeight: 44 },
}))

const Words = styled('span')(({ theme }) => ({
  display: 'grid',
  minWidth: 0,
  padding: '4px 0',
  '& > small': {
    display: 'flex',
    minWidth: 0,
    fontSize: 12,
    lineHeight: '16px',
    color: theme.vars.palette.ink3,
  },
}))

const Count = styled('small')(({ theme }) => ({
  marginLeft: 'auto',
  paddingLeft: 12,
  fontSize: 13,
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

export interface CheckListProps {
  /** Accessible name. */
  label: string
  options: readonly CheckOption[]
  isChecked: (value: string) => boolean
  onToggle: (value: string) => void
}

/** Things to tick, one below the other, for menus that stay open meanwhile. */
export function CheckList({ label, options, isChecked, onToggle }: CheckListProps) {
  return (
    <Options aria-label={label}>
      {options.map((option) => (
        <li key={option.value}>
          <Option>
            <Checkbox checked={isChecked(option.value)} onChange={() => onToggle(option.value)} />
            <Words>
              <MiddleEllipsis text={option.label} />
              {option.detail !== undefined && (
                <small>
                  <MiddleEllipsis text={option.detail} />
                </small>
              )}
            </Words>
            {option.count !== undefined && <Count aria-hidden="true">{formatNumber(option.count)}</Count>}
          </Option>
        </li>
      ))}
    </Options>
  )
}
