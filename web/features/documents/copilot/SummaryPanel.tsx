import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { IconDownload, IconX } from '@tabler/icons-react'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { useReading } from '../../../graphql/useReading.ts'
import { Chip, ErrorState, Loading, PlainList, SkeletonLines } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { usePlace } from '../place/place.ts'
import { SummaryReportDocument, type SummaryReportQuery } from './operations.generated.ts'
import type { Passage } from './passage.ts'
import { summaryAddress } from './summaryAddress.ts'

const Panel = styled('aside')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  flex: 'none',
  width: 380,
  minHeight: 0,
  borderLeft: `1px solid ${theme.vars.palette.line}`,
  backgroundColor: theme.vars.palette.surface,
  '& > header': {
    display: 'flex',
    alignItems: 'center',
    gap: 4,
    minHeight: 40,
    padding: '6px 4px 6px 14px',
    borderBottom: `1px solid ${theme.vars.palette.line}`,
  },
  '& h3': { flex: 1, minWidth: 0, margin: 0, ...theme.typography.h4, overflowWrap: 'anywhere' },
  '& > div': { flex: 1, minHeight: 0, overflow: 'auto', padding: '0 0 16px' },
  [theme.breakpoints.down('md')]: {
    width: 'auto',
    height: '44%',
    borderLeft: 0,
    borderTop: `1px solid ${theme.vars.palette.lineStrong}`,
  },
}))

const Facts = styled(PlainList)(({ theme }) => ({
  '& > li > a': {
    display: 'block',
    padding: '8px 14px 10px',
    borderBottom: `1px solid ${theme.vars.palette.line}`,
    color: 'inherit',
    textDecoration: 'none',
    overflowWrap: 'anywhere',
    '&:hover': { backgroundColor: theme.vars.palette.sunken },
    '&:focus-visible': { outlineOffset: -2 },
    '&[aria-current]': {
      backgroundColor: theme.vars.palette.accent.tint,
      boxShadow: `inset 3px 0 ${theme.vars.palette.primary.main}`,
    },
  },
  '& small': {
    display: 'flex',
    justifyContent: 'space-between',
    gap: 8,
    ...theme.typography.caption,
    color: theme.vars.palette.ink2,
  },
  '& strong': { display: 'block', fontWeight: 500 },
  '& em': { fontStyle: 'normal', color: theme.vars.palette.warning.text },
  '& q': {
    display: 'block',
    marginTop: 2,
    ...theme.typography.caption,
    color: theme.vars.palette.ink2,
  },
}))

const Sentence = styled('p')(({ theme }) => ({
  margin: 0,
  padding: '10px 14px 0',
  ...theme.typography.caption,
  color: theme.vars.palette.ink2,
  '& a': { color: theme.vars.palette.accent.text },
}))

type Source = SummaryReportQuery['summaryReport']['sources'][number]

export interface SummaryPanelProps {
  documentId: string
  jobId: string
  /** Number of the fact that the address points at. */
  fact: number | null
  /** Told the words to mark in the document; undefined where there are none. */
  onPassage: (passage: Passage | undefined) => void
}

/** What a summary found in a document, each with the way to where it stands (COP-04, COP-10). */
export function SummaryPanel({ documentId, jobId, fact, onPassage }: SummaryPanelProps) {
  const { addresses } = usePlace()
  const { data, error } = useReading(SummaryReportDocument, { jobId }, { fetchPolicy: 'no-cache' })
  const report = data?.summaryReport
  const source = report?.sources.find(({ id }) => id === documentId)
  const pointed = fact === null ? undefined : source?.facts[fact]
  useEffect(
    () =>
      onPassage(
        pointed?.page ? { page: pointed.page, words: pointed.quotation, value: pointed.value } : undefined,
      ),
    [pointed, onPassage],
  )
  return (
    <Panel aria-label="Summary">
      <header>
        <h3>{report?.name ?? 'Summary'}</h3>
        {report && (
          <Button size="small" startIcon={<IconDownload />} href={report.outputFileUrl} download>
            Download
          </Button>
        )}
        <IconButton component={Link} to={addresses.to(documentId)} size="small" aria-label="Close summary">
          <IconX size={16} />
        </IconButton>
      </header>
      <div>
        {!report && (error ? <ErrorState {...error} /> : <Loading active skeleton={<SkeletonLines />} />)}
        {report && !source && <Sentence>This document is not in this summary.</Sentence>}
        {source && <Found source={source} jobId={jobId} fact={fact} />}
        {report && <Others sources={report.sources} documentId={documentId} jobId={jobId} />}
      </div>
    </Panel>
  )
}

interface FoundProps {
  source: Source
  jobId: string
  fact: number | null
}

function Found({ source, jobId, fact }: FoundProps) {
  const { addresses } = usePlace()
  const { id, versionId, facts, notFound, problem, emptyPages, remarks } = source
  return (
    <>
      {problem !== null && <Sentence>{problem}</Sentence>}
      {emptyPages !== null && (
        <Sentence>Without text, most likely scanned, and not read: {emptyPages}.</Sentence>
      )}
      {facts.length > 0 && (
        <Facts>
          {facts.map(({ label, value, detail, quotation, place, verified }, index) => (
            // Facts have no id: their place in the list is it.
            // biome-ignore lint/suspicious/noArrayIndexKey: the list of a report never changes
            <li key={index}>
              <Link
                to={summaryAddress(addresses, { documentId: id, jobId, versionId, fact: index })}
                replace
                preventScrollReset
                aria-current={index === fact ? 'true' : undefined}
              >
                <small>
                  <span>{detail === null ? label : `${label}: ${detail}`}</span>
                  <span>{place}</span>
                </small>
                {value === null ? <em>Not stated with certainty</em> : <strong>{value}</strong>}
                {!verified && <Chip tone="warning">Unverified</Chip>}
                {quotation !== value && <q>{quotation}</q>}
              </Link>
            </li>
          ))}
        </Facts>
      )}
      {notFound.length > 0 && <Sentence>Not found: {notFound.join(', ')}.</Sentence>}
      {remarks.map((remark) => (
        <Sentence key={remark}>{remark}</Sentence>
      ))}
    </>
  )
}

interface OthersProps {
  sources: readonly Source[]
  documentId: string
  jobId: string
}

function Others({ sources, documentId, jobId }: OthersProps) {
  const { addresses } = usePlace()
  const others = sources.filter(({ id }) => id !== documentId)
  if (others.length === 0) return null
  return (
    <>
      <Sentence>Also in this summary:</Sentence>
      {others.map(({ id, name, versionId, problem }) => (
        <Sentence key={id}>
          {problem === null ? (
            <Link to={summaryAddress(addresses, { documentId: id, jobId, versionId })}>{name}</Link>
          ) : (
            `${name}: ${problem}`
          )}
        </Sentence>
      ))}
    </>
  )
}
