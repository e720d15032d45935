import IconButton from '@mui/material/IconButton'
import OutlinedInput from '@mui/material/OutlinedInput'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'

/** A search takes effect from this many characters (FMT-19). */
export const SEARCH_MIN = 3
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

export interface SearchFieldProps {
  value: string
  onChange: (text: string) => void
  /** Accessible name, and the placeholder: 'Search this folder'. */
  label: string
  /** Width in px from the medium breakpoint on. */
  width?: number
  autoFocus?: boolean
}

/** The 32 px field that filters a list; Escape and the cross empty it. */
export function SearchField({ value, onChange, label, width = 250, autoFocus }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const clear = () => {
    onChange('')
    input.current?.focus()
  }
  return (
    <OutlinedInput
      size="small"
      type="search"
      inputRef={input}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || value === '') return
        event.stopPropagation()
        clear()
      }}
      autoFocus={autoFocus}
      placeholder={label}
      inputProps={{ 'aria-label': label, autoComplete: 'off', spellCheck: false, enterKeyHint: 'search' }}
      startAdornment={<IconSearch size={16} />}
      endAdornment={
        value && (
          <IconButton aria-label="Clear search" size="small" edge="end" onClick={clear}>
            <IconX size={14} />
          </IconButton>
        )
      }
      sx={{
        width: { base: '100%', md: width },
        gap: '8px',
        '& > svg': { color: 'ink3' },
        // The browser's own cross; ours can be reached by keyboard.
        '& input::-webkit-search-cancel-button': { display: 'none' },
        '& .MuiOutlinedInput-notchedOutline': { borderColor: 'lineStrong' },
      }}
    />
  )
}
