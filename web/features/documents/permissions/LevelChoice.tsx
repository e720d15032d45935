import MenuItem from '@mui/material/MenuItem'
import Select from '@mui/material/Select'
import { DOCUMENT_LEVELS, type DocumentLevel, LEVEL_LINES } from '../../../../shared/documentLevels.ts'
import { LEVEL_NAMES } from '../../../../shared/levelNames.ts'
import { styled } from '../../../ui/theme/styled.tsx'

const Choice = styled(Select<string>)(({ theme }) => ({
  flex: 'none',
  // With the longest of their names, "View and print".
  width: 168,
  '& .MuiSelect-select': { padding: '4px 8px', textAlign: 'right', ...theme.typography.body2 },
  backgroundColor: 'transparent',
  '& .MuiOutlinedInput-notchedOutline': { border: 0 },
  color: theme.vars.palette.ink2,
}))

/** What one of the choices means. */
export const ChoiceLine = styled('small')(({ theme }) => ({
  display: 'block',
  ...theme.typography.caption,
  color: theme.vars.palette.ink3,
}))

/** Stands for no level: the documents differ. */
const MIXED = ''

/** One of the five levels, or Mixed where the documents differ, with one line on each (VIEW-11). */
export function LevelChoice({
  name,
  level,
  busy,
  onChange,
}: {
  /** Of the principal. */
  name: string
  level: DocumentLevel | null
  busy: boolean
  onChange: (level: DocumentLevel) => void
}) {
  const choose = (value: string) => {
    const chosen = DOCUMENT_LEVELS.find((each) => each === value)
    if (chosen && chosen !== level && !busy) onChange(chosen)
  }
  return (
    <Choice
      size="small"
      displayEmpty
      value={level ?? MIXED}
      onChange={({ target }) => choose(target.value)}
      renderValue={() => (level === null ? 'Mixed' : LEVEL_NAMES[level])}
      SelectDisplayProps={{ 'aria-label': `Level of ${name}`, 'aria-disabled': busy || undefined }}
    >
      {DOCUMENT_LEVELS.map((each) => (
        <MenuItem key={each} value={each} dense>
          <span>
            {LEVEL_NAMES[each]}
            <ChoiceLine>{LEVEL_LINES[each]}</ChoiceLine>
          </span>
        </MenuItem>
      ))}
    </Choice>
  )
}
