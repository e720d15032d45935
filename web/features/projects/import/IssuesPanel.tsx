import ButtonBase from '@mui/material/ButtonBase'
import { IconAlertCircle, IconAlertTriangle } from '@tabler/icons-react'
import { formatCount, formatNumber } from '../../../../shared/format/number.ts'
import { Panel } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import type { ImportResult } from './importResult.ts'

export type Issue = ImportResult['issues'][number]

const Root = styled(Panel)(({ theme }) => ({
  overflow: 'auto',
  '& h2': {
    display: 'flex',
    alignItems: 'center',
    gap: 8,
    margin: 0,
    padding: '10px 16px',
    ...theme.typography.h4,
  },
  '& h2[data-tone="danger"]': {
    color: theme.vars.palette.danger.text,
    backgroundColor: theme.vars.palette.danger.tint,
  },
  '& h2[data-tone="warning"]': {
    color: theme.vars.palette.warning.text,
    backgroundColor: theme.vars.palette.warning.tint,
  },
  '& ul': { listStyle: 'none', margin: 0, padding: 0 },
  '& li': { borderTop: `1px solid ${theme.vars.palette.line}` },
  '& p': {
    margin: 0,
    padding: '10px 16px',
    borderTop: `1px solid ${theme.vars.palette.line}`,
    color: theme.vars.palette.ink2,
  },
}))

const Entry = styled(ButtonBase)(({ theme }) => ({
  display: 'block',
  width: '100%',
  padding: '10px 16px',
  textAlign: 'start',
  font: 'inherit',
  '&.Mui-focusVisible': { outlineOffset: -2 },
  '&:hover': { backgroundColor: theme.vars.palette.hover },
  '&[aria-current]': { backgroundColor: theme.vars.palette.selected },
  '& > span': {
    display: 'flex',
    gap: 8,
    ...theme.typography.caption,
    fontWeight: 500,
    color: theme.vars.palette.accent.text,
  },
  '& > span > small': { marginLeft: 'auto', ...theme.typography.note },
  '& > div': { overflowWrap: 'anywhere' },
  '&[data-tone="danger"] > div': { color: theme.vars.palette.danger.text },
}))

/** Issues of one column with one sentence, in the order of their rows. */
type Alike = readonly [Issue, ...Issue[]]

function groupsOf(issues: readonly Issue[]): readonly Alike[] {
  const groups = new Map<string, [Issue, ...Issue[]]>()
  for (const issue of issues) {
    const key = JSON.stringify([issue.header, issue.message])
    const before = groups.get(key)
    if (before) before.push(issue)
    else groups.set(key, [issue])
  }
  return [...groups.values()]
}

/**
 * Where they are: 'Row 8, Commercial operating date', of more 'Rows 8 to 238, City'. The unit of a column is not part
 * of its name.
 */
function locationOf(alike: Alike): string {
  const [{ row, header }] = alike
  const last = alike.at(-1)?.row
  const rows = row === null ? '' : alike.length === 1 ? `Row ${row}` : `Rows ${row} to ${last}`
  return [rows, (header ?? '').split(',')[0] ?? ''].filter((part) => part !== '').join(', ')
}

/** Kinds of issues that are listed. */
const MAX_SHOWN = 300

interface IssuesPanelProps {
  issues: readonly Issue[]
  current: Issue | undefined
  onChoose: (issue: Issue) => void
}

/**
 * What is to be corrected, then what is worth a look; each leads to its cell (IMP-02). Those that are alike are one
 * entry, which leads from one to the next.
 */
export function IssuesPanel({ issues, current, onChoose }: IssuesPanelProps) {
  const listOf = (isError: boolean) => {
    const some = issues.filter((each) => each.isError === isError)
    const groups = groupsOf(some)
    const tone = isError ? 'danger' : 'warning'
    const Icon = isError ? IconAlertCircle : IconAlertTriangle
    if (some.length === 0) return null
    return (
      <section aria-label={isError ? 'Errors' : 'Warnings'}>
        <h2 data-tone={tone}>
          <Icon size={16} aria-hidden="true" />
          {formatCount(some.length, isError ? 'error' : 'warning')}
        </h2>
        <ul>
          {groups.slice(0, MAX_SHOWN).map((alike) => {
            const [first] = alike
            const at = current ? alike.indexOf(current) : -1
            return (
              <li key={`${first.header} ${first.message}`}>
                <Entry
                  data-tone={tone}
                  aria-current={at >= 0 ? 'true' : undefined}
                  onClick={() => onChoose(alike[(at + 1) % alike.length] ?? first)}
                >
                  <span>
                    {locationOf(alike)}
                    <small>
                      {alike.length === 1 ? first.address : `${formatNumber(alike.length)} alike`}
                    </small>
                  </span>
                  <div>{first.message}</div>
                </Entry>
              </li>
            )
          })}
        </ul>
        {groups.length > MAX_SHOWN && (
          <p>And {formatNumber(groups.length - MAX_SHOWN)} more, which the rows of the table show.</p>
        )}
      </section>
    )
  }
  return (
    <Root>
      {listOf(true)}
      {listOf(false)}
      {issues.some(({ isError }) => !isError) && <p>Warnings don’t prevent the import.</p>}
    </Root>
  )
}
