import Button from '@mui/material/Button'
import { IconDownload } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { useAction } from '../../../graphql/useAction.ts'
import { useReading } from '../../../graphql/useReading.ts'
import {
  BorderedList,
  EmptyState,
  ErrorState,
  FloatingWindow,
  Form,
  Loading,
  RelativeTime,
  Segments,
  SelectField,
  SkeletonLines,
  SubmitButton,
  windowSizes,
} from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { usePlace } from '../place/place.ts'
import { documentsText } from '../place/sizes.ts'
import {
  CreateSummaryJobDocument,
  type CreateSummaryJobMutationVariables,
  SummaryJobsDocument,
  type SummaryJobsQuery,
  SummaryKindsDocument,
} from './operations.generated.ts'
import { summaryAddress } from './summaryAddress.ts'

/** Pause between two looks while a summary is being made, in ms (COP-09). */
const LOOK_EVERY = 5000
/** COP-06 */
const FAILED = { message: 'A server error has occurred.' }
/** Pause between two looks otherwise, in ms: addresses of summaries are good for five minutes. */
const LOOK_NOW_AND_THEN = 120_000
const TABS = [
  { value: 'new', label: 'New' },
  { value: 'completed', label: 'Completed' },
] as const

const Inside = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  gap: 14,
  minHeight: '100%',
  boxSizing: 'border-box',
  padding: '12px 16px 16px',
  '& > [role="group"]': { alignSelf: 'flex-start' },
})

const Chosen = styled('p')(({ theme }) => ({
  margin: 0,
  overflowWrap: 'anywhere',
  color: theme.vars.palette.ink2,
  '& strong': { fontWeight: 500, color: theme.vars.palette.ink },
}))

const Jobs = styled(BorderedList)(({ theme }) => ({
  '& > li': { gap: 12, minHeight: 50, padding: '6px 8px 6px 12px' },
  '& > li > div': { flex: 1, minWidth: 0, overflowWrap: 'anywhere' },
  '& > li > div > p': { margin: 0, color: theme.vars.palette.ink2 },
  '& strong': { fontWeight: 500 },
  '& [data-failed]': { color: theme.vars.palette.danger.text },
}))

export interface DocumentToSummarise {
  id: string
  name: string
}

interface CopilotWindowProps {
  documents: readonly DocumentToSummarise[]
  onClose: () => void
}

/** Asks what documents are to be summarised for, and shows what has become of it (COP-02 to COP-09). */
export function CopilotWindow({ documents, onClose }: CopilotWindowProps) {
  const [tab, setTab] = useState<'new' | 'completed'>('new')
  return (
    <FloatingWindow title="Copilot" sizes={windowSizes.compact} expanded onClose={onClose}>
      <Inside>
        <Segments label="Summaries" segments={TABS} value={tab} onChange={setTab} />
        {tab === 'new' ? (
          <NewSummary documents={documents} onStarted={() => setTab('completed')} />
        ) : (
          <Summaries onOpen={onClose} />
        )}
      </Inside>
    </FloatingWindow>
  )
}

interface NewSummaryProps {
  documents: readonly DocumentToSummarise[]
  onStarted: () => void
}

type Kind = CreateSummaryJobMutationVariables['jobType']

function NewSummary({ documents, onStarted }: NewSummaryProps) {
  const { tree } = usePlace()
  const { data, error } = useReading(SummaryKindsDocument, {})
  const { attempt } = useAction(CreateSummaryJobDocument)
  // COP-03
  const form = useForm<{ jobType: Kind }>({ defaultValues: { jobType: 'PPA_ANALYSIS' } })
  if (error) return <ErrorState {...error} />
  if (!data) return <Loading active skeleton={<SkeletonLines />} />
  const submit = async ({ jobType }: { jobType: Kind }) => {
    const { problem } = await attempt({
      treeId: tree.id,
      documentIds: documents.map(({ id }) => id),
      jobType,
    })
    if (problem) return problem.code === 'INTERNAL' ? FAILED : problem
    onStarted()
    return undefined
  }
  return (
    <Form form={form} onSubmit={submit} disposable label="New summary">
      <Chosen>
        Summarise <strong>{documentsText(documents)}</strong>. A folder stands for the files below it.
      </Chosen>
      <SelectField
        name="jobType"
        label="Kind of summary"
        options={data.summaryExtractItems.map(({ jobType, displayName }) => ({
          value: jobType,
          label: displayName,
        }))}
      />
      <div>
        <SubmitButton>Start</SubmitButton>
      </div>
    </Form>
  )
}

type Job = SummaryJobsQuery['summaryJobs'][number]

/** The person's own summaries in this tree. What was read last stays where a look fails. The window would hide one. */
function Summaries({ onOpen }: { onOpen: () => void }) {
  const { tree, addresses } = usePlace()
  const [making, setMaking] = useState(true)
  const { data, error } = useReading(
    SummaryJobsDocument,
    { treeId: tree.id },
    { fetchPolicy: 'no-cache', every: making ? LOOK_EVERY : LOOK_NOW_AND_THEN },
  )
  const jobs = data?.summaryJobs
  const isAnyMaking = jobs?.some(({ complete }) => !complete) ?? true
  useEffect(() => setMaking(isAnyMaking), [isAnyMaking])
  if (!jobs) return error ? <ErrorState {...error} /> : <Loading active skeleton={<SkeletonLines />} />
  if (jobs.length === 0) {
    return <EmptyState title="No summaries yet." hint="Choose New to have the chosen files summarised." />
  }
  return (
    <Jobs aria-label="Summaries">
      {jobs.map((job) => (
        <li key={job.id}>
          <div>
            <strong>{job.name}</strong>
            <State job={job} />
          </div>
          {job.firstDocumentId && (
            <Button
              size="small"
              component={Link}
              onClick={onOpen}
              to={summaryAddress(addresses, { documentId: job.firstDocumentId, jobId: job.id })}
              aria-label={`Open ${job.name}`}
            >
              Open
            </Button>
          )}
          {job.outputFileUrl && (
            <Button
              size="small"
              startIcon={<IconDownload />}
              href={job.outputFileUrl}
              download
              aria-label={`Download ${job.name}`}
            >
              Download
            </Button>
          )}
        </li>
      ))}
    </Jobs>
  )
}

/** COP-04 */
function State({ job: { complete, failure, outputFileUrl, createdAt } }: { job: Job }) {
  if (!complete) return <p>Processing</p>
  if (failure !== null) return <p data-failed="">{failure}</p>
  return (
    <p>
      Complete · <RelativeTime at={createdAt} />
      {outputFileUrl === null && ' · You no longer have access to a document that it was made from.'}
    </p>
  )
}
