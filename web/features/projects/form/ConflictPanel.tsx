import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import { styled } from '@mui/material/styles'
import { IconAlertTriangle, IconChevronDown, IconChevronRight, IconChevronUp } from '@tabler/icons-react'
import { useState } from 'react'
import { formatCount } from '../../../../shared/format/number.ts'
import { formatTime } from '../../../../shared/format/time.ts'
import type { Conflict, TakenOver } from './compare.ts'
import { labelOf, placeOf, SECTIONS, sectionOf } from './fieldNames.ts'

export type Side = 'mine' | 'theirs'

export interface OpenConflict {
  readonly by: string
  readonly at: Date | string | null
  readonly conflicts: readonly Conflict[]
  readonly takenOver: readonly TakenOver[]
  readonly choices: ReadonlyMap<string, Side>
}

interface ConflictPanelProps {
  conflict: OpenConflict
  words: (path: string, value: unknown) => string
  onChoose: (paths: readonly string[], side: Side) => void
  onShow: (path: string) => void
}

const Box = styled('section')(({ theme }) => ({
  border: `1px solid ${theme.vars.palette.line}`,
  borderRadius: 8,
  overflow: 'hidden',
  backgroundColor: theme.vars.palette.surface,
  '& > div': { padding: '12px 16px', borderTop: `1px solid ${theme.vars.palette.line}` },
}))

const Head = styled('header')(({ theme }) => ({
  display: 'flex',
  gap: 10,
  padding: '14px 16px',
  backgroundColor: theme.vars.palette.warning.tint,
  '& > svg': { flex: 'none', marginTop: 1, color: theme.vars.palette.warning.main },
  '& h2': { margin: 0, fontSize: 13, lineHeight: '20px', fontWeight: 600 },
  '& p': { margin: 0, color: theme.vars.palette.ink2 },
}))

const Line = styled('div')({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 12,
})

const Choices = styled('div')(({ theme }) => ({
  marginTop: 8,
  border: `1px solid ${theme.vars.palette.control}`,
  borderRadius: 6,
  overflow: 'hidden',
  '& > label': {
    display: 'flex',
    alignItems: 'center',
    gap: 10,
    minHeight: 36,
    padding: '6px 12px',
    cursor: 'pointer',
    '& + label': { borderTop: `1px solid ${theme.vars.palette.line}` },
    '& > b': { marginLeft: 'auto', fontWeight: 500, textAlign: 'right', overflowWrap: 'anywhere' },
    '&:has(:checked)': { backgroundColor: theme.vars.palette.accent.tint, fontWeight: 600 },
    '&:has(:checked) > b': { fontWeight: 600 },
    '&:focus-within': { outline: `2px solid ${theme.vars.palette.accent.main}`, outlineOffset: -2 },
    '& > input': { margin: 0, width: 16, height: 16, accentColor: theme.vars.palette.accent.main },
  },
}))

const List = styled('ul')(({ theme }) => ({
  margin: '8px 0 0',
  padding: 0,
  listStyle: 'none',
  '& > li': { display: 'flex', justifyContent: 'space-between', gap: 12, padding: '3px 0' },
  '& > li > span': { color: theme.vars.palette.ink2 },
  '& > li > b': { fontWeight: 500, textAlign: 'right', overflowWrap: 'anywhere' },
}))

const Small = styled('small')(({ theme }) => ({ fontSize: 12, color: theme.vars.palette.ink3 }))

/** What somebody else saved meanwhile: a choice for each field that both changed, and what is taken over. */
export function ConflictPanel({ conflict, words, onChoose, onShow }: ConflictPanelProps) {
  const { by, at, conflicts, takenOver, choices } = conflict
  const [isOpen, setOpen] = useState(false)
  const all = conflicts.map(({ path }) => path)
  return (
    <Box aria-label="Someone else saved meanwhile">
      <Head role="alert">
        <IconAlertTriangle size={18} aria-hidden="true" />
        <div>
          <h2>Someone else saved meanwhile</h2>
          <p>
            {`${by} saved this project${at === null ? '' : ` at ${formatTime(at)}`}. `}
            {conflicts.length > 0
              ? 'Choose for each field that you both changed; then save.'
              : 'You changed no field in common; save again.'}
          </p>
        </div>
      </Head>
      {conflicts.map(({ path, mine, theirs }) => (
        <div key={path}>
          <Line>
            <b>{labelOf(path)}</b>
            <Button
              variant="text"
              size="small"
              endIcon={<IconChevronRight size={14} />}
              onClick={() => onShow(path)}
            >
              {placeOf(path)}
            </Button>
          </Line>
          <Choices role="radiogroup" aria-label={`${labelOf(path)}, ${placeOf(path)}`}>
            {(
              [
                ['mine', 'Your value', mine],
                ['theirs', by, theirs],
              ] as const
            ).map(([side, label, value]) => (
              <label key={side}>
                <input
                  type="radio"
                  name={`conflict-${path}`}
                  checked={choices.get(path) === side}
                  onChange={() => onChoose([path], side)}
                />
                {label}
                <b>{words(path, value)}</b>
              </label>
            ))}
          </Choices>
        </div>
      ))}
      {takenOver.length > 0 && (
        <div>
          <Line>
            <span>{`${formatCount(takenOver.length, 'other change')} by ${by} ${takenOver.length === 1 ? 'is' : 'are'} taken over`}</span>
            <ButtonBase
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
              sx={{ gap: '4px', font: 'inherit', fontWeight: 600, color: 'accent.text' }}
            >
              {isOpen ? 'Hide' : 'Show'}
              {isOpen ? <IconChevronUp size={14} /> : <IconChevronDown size={14} />}
            </ButtonBase>
          </Line>
          {isOpen && (
            <List>
              {takenOver.map(({ path, before, after }) => (
                <li key={path}>
                  <span>{`${SECTIONS[sectionOf(path)]}, ${labelOf(path).toLowerCase()}`}</span>
                  <b>{`${words(path, before)} → ${words(path, after)}`}</b>
                </li>
              ))}
            </List>
          )}
        </div>
      )}
      {conflicts.length > 0 && (
        <div>
          <Line>
            <Button variant="text" size="small" onClick={() => onChoose(all, 'mine')}>
              Keep all mine
            </Button>
            <Button variant="text" size="small" onClick={() => onChoose(all, 'theirs')}>
              {`Take all of ${by}’s`}
            </Button>
            <Small role="status">{`${choices.size} of ${conflicts.length} chosen`}</Small>
          </Line>
        </div>
      )}
    </Box>
  )
}
