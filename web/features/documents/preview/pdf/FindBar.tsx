import IconButton from '@mui/material/IconButton'
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react'
import type { KeyboardEvent, RefObject } from 'react'
import { formatNumber } from '../../../../../shared/format/number.ts'
import { PanelBar, SearchField } from '../../../../ui/index.ts'
import { styled } from '../../../../ui/theme/styled.tsx'
import type { Found } from './useTypedSearch.ts'

const Finder = styled(PanelBar)(({ theme }) => ({
  justifyContent: 'flex-end',
  gap: 4,
  minHeight: 44,
  padding: '0 8px',
  '& > output': {
    minWidth: 84,
    padding: '0 8px',
    textAlign: 'right',
    whiteSpace: 'nowrap',
    ...theme.typography.caption,
    color: theme.vars.palette.ink2,
  },
  // The field takes what the others leave.
  [theme.breakpoints.down('md')]: {
    gap: 0,
    minHeight: 52,
    '& > div': { flex: 1, minWidth: 0 },
    '& > output': { flex: 'none', minWidth: 52, padding: '0 4px 0 8px' },
    '& > button': { flex: 'none', width: 40, height: 40 },
  },
}))

/** "3 of 12"; with a plus where there are more, and an ellipsis while it is still looked. */
function countText<Match>(
  { term, matches, isDone, isCut }: Found<Match>,
  typed: string,
  current: Match | null,
  least: number,
): string {
  const length = [...typed.trim()].length
  if (length === 0) return ''
  if (length < least) return `From ${least} letters on`
  if (term !== typed) return 'Searching…'
  const count = matches.length
  if (count === 0) return isDone ? 'No results' : 'Searching…'
  const more = isCut ? '+' : isDone ? '' : '…'
  return `${formatNumber(current ? matches.indexOf(current) + 1 : 0)} of ${formatNumber(count)}${more}`
}

interface FindBarProps<Match> {
  bar: RefObject<HTMLDivElement | null>
  term: string
  onTerm: (term: string) => void
  found: Found<Match>
  current: Match | null
  /** Letters from which on is looked. */
  least?: number
  onStep: (direction: 1 | -1) => void
  onClose: () => void
}

/** Looks for words in the pages: Enter goes to the next place, with Shift to the one before, Escape ends it. */
export function FindBar<Match>(props: FindBarProps<Match>) {
  const { bar, term, onTerm, found, current, least = 1, onStep, onClose } = props
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose()
    else if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    else onStep(event.shiftKey ? -1 : 1)
    event.preventDefault()
  }
  const isNone = found.matches.length === 0
  return (
    <Finder ref={bar} role="search" aria-label="Find in the document" onKeyDown={onKeyDown}>
      <SearchField value={term} onChange={onTerm} label="Find in document" autoFocus />
      <output>{countText(found, term, current, least)}</output>
      <IconButton size="small" aria-label="Previous match" disabled={isNone} onClick={() => onStep(-1)}>
        <IconChevronUp size={16} />
      </IconButton>
      <IconButton size="small" aria-label="Next match" disabled={isNone} onClick={() => onStep(1)}>
        <IconChevronDown size={16} />
      </IconButton>
      <IconButton size="small" aria-label="Close find" onClick={onClose}>
        <IconX size={16} />
      </IconButton>
    </Finder>
  )
}
