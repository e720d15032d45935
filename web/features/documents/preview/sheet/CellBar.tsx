import { IconSearch } from '@tabler/icons-react'
import { styled } from '../../../../ui/theme/styled.tsx'
import { Tool } from '../pdf/PdfBar.tsx'

const Formula = styled('div')(({ theme }) => ({
  display: 'flex',
  flex: 'none',
  minHeight: 36,
  maxHeight: 88,
  borderBottom: `1px solid ${theme.vars.palette.line}`,
  backgroundColor: theme.vars.palette.surface,
  '& > b': {
    flex: 'none',
    width: 60,
    padding: '8px 0',
    textAlign: 'center',
    ...theme.typography.caption,
    lineHeight: '20px',
    fontWeight: 500,
    color: theme.vars.palette.ink2,
    borderRight: `1px solid ${theme.vars.palette.lineStrong}`,
  },
  '& > button': { flex: 'none', alignSelf: 'center', margin: '0 4px' },
  '& > div': {
    flex: 1,
    padding: '8px 12px',
    overflow: 'auto',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  },
}))

interface CellBarProps {
  place: string
  text: string
  onFind: () => void
}

/** All that the chosen cell holds, however narrow its column is. */
export function CellBar({ place, text, onFind }: CellBarProps) {
  return (
    <Formula>
      <b>{place}</b>
      {/* A long text scrolls, and what scrolls is reached by keyboard. */}
      <div role="note" aria-label={`Content of ${place}`} {...(text.length > 200 && { tabIndex: 0 })}>
        {text}
      </div>
      <Tool label="Find" onClick={onFind}>
        <IconSearch size={17} />
      </Tool>
    </Formula>
  )
}
