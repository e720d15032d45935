import MenuItem from '@mui/material/MenuItem'
import Select from '@mui/material/Select'
import type { DocumentRendition } from '../../../../shared/documentLevels.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { ChoiceLine } from './LevelChoice.tsx'

const Choice = styled(Select<string>)(({ theme }) => ({
  flex: 'none',
  width: 112,
  fontSize: 13,
  '& .MuiSelect-select': { padding: '4px 8px' },
  '&[data-redacted]': { fontWeight: 500 },
  [theme.breakpoints.down('md')]: { width: 104 },
}))

const RENDITIONS = ['FULL', 'REDACTED'] as const
const NAMES: Readonly<Record<DocumentRendition, string>> = { FULL: 'Full', REDACTED: 'Redacted' }
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
      renderValue={() => (rendition === null ? 'Mixed' : NAMES[rendition])}
      SelectDisplayProps={{ 'aria-label': `Content for ${name}`, 'aria-disabled': busy || undefined }}
    >
      {RENDITIONS.map((each) => (
        <MenuItem key={each} value={each} dense>
          <span>
            {NAMES[each]}
            <ChoiceLine>{LINES[each]}</ChoiceLine>
          </span>
        </MenuItem>
      ))}
    </Choice>
  )
}
