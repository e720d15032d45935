import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { formatBytes } from '../../../shared/format/bytes.ts'
import { MISSING } from '../../../shared/format/number.ts'
import { recordsAddress } from '../../addresses.ts'
import { useReading } from '../../graphql/useReading.ts'
import {
  ErrorState,
  Link,
  Loading,
  Panel,
  RelativeTime,
  SkeletonLines,
  StatusDot,
  usePageTitle,
} from '../../ui/index.ts'
import { BackOfficeStatusDocument, type BackOfficeStatusQuery } from './operations.generated.ts'

type Status = BackOfficeStatusQuery['backOfficeStatus']

const Grid = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(320px, 100%), 1fr))',
  gap: 16,
})

const Part = styled(Panel)(({ theme }) => ({
  padding: '12px 16px',
  '& > h2': { margin: '0 0 6px', fontSize: 14, lineHeight: '20px', fontWeight: 600 },
  '& dl': { margin: 0, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto', gap: '6px 16px' },
  '& dt': { color: theme.vars.palette.ink2 },
  '& dd': { margin: 0, textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
}))

const good = (isGood: boolean, words: readonly [string, string]): ReactNode => (
  <StatusDot color={isGood ? 'success' : 'danger'}>{isGood ? words[0] : words[1]}</StatusDot>
)

/** How many of something that should be none, leading to their list. */
const failures = (count: number, to: string): ReactNode =>
  count === 0 ? good(true, ['None', '']) : <Link to={to}>{good(false, ['', String(count)])}</Link>

const partsOf = (
  status: Status,
): readonly (readonly [string, readonly (readonly [string, ReactNode])[]])[] => [
  [
    'Product',
    [
      ['Version', status.version],
      ['Node.js', status.nodeVersion],
      ['Running since', <RelativeTime key="since" at={status.startedAt} />],
    ],
  ],
  [
    'Database',
    [
      ['PostgreSQL', status.databaseVersion],
      ['Size', formatBytes(status.databaseBytes)],
      ['Latest migration', status.migration],
      ['Response time', `${status.databaseMs.toFixed(1)} ms`],
    ],
  ],
  [
    'Storage',
    [
      ['State', good(status.storageWritable, ['Writable', 'Not writable'])],
      ['Free', status.storageFreeBytes === null ? MISSING : formatBytes(status.storageFreeBytes)],
      ['Disk', status.storageBytes === null ? MISSING : formatBytes(status.storageBytes)],
    ],
  ],
  [
    'Jobs',
    [
      ['Waiting', status.jobsWaiting],
      ['Running', status.jobsRunning],
      ['Failed', failures(status.jobsFailed, `${recordsAddress('system/job')}?state=FAILED`)],
      [
        'Due since',
        status.oldestDueJob === null ? 'None due' : <RelativeTime key="due" at={status.oldestDueJob} />,
      ],
    ],
  ],
  [
    'E-mails',
    [
      ['Server', status.mailServer ? 'Set' : 'None: e-mails are kept in the outbox'],
      ['Waiting or failed', status.mailsWaiting],
      ['Failed', failures(status.mailsFailed, `${recordsAddress('messages/mail')}?state=FAILED`)],
    ],
  ],
]

/** How the deployment is: database, storage, queue, outbox and versions. */
export function StatusPage() {
  usePageTitle('System status')
  const { data, error } = useReading(BackOfficeStatusDocument, {}, { every: 10_000 })
  return (
    <>
      {error && <ErrorState message={error.message} onRetry={error.onRetry} />}
      {!data && <Loading active={error === undefined} skeleton={<SkeletonLines count={6} />} />}
      {data && (
        <Grid>
          {partsOf(data.backOfficeStatus).map(([title, facts]) => (
            <Part key={title}>
              <h2>{title}</h2>
              <dl>
                {facts.map(([name, fact]) => [<dt key={name}>{name}</dt>, <dd key={`${name}:`}>{fact}</dd>])}
              </dl>
            </Part>
          ))}
        </Grid>
      )}
    </>
  )
}
