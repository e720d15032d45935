import Button from '@mui/material/Button'
import Popover from '@mui/material/Popover'
import type { Theme } from '@mui/material/styles'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { MenuFoot, MenuNote } from '../page/layout.tsx'
import { floating } from '../theme/floating.ts'
import { styled } from '../theme/styled.tsx'
import { CheckList, type CheckOption } from './CheckList.tsx'
import { SearchField } from './SearchField.tsx'

export type FilterOption = CheckOption

const Content = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  width: 324,
  maxWidth: 'calc(100vw - 32px)',
  '& > header': { padding: '10px 12px 4px' },
})

const Empty = styled('p')(({ theme }) => ({
  margin: 0,
  padding: '8px 12px 12px',
  color: theme.vars.palette.ink2,
}))

/** Options that need no field to find them. */
const MAX_UNSOUGHT = 10

/** The figures of all options together, where they have any. */
const countOf = (options: readonly FilterOption[]): { count?: number } =>
  options.some(({ count }) => count !== undefined)
    ? { count: options.reduce((sum, { count = 0 }) => sum + count, 0) }
    : {}

/** A button that says what a list is narrowed to, and opens the choices; each of them acts immediately. */
export function FilterMenu({
  label,
  options,
  selected,
  onChange,
  summary,
  all,
  find,
  head,
  empty,
  note,
}: {
  /** What is filtered by: 'File type'. */
  label: string
  /** What can be chosen; what is chosen and not among it stands first. */
  options: readonly FilterOption[]
  /** What is chosen, in any order. */
  selected: readonly FilterOption[]
  onChange: (values: string[]) => void
  /** Words of the button for what is chosen; its name and their number unless told. */
  summary?: (selected: readonly FilterOption[]) => string
  /** Name of a row for all options, which is the same as none of them: 'All portfolios'. */
  all?: string
  /** Label of a field that finds options by their names, where they are more than ten: 'Find a portfolio'. */
  find?: string
  /** Above the options, such as a field that searches for more of them. */
  head?: ReactNode
  /** Said where there is no option. */
  empty?: string
  /** Said under the options, such as that there are more. */
  note?: string | undefined
}) {
  const [anchor, setAnchor] = useState<Element | null>(null)
  // What was clicked counts immediately, and for the next click, though the list may take a moment to follow.
  const [clicked, setClicked] = useState<readonly string[]>()
  const values = clicked ?? selected.map(({ value }) => value)
  const chosen = new Set(values)
  const choose = (next: string[]) => {
    setClicked(next)
    onChange(next)
  }
  const [sought, setSought] = useState('')
  const close = () => {
    setAnchor(null)
    setSought('')
    setClicked(undefined)
  }
  const offered = new Set(options.map(({ value }) => value))
  const shown = [...selected.filter(({ value }) => !offered.has(value)), ...options]
  const isLong = find !== undefined && shown.length > MAX_UNSOUGHT
  const listed = shown.filter(
    (option) => !isLong || option.label.toLowerCase().includes(sought.trim().toLowerCase()),
  )
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
          {summary ? (
            <>
              <i>{label}</i> <b>{summary(selected)}</b>
            </>
          ) : selected.length > 1 ? (
            `${label}: ${selected.length}`
          ) : names ? (
            `${label}: ${names}`
          ) : (
            label
          )}
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
          {isLong && (
            <header>
              <SearchField value={sought} onChange={setSought} label={find} width={300} />
            </header>
          )}
          {listed.length > 0 ? (
            <CheckList
              all={
                all === undefined || sought !== ''
                  ? undefined
                  : {
                      option: { label: all, ...countOf(shown) },
                      isChecked: values.length === 0 || 'mixed',
                      onToggle: () => choose([]),
                    }
              }
              label={label}
              options={listed}
              isChecked={(value) => chosen.has(value)}
              onToggle={toggle}
            />
          ) : (
            <Empty role="status">{empty}</Empty>
          )}
          {note !== undefined && <MenuNote role="status">{note}</MenuNote>}
          {names && all === undefined && (
            <MenuFoot>
              <Button size="small" variant="text" onClick={() => choose([])}>
                Clear
              </Button>
            </MenuFoot>
          )}
        </Content>
      </Popover>
    </>
  )
}

const button = {
  flex: 'none',
  maxWidth: 240,
  '& i': { fontStyle: 'normal', color: 'ink3' },
  '& b': { fontWeight: 600 },
  '& > span:first-of-type': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
} as const

const chosenButton = {
  ...button,
  color: 'accent.text',
  borderColor: 'accent.text',
  backgroundColor: 'accent.tint',
} as const

const paper = (theme: Theme) => ({ ...floating(theme), borderRadius: '8px', marginTop: '4px' })
