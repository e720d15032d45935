import IconButton from '@mui/material/IconButton'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { cssVars } from '../theme/cssVars.ts'
import { styled } from '../theme/styled.tsx'

/** A search takes effect from this many characters (FMT-19). */
const SEARCH_MIN = 3
/** A search waits this long in ms after the last key (FMT-19). */
export const SEARCH_DELAY = 300

/** The term a typed text stands for: nothing below 3 characters, so that the whole list shows (FMT-20). */
export function effectiveTerm(text: string): string {
  const trimmed = text.trim()
  return [...trimmed].length >= SEARCH_MIN ? trimmed : ''
}

/**
 * The text of a search field and the term it searches for: '' (everything) below 3 characters, and 300 ms
 * behind the typing (FMT-19, FMT-20).
 */
export function useSearchTerm(initial = '') {
  const [text, setText] = useState(initial)
  const [term, setTerm] = useState(() => effectiveTerm(initial))
  useEffect(() => {
    const timer = setTimeout(() => setTerm(effectiveTerm(text)), SEARCH_DELAY)
    return () => clearTimeout(timer)
  }, [text])
  return { text, setText, term }
}

interface SearchFieldProps {
  value: string
  onChange: (text: string) => void
  /** Accessible name, and the placeholder: 'Search this folder'. */
  label: string
  /** Width in px from the medium breakpoint on. */
  width?: number
  /** Narrower in windows that are not extra large, for what stands beside it. */
  yields?: boolean
  autoFocus?: boolean
}

const Field = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  boxSizing: 'border-box',
  width: '100%',
  height: 32,
  padding: '0 11px',
  border: `1px solid ${theme.vars.palette.lineStrong}`,
  borderRadius: 6,
  ...theme.typography.body1,
  backgroundColor: theme.vars.palette.surface,
  transition: theme.transitions.create('box-shadow'),
  '&:hover': { borderColor: theme.vars.palette.ink3 },
  // Of two pixels, one of them inside, so that nothing moves.
  '&:has(> input:focus)': {
    borderColor: theme.vars.palette.primary.main,
    boxShadow: `inset 0 0 0 1px ${theme.vars.palette.primary.main}, 0 0 0 3px ${theme.vars.palette.accent.tint}`,
  },
  '& > svg': { flex: 'none', color: theme.vars.palette.ink3 },
  '& > button': { marginRight: -7 },
  '& > input': {
    flex: 1,
    minWidth: 0,
    padding: 0,
    border: 0,
    outline: 'none',
    font: 'inherit',
    color: 'inherit',
    background: 'none',
    appearance: 'none',
  },
  '& > input::placeholder': { color: theme.vars.palette.ink3, opacity: 1 },
  // The browser's own cross; ours can be reached by keyboard.
  '& > input::-webkit-search-cancel-button': { display: 'none' },
  [theme.breakpoints.up('md')]: { width: 'var(--field-width)', '&[data-yields]': { width: 150 } },
  [theme.breakpoints.up('lg')]: { '&[data-yields]': { width: 190 } },
  [theme.breakpoints.up('xl')]: { '&[data-yields]': { width: 'var(--field-width)' } },
  // Phones zoom into a field whose text is smaller than 16 px.
  [theme.breakpoints.down('md')]: { minHeight: 44, ...theme.typography.touchField },
}))

/** The 32 px field that filters a list; Escape and the cross empty it. */
export function SearchField({ value, onChange, label, width = 250, yields, autoFocus }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const clear = () => {
    onChange('')
    input.current?.focus()
  }
  return (
    <Field
      data-print="off"
      data-yields={yields ? '' : undefined}
      style={cssVars({ '--field-width': `${width}px` })}
    >
      <IconSearch size={16} />
      <input
        ref={input}
        type="search"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || value === '') return
          event.stopPropagation()
          clear()
        }}
        // biome-ignore lint/a11y/noAutofocus: only where the person has just asked for the field
        autoFocus={autoFocus}
        placeholder={label}
        aria-label={label}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
      />
      {value && (
        <IconButton aria-label="Clear search" size="small" onClick={clear}>
          <IconX size={14} />
        </IconButton>
      )}
    </Field>
  )
}
