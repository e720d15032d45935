import { formatNumber } from '../../../shared/format/number.ts'
import { recordsAddress } from '../../addresses.ts'
import { useReading } from '../../graphql/useReading.ts'
import { Link, Panel, PanelGrid, StatusDot, usePageTitle } from '../../ui/index.ts'
import { styled } from '../../ui/theme/styled.tsx'
import { listOf, newOf, sectionsOf, useOffice } from './kinds.ts'
import { BackOfficeRecordsDocument, BackOfficeStatusDocument } from './operations.generated.ts'

const Sections = styled(PanelGrid)({ alignItems: 'start' })

const Section = styled(Panel)(({ theme }) => ({
  padding: '12px 16px 8px',
  '& > h2': { margin: '0 0 4px', ...theme.typography.body2, fontWeight: 600 },
  '& ul, & ol': { listStyle: 'none', margin: 0, padding: 0 },
  '& li': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto 40px',
    alignItems: 'center',
    gap: 12,
    minHeight: 32,
    borderTop: `1px solid ${theme.vars.palette.line}`,
  },
  '& li:first-of-type': { borderTop: 0 },
  '& li > span': { color: theme.vars.palette.ink2, fontVariantNumeric: 'tabular-nums' },
}))

/** What a new installation needs, in its order; the last step is done in the organisation's Admin. */
const STEPS: readonly (readonly [kind: string, step: string])[] = [
  ['organisation', 'Add the organisation'],
  ['portfolio', 'Add its first portfolio'],
  ['documenttree', 'Give the portfolio its documents'],
  ['usergroup', 'Add the groups that share the room'],
]

/** What wants somebody, or the next steps of a new installation, and the kinds of record with their counts (BO-02). */
export function OfficeStart() {
  usePageTitle('Back office')
  const { kinds } = useOffice()
  const steps = STEPS.flatMap(([name, step]) => {
    const kind = kinds.find((each) => each.name === name)
    return kind ? [{ kind, step, isDone: kind.count > 0 }] : []
  })
  return (
    <Sections>
      {steps.some(({ isDone }) => !isDone) ? (
        <Section>
          <h2>Getting started</h2>
          <ol aria-label="Getting started">
            {steps.map(({ kind, step, isDone }) => (
              <li key={kind.name}>
                {isDone ? <span>{step}</span> : <Link to={newOf(kind)}>{step}</Link>}
                {isDone && <StatusDot color="success">Done</StatusDot>}
              </li>
            ))}
            <li>
              <span>Invite people on the organisation’s page Admin</span>
            </li>
          </ol>
        </Section>
      ) : (
        <Attention />
      )}
      {sectionsOf(kinds).map(([section, those]) => (
        <Section key={section}>
          <h2>{section}</h2>
          <ul>
            {those.map((kind) => (
              <li key={kind.name}>
                <Link to={listOf(kind)}>{kind.many}</Link>
                <span>{formatNumber(kind.count)}</span>
                {kind.canCreate ? (
                  <Link to={newOf(kind)} aria-label={`Add ${kind.one}`}>
                    Add
                  </Link>
                ) : (
                  <i />
                )}
              </li>
            ))}
          </ul>
        </Section>
      ))}
    </Sections>
  )
}

/** What wants somebody: requests, and what has failed. */
function Attention() {
  const { data: status } = useReading(BackOfficeStatusDocument, {})
  const { data: tickets } = useReading(BackOfficeRecordsDocument, {
    kind: 'ticket',
    filters: [{ field: 'state', value: 'OPEN' }],
    limit: 1,
  })
  const { jobsFailed, mailsFailed } = status?.backOfficeStatus ?? {}
  const rows: readonly (readonly [label: string, list: string, count: number | undefined])[] = [
    ['Open tickets', 'support/ticket?state=OPEN', tickets?.backOfficeRecords.count],
    ['Failed jobs', 'system/job?state=FAILED', jobsFailed],
    ['Failed e-mails', 'messages/mail?state=FAILED', mailsFailed],
  ]
  return (
    <Section>
      <h2>Needs attention</h2>
      <ul>
        {rows.map(([label, list, count]) => (
          <li key={label}>
            <Link to={recordsAddress(list)}>{label}</Link>
            {count !== undefined && (
              <StatusDot color={count === 0 ? 'success' : 'warning'}>
                {count === 0 ? 'None' : formatNumber(count)}
              </StatusDot>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}
