import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { IconFileSpreadsheet, IconX } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { formatCount, MISSING } from '../../../../shared/format/number.ts'
import { useReading } from '../../../graphql/useReading.ts'
import {
  Actions,
  type Column,
  EmptyState,
  lazily,
  MenuButton,
  MiddleEllipsis,
  Panel,
} from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { Page, ToolRow } from '../frame/layout.tsx'
import { startOf, TIME_RANGES, type TimeRange } from '../frame/timeRanges.ts'
import { addressesOf } from '../place/address.ts'
import { DocumentLink } from '../rows/folderColumn.tsx'
import { AnalyticsTable, type FigureColumn } from './AnalyticsTable.tsx'
import { useAnalyticsCache } from './analyticsCache.ts'
import {
  AnalyticsTreeDocument,
  TreeCompanyAnalyticsDocument,
  type TreeCompanyAnalyticsQuery,
  TreeDocumentAnalyticsDocument,
  type TreeDocumentAnalyticsQuery,
  TreeUserAnalyticsDocument,
  type TreeUserAnalyticsQuery,
} from './operations.generated.ts'
import { SearchesTable } from './SearchesTable.tsx'

type CompanyPage = TreeCompanyAnalyticsQuery['page']
type UserPage = TreeUserAnalyticsQuery['page']
type DocumentPage = TreeDocumentAnalyticsQuery['page']
type CompanyRow = CompanyPage['rows'][number]
type UserRow = UserPage['rows'][number]
type DocumentRow = DocumentPage['rows'][number]

const ReadingTables = lazily(async () => (await import('./ReadingTables.tsx')).ReadingTables)
const FileReadingDialog = lazily(async () => (await import('./FileReadingDialog.tsx')).FileReadingDialog)

const Tables = styled('div')({ display: 'flex', flexDirection: 'column', gap: 28 })

const Named = styled('div')({ display: 'flex', alignItems: 'center', gap: 8, minWidth: 0 })

const Versions = styled('small')(({ theme }) => ({
  display: 'block',
  ...theme.typography.caption,
  color: theme.vars.palette.ink3,
  whiteSpace: 'nowrap',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
}))

/** 'Version 2: 3 downloads, 1 view' (DOC-45). */
const versionText = ({ version, downloadCount, viewCount }: DocumentRow['versions'][number]): string =>
  `Version ${version}: ${[
    downloadCount > 0 && formatCount(downloadCount, 'download'),
    viewCount > 0 && formatCount(viewCount, 'view'),
  ]
    .filter(Boolean)
    .join(', ')}`

/** Which of its versions were used: of a single one its number says all. */
function versionsText({ versions }: DocumentRow): string {
  const [only, ...others] = versions
  if (!only) return ''
  return others.length === 0 ? `Version ${only.version}` : versions.map(versionText).join(' · ')
}

type UsedDocumentProps = DocumentRow & { to: (id: string) => string; onReading: (document: Narrowed) => void }

const DocumentName = ({ document, to }: Pick<UsedDocumentProps, 'document' | 'to'>) =>
  document ? (
    <DocumentLink to={to(document.id)}>
      <MiddleEllipsis text={document.name} />
    </DocumentLink>
  ) : (
    '-- (Deleted)'
  )

const ReadingButton = ({ document, onReading }: Pick<UsedDocumentProps, 'document' | 'onReading'>) =>
  document && (
    <Button
      variant="text"
      size="small"
      aria-label={`Reading times of ${document.name}`}
      onClick={() => onReading(document)}
      sx={{ flex: 'none', minWidth: 0, paddingBlock: 0 }}
    >
      Reading
    </Button>
  )

/** A document, and which of its versions were used. */
function UsedDocument(props: UsedDocumentProps) {
  if (!props.document) return '-- (Deleted)'
  const text = versionsText(props)
  return (
    <>
      <Named>
        <DocumentName {...props} />
        <ReadingButton {...props} />
      </Named>
      {text && <Versions title={text}>{text}</Versions>}
    </>
  )
}

/** What all three tables count. */
const USES: readonly FigureColumn<
  { downloadCount: number; viewCount: number },
  { maxDownload: number; maxView: number }
>[] = [
  {
    key: 'downloads',
    header: 'Downloads',
    value: (row) => row.downloadCount,
    max: (page) => page.maxDownload,
  },
  { key: 'views', header: 'Views', value: (row) => row.viewCount, max: (page) => page.maxView },
]

const SESSIONS: FigureColumn<{ sessionCount: number }, { maxSession: number }> = {
  key: 'sessions',
  header: 'Sessions',
  value: (row) => row.sessionCount,
  max: (page) => page.maxSession,
}

const COMPANY_FIGURES: readonly FigureColumn<CompanyRow, CompanyPage>[] = [
  { key: 'users', header: 'Users', value: (row) => row.userCount, max: (page) => page.maxUser },
  SESSIONS,
  ...USES,
]
const USER_FIGURES: readonly FigureColumn<UserRow, UserPage>[] = [SESSIONS, ...USES]

/** Whose use is looked at. */
interface Narrowed {
  id: string
  name: string
}

const Narrow = ({ name, to, onNarrow }: { name: string; to: string; onNarrow: () => void }) => (
  <Button
    variant="text"
    size="small"
    aria-label={`${name}: show ${to} alone`}
    onClick={onNarrow}
    sx={{
      minWidth: 0,
      maxWidth: '100%',
      paddingInline: 0.5,
      marginInline: -0.5,
      // As high as a finger needs it, in a line that is as high as others.
      marginBlock: { base: '-12px', md: 0 },
      color: 'inherit',
    }}
  >
    <MiddleEllipsis text={name} />
  </Button>
)

