import MenuItem from '@mui/material/MenuItem'
import Select from '@mui/material/Select'
import type { DocumentRendition } from '../../../../shared/documentLevels.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { ChoiceLine } from './LevelChoice.tsx'

const Choice = styled(Select<string>)(({ theme }) => ({
  width: 96,
  ...theme.typography.body1,
  color: theme.vars.palette.ink2,
  // In a row of a table, whose every row has one, an outline would be too much.
  '& .MuiSelect-select': { padding: '4px 8px' },
  backgroundColor: 'transparent',
  '& .MuiOutlinedInput-notchedOutline': { border: 0 },
  '&[data-redacted]': { fontWeight: 500, color: theme.vars.palette.text.primary },
}))

export const RENDITIONS = ['FULL', 'REDACTED'] as const
export const RENDITION_NAMES: Readonly<Record<DocumentRendition, string>> = {
  FULL: 'Full',
  REDACTED: 'Redacted',
}
const LINES: Readonly<Record<DocumentRendition, string>> = {
  FULL: 'All of each document.',
  REDACTED: 'The redacted version alone; nothing where there is none.',
}

/** Stands for no rendition: the documents differ. */
const MIXED = ''

/** Which content a principal is given: all of it, or that with redactions applied (REDACT-18). */
export function RenditionChoice({
  name,
  rendition,
  busy,
  onChange,
}: {
  /** Of the principal. */
  name: string
  /** Null where the documents differ. */
  rendition: DocumentRendition | null
  busy: boolean
  onChange: (rendition: DocumentRendition) => void
}) {
  const choose = (value: string) => {
    const chosen = RENDITIONS.find((each) => each === value)
    if (chosen && chosen !== rendition && !busy) onChange(chosen)
  }
  return (
    <Choice
      size="small"
      displayEmpty
      data-redacted={rendition === 'REDACTED' ? '' : undefined}
      value={rendition ?? MIXED}
      onChange={({ target }) => choose(target.value)}
      renderValue={() => (rendition === null ? 'Mixed' : RENDITION_NAMES[rendition])}
      SelectDisplayProps={{ 'aria-label': `Content for ${name}`, 'aria-disabled': busy || undefined }}
    >
      {RENDITIONS.map((each) => (
        <MenuItem key={each} value={each} dense>
          <span>
            {RENDITION_NAMES[each]}
            <ChoiceLine>{LINES[each]}</ChoiceLine>
          </span>
        </MenuItem>
      ))}
    </Choice>
  )
}
