import type { ReactNode } from 'react'
import { formatBytes } from '../../../shared/format/bytes.ts'
import { formatNumber, MISSING } from '../../../shared/format/number.ts'
import { formatDateTime } from '../../../shared/format/time.ts'
import { recordsAddress } from '../../addresses.ts'
import { useReading } from '../../graphql/useReading.ts'
import {
  ErrorState,
  Link,
  Loading,
  Panel,
  PanelGrid,
  RelativeTime,
  SkeletonLines,
  StatusDot,
  usePageTitle,
} from '../../ui/index.ts'
import { styled } from '../../ui/theme/styled.tsx'
import { BackOfficeStatusDocument, type BackOfficeStatusQuery } from './operations.generated.ts'

type Status = BackOfficeStatusQuery['backOfficeStatus']

const Part = styled(Panel)(({ theme }) => ({
  padding: '12px 16px',
  '& > h2': { margin: '0 0 6px', ...theme.typography.body2, fontWeight: 600 },
  '& dl': { margin: 0, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto', gap: '6px 16px' },
  '& dt': { color: theme.vars.palette.ink2, overflowWrap: 'anywhere' },
  '& dd': { margin: 0, textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
}))

const good = (isGood: boolean, words: readonly [string, string]): ReactNode => (
  <StatusDot color={isGood ? 'success' : 'danger'}>{isGood ? words[0] : words[1]}</StatusDot>
)

/** How many of something that should be none, leading to their list. */
const failures = (count: number, to: string): ReactNode =>
  count === 0 ? good(true, ['None', '']) : <Link to={to}>{good(false, ['', String(count)])}</Link>

const MAX_BACKUP_AGE_MS = 26 * 3_600_000

const isOld = (at: string): boolean => Date.now() - Date.parse(at) > MAX_BACKUP_AGE_MS

/** A last backup that is older than 26 hours, or was never verified, is a problem (BACK-25). */
function backupFacts({ backup }: Status): readonly (readonly [string, ReactNode])[] {
  if (!backup.isSetUp) return [['State', 'No backup is set up.']]
  const { lastAt, lastBytes, lastFiles, verifiedAt, nextAt, failure } = backup
  const age = (at: string, isGood: boolean) => (
    <StatusDot color={isGood ? 'success' : 'danger'}>
      <span>
        <RelativeTime at={at} />
        {!isGood && ', overdue'}
      </span>
    </StatusDot>
  )
  return [
    ['Last backup', lastAt === null ? good(false, ['', 'None yet']) : age(lastAt, !isOld(lastAt))],
    ['Size', lastBytes === null ? MISSING : formatBytes(lastBytes)],
    ['Documents and other files', lastFiles === null ? MISSING : formatNumber(lastFiles)],
    ['Last verified', verifiedAt === null ? good(false, ['', 'Never']) : age(verifiedAt, true)],
    ['Next', nextAt === null ? 'None is due' : formatDateTime(nextAt)],
    ...(failure === null ? [] : [['Why the last one failed', failure] as const]),
  ]
}
/** Seconds that an entry may wait for the record before that is a fault. */
const MAX_LAG_S = 60

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
      // Nobody can say it of a bucket.
      ...(status.storageFreeBytes === null ? [] : [['Free', formatBytes(status.storageFreeBytes)] as const]),
      ...(status.storageBytes === null ? [] : [['Disk', formatBytes(status.storageBytes)] as const]),
    ],
  ],
  ['Backup', backupFacts(status)],
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
    'Pages',
    [
      ['Office files', status.officeConverter ?? 'Plain pages of their words: LibreOffice was not found'],
      ['Pages waiting', formatNumber(status.pagesWaiting)],
      ['Kept', `${formatBytes(status.pageCacheBytes)} of ${formatBytes(status.pageCacheLimitBytes)}`],
    ],
  ],
  [
    'Search in contents',
    [
      ['Documents waiting', formatNumber(status.textsWaiting)],
      [
        'The oldest waits since',
        status.oldestTextSince === null ? (
          'None waits'
        ) : (
          <RelativeTime key="text" at={status.oldestTextSince} />
        ),
      ],
      [
        'Reading',
        status.textsPaused ? good(false, ['', 'Paused: no process does jobs']) : good(true, ['On', '']),
      ],
    ],
  ],
  [
    'Record',
    [
      [
        'Appended',
        good(status.recordLagSeconds <= MAX_LAG_S, [
          'Up to date',
          `${Math.floor(status.recordLagSeconds / 60)} min late`,
        ]),
      ],
    ],
  ],
  [
    'E-mails',
    [
      ['Server', status.mailServer ? 'Set' : 'None: e-mails are kept in the outbox'],
      [status.mailServer ? 'Waiting' : 'Not sent', status.mailsWaiting],
      ['Failed', failures(status.mailsFailed, `${recordsAddress('messages/mail')}?state=FAILED`)],
    ],
  ],
  [
    'Text messages',
    [
      ['Gateway', status.smsGateway ? 'Set' : 'None: text messages are kept in the outbox'],
      [status.smsGateway ? 'Waiting' : 'Not sent', status.smsWaiting],
      ['Failed', failures(status.smsFailed, `${recordsAddress('messages/sms')}?state=FAILED`)],
    ],
  ],
]

const ROLES: Readonly<Record<string, string>> = { all: 'Web and jobs', web: 'Web', worker: 'Jobs' }
/** Milliseconds after which a process that has not said that it runs may have died. */
const SILENT_MS = 15_000

/** All that run; one that died is among them for half a minute (SCALE-03). */
function Processes({ processes, version }: Pick<Status, 'processes' | 'version'>) {
  return (
    <Part>
      <h2>Processes</h2>
      <dl>
        {processes.map((one) => [
          <dt key={one.id}>{one.name}</dt>,
          <dd key={`${one.id}:`}>
            <StatusDot color={Date.now() - Date.parse(one.seenAt) > SILENT_MS ? 'danger' : 'success'}>
              <span>
                {ROLES[one.role] ?? one.role}
                {one.version !== version && `, version ${one.version}`}, started{' '}
                <RelativeTime at={one.startedAt} />
              </span>
            </StatusDot>
          </dd>,
        ])}
      </dl>
    </Part>
  )
}

/** How the deployment is: database, storage, queue, outbox and versions. */
export function StatusPage() {
  usePageTitle('System status')
  const { data, error } = useReading(BackOfficeStatusDocument, {}, { every: 10_000 })
  return (
    <>
      {error && <ErrorState message={error.message} onRetry={error.onRetry} />}
      {!data && <Loading active={error === undefined} skeleton={<SkeletonLines count={6} />} />}
      {data && (
        <PanelGrid>
          <Processes {...data.backOfficeStatus} />
          {partsOf(data.backOfficeStatus).map(([title, facts]) => (
            <Part key={title}>
              <h2>{title}</h2>
              <dl>
                {facts.map(([name, fact]) => [<dt key={name}>{name}</dt>, <dd key={`${name}:`}>{fact}</dd>])}
              </dl>
            </Part>
          ))}
        </PanelGrid>
      )}
    </>
  )
}