const companyNames = (narrow: (company: Narrowed) => void): readonly Column<CompanyRow>[] => [
  {
    key: 'company',
    header: 'Company',
    cell: ({ company }) => (
      <Narrow name={company.name} to="its users and documents" onNarrow={() => narrow(company)} />
    ),
  },
]
const userNames = (narrow: (user: Narrowed) => void): readonly Column<UserRow>[] => [
  {
    key: 'user',
    header: 'User',
    cell: ({ user: { id, fullName: name } }) => (
      <Narrow name={name} to="their documents" onNarrow={() => narrow({ id, name })} />
    ),
  },
  {
    key: 'company',
    header: 'Company',
    cell: ({ user }) => <MiddleEllipsis text={user.company?.name ?? MISSING} />,
  },
]

interface AnalyticsPageProps {
  /** The documents tree; null where there is none. */
  treeId: string | null
  /** Address of the tree's root. */
  basePath: string
}

/** Who uses the documents of a tree how much: by company, user and document (ANA-01 to ANA-03), and what they searched for in vain. */
export function AnalyticsPage({ treeId, basePath }: AnalyticsPageProps) {
  useAnalyticsCache()
  return (
    <Page>
      <ToolRow sx={{ paddingRight: { base: 'var(--page-gutter)' } }}>
        <Typography component="h2" variant="h2">
          Analytics
        </Typography>
        <div>{treeId !== null && <ExportButton treeId={treeId} />}</div>
      </ToolRow>
      {treeId === null ? (
        <Panel>
          <EmptyState title="No data found." />
        </Panel>
      ) : (
        <AnalyticsTables key={treeId} treeId={treeId} basePath={basePath} />
      )}
    </Page>
  )
}

/** The access log, for whoever may have it (ANA-02). */
function ExportButton({ treeId }: { treeId: string }) {
  const { data } = useReading(AnalyticsTreeDocument, { treeId })
  const address = data?.documentTree?.accessLogUrl
  if (!address) return null
  return (
    <Button href={address} target="_blank" rel="noopener" startIcon={<IconFileSpreadsheet />}>
      Export
    </Button>
  )
}

function AnalyticsTables({ treeId, basePath }: { treeId: string; basePath: string }) {
  const [{ range, since }, setRange] = useState<{ range: TimeRange; since: string | null }>({
    range: TIME_RANGES[0],
    since: null,
  })
  const [company, setCompany] = useState<Narrowed>()
  const [user, setUser] = useState<Narrowed>()
  const choose = (next: TimeRange) => setRange({ range: next, since: startOf(next) })
  const [companies, users] = useMemo(
    () => [
      companyNames((one) => {
        setCompany(one)
        setUser(undefined)
      }),
      userNames(setUser),
    ],
    [],
  )
  const ofAll = { ...(since !== null && { since }) }
  const ofCompany = { ...ofAll, ...(company && { companyId: company.id }) }
  const ofUser = { ...ofCompany, ...(user && { userId: user.id }) }
  const narrowed = [
    { one: company, clear: () => setCompany(undefined) },
    { one: user, clear: () => setUser(undefined) },
  ]
  const [read, setRead] = useState<Narrowed>()
  const { to } = useMemo(() => addressesOf(treeId, basePath), [treeId, basePath])
  const documentNames = useMemo((): Column<DocumentRow>[] => {
    return [
      {
        key: 'document',
        header: 'Document',
        cell: (row) => <UsedDocument {...row} to={to} onReading={setRead} />,
      },
    ]
  }, [to])
  return (
    <Tables>
      <Actions>
        <MenuButton
          label={`Time: ${range.label}`}
          size="small"
          variant="outlined"
          entries={TIME_RANGES.map((one) => ({
            key: one.label,
            label: one.label,
            selected: one === range,
            onSelect: () => choose(one),
          }))}
        />
        {narrowed.map(
          ({ one, clear }) =>
            one && (
              <Button
                key={one.id}
                size="small"
                endIcon={<IconX />}
                aria-label={`Only ${one.name}: show all again`}
                onClick={clear}
              >
                Only {one.name}
              </Button>
            ),
        )}
      </Actions>
      <AnalyticsTable
        treeId={treeId}
        filter={ofAll}
        title="Companies"
        query={TreeCompanyAnalyticsDocument}
        names={companies}
        figures={COMPANY_FIGURES}
      />
      <AnalyticsTable
        treeId={treeId}
        filter={ofCompany}
        title="Users"
        query={TreeUserAnalyticsDocument}
        names={users}
        figures={USER_FIGURES}
      />
      <AnalyticsTable
        treeId={treeId}
        filter={ofUser}
        title="Documents"
        query={TreeDocumentAnalyticsDocument}
        names={documentNames}
        onPhone={(row) => ({
          title: <DocumentName {...row} to={to} />,
          facts: row.document ? [versionsText(row)] : [],
          action: <ReadingButton {...row} onReading={setRead} />,
        })}
        rowHeight={54}
        figures={USES}
      />
      <SearchesTable treeId={treeId} />
      <ReadingTables treeId={treeId} />
      {read && <FileReadingDialog treeId={treeId} {...read} onClose={() => setRead(undefined)} />}
    </Tables>
  )
}
