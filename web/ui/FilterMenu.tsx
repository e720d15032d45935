import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Popover from '@mui/material/Popover'
import { styled, type Theme } from '@mui/material/styles'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { MiddleEllipsis } from './MiddleEllipsis.tsx'
import { floating } from './theme/floating.ts'

export interface FilterOption {
  value: string
  label: string
  /** A second line that tells it from others of the same name. */
  detail?: string
}

export interface FilterMenuProps {
  /** What is filtered by: 'File type'. */
  label: string
  /** What can be chosen; what is chosen and not among it stands first. */
  options: readonly FilterOption[]
  /** What is chosen, in any order. */
  selected: readonly FilterOption[]
  onChange: (values: string[]) => void
  /** Above the options, such as a field that searches for more of them. */
  head?: ReactNode
  /** Said where there is no option. */
  empty?: string
  /** Said under the options, such as that there are more. */
  note?: string | undefined
}

const Content = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  width: 300,
  maxWidth: 'calc(100vw - 32px)',
  '& > header': { padding: '10px 12px 4px' },
})

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

const Note = styled('p')(({ theme }) => ({
  margin: 0,
  padding: '8px 12px',
  fontSize: 12,
  lineHeight: '16px',
  color: theme.vars.palette.ink3,
  borderTop: `1px solid ${theme.vars.palette.line}`,
}))

const Empty = styled('p')(({ theme }) => ({
  margin: 0,
  padding: '8px 12px 12px',
  color: theme.vars.palette.ink2,
}))

const Foot = styled('div')(({ theme }) => ({
  padding: '4px 8px',
  borderTop: `1px solid ${theme.vars.palette.line}`,
}))

/** A button that says what a list is narrowed to, and opens the choices; each of them acts at once. */
export function FilterMenu({ label, options, selected, onChange, head, empty, note }: FilterMenuProps) {
  const [anchor, setAnchor] = useState<Element | null>(null)
  // What was clicked counts at once, and for the next click, though the list may take a moment to follow.
  const [clicked, setClicked] = useState<readonly string[]>()
  const values = clicked ?? selected.map(({ value }) => value)
  const chosen = new Set(values)
  const choose = (next: string[]) => {
    setClicked(next)
    onChange(next)
  }
  const close = () => {
    setAnchor(null)
    setClicked(undefined)
  }
  const offered = new Set(options.map(({ value }) => value))
  const shown = [...selected.filter(({ value }) => !offered.has(value)), ...options]
  const name = `Filter by ${label.toLowerCase()}`
  const names = selected.map((option) => option.label).join(', ')
  const toggle = (value: string) =>
    choose(chosen.has(value) ? values.filter((each) => each !== value) : [...values, value])
  return (
    <>
      <Button
        size="small"
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        aria-label={names ? `${name}: ${names}` : name}
        endIcon={<IconChevronDown />}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={names ? chosenButton : button}
      >
        <span>
          {selected.length > 1 ? `${label}: ${selected.length}` : names ? `${label}: ${names}` : label}
        </span>
      </Button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        transitionDuration={0}
        slotProps={{ paper: { role: 'dialog', 'aria-label': name, sx: paper } }}
      >
        <Content>
          {head && <header>{head}</header>}
          {shown.length > 0 ? (
            <Options aria-label={label}>
              {shown.map((option) => (
                <li key={option.value}>
                  <Option>
                    <Checkbox checked={chosen.has(option.value)} onChange={() => toggle(option.value)} />
                    <Words>
                      <MiddleEllipsis text={option.label} />
                      {option.detail !== undefined && (
                        <small>
                          <MiddleEllipsis text={option.detail} />
                        </small>
                      )}
                    </Words>
                  </Option>
                </li>
              ))}
            </Options>
          ) : (
            <Empty role="status">{empty}</Empty>
          )}
          {note !== undefined && <Note role="status">{note}</Note>}
          {names && (
            <Foot>
              <Button size="small" variant="text" onClick={() => choose([])}>
                Clear
              </Button>
            </Foot>
          )}
        </Content>
      </Popover>
    </>
  )
}

const button = {
  flex: 'none',
  maxWidth: 240,
  '& > span:first-of-type': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
} as const

const chosenButton = {
  ...button,
  color: 'accent.text',
  borderColor: 'accent.text',
  backgroundColor: 'accent.tint',
} as const

const paper = (theme: Theme) => ({ ...floating(theme), borderRadius: '8px', marginTop: '4px' })
