import { useApolloClient } from '@apollo/client/react'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { IconDots, IconEye, IconLock, IconPlus, IconSettings, IconTableExport } from '@tabler/icons-react'
import { startTransition, useCallback, useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { formatCount } from '../../../shared/format/number.ts'
import { formatDate } from '../../../shared/format/time.ts'
import { richTextOf } from '../../../shared/richText.ts'
import { PageNotFound } from '../../graphql/errors.ts'
import { useAction } from '../../graphql/useAction.ts'
import { useReading } from '../../graphql/useReading.ts'
import {
  AutosaveScope,
  EmptyState,
  ErrorState,
  Loading,
  lazily,
  MenuButton,
  Panel,
  SkeletonLines,
  useBreakpoint,
  useLeave,
  useToast,
} from '../../ui/index.ts'
import { styled } from '../../ui/theme/styled.tsx'
import {
  keyOf,
  type Log,
  type Question,
  type QuestionDocuments,
  type QuestionEntity,
  readersText,
  rightsIn,
} from './entity.ts'
import { LogProvider } from './LogContext.ts'
import {
  AddFollowUpQuestionDocument,
  CompanyLogsDocument,
  CreateQuestionDocument,
  LogHeadDocument,
  PortfolioLogsDocument,
  QuestionFactsFragmentDoc,
} from './operations.generated.ts'
import { QuestionGrid, useGridState } from './QuestionGrid.tsx'
import { useAskedByAddress } from './useAskedByAddress.ts'
import { useQuestionActions } from './useQuestionActions.ts'

const LogDialog = lazily(async () => (await import('./LogDialog.tsx')).LogDialog)
const QuestionDialog = lazily(async () => (await import('./QuestionDialog.tsx')).QuestionDialog)

const LogRow = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 8,
  minWidth: 0,
  '& > button:first-of-type': { marginLeft: -10, ...theme.typography.h3 },
  '& > h2': { margin: 0, ...theme.typography.h3, overflowWrap: 'anywhere' },
  '& > [data-restricted], & > [data-limit]': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 6,
    paddingLeft: 12,
    borderLeft: `1px solid ${theme.vars.palette.line}`,
    ...theme.typography.note,
    '& > svg': { width: 14, height: 14, flex: 'none' },
  },
  '& > [data-limit]': { fontWeight: 600, color: theme.vars.palette.warning.text },
  '& > [data-end]': { display: 'flex', flexWrap: 'wrap', gap: 8, marginLeft: 'auto' },
  // On a phone what can be done stands beside the name, and the facts below.
  [theme.breakpoints.down('md')]: {
    gap: '4px 8px',
    '& > button:first-of-type, & > h2': { flex: 1, justifyContent: 'flex-start' },
    '& > [data-restricted], & > [data-limit]': { order: 1, flexBasis: '100%', paddingLeft: 0, border: 0 },
  },
}))

/** The logs of an entity, whichever it is. */
function useLogs({ type, slug }: QuestionEntity) {
  const isPortfolio = type === 'PORTFOLIO'
  const portfolio = useReading(PortfolioLogsDocument, { slug }, { skip: !isPortfolio })
  const company = useReading(CompanyLogsDocument, { slug }, { skip: isPortfolio })
  const { error, refetch } = isPortfolio ? portfolio : company
  const entity = isPortfolio ? portfolio.data?.portfolioBySlug : company.data?.holdingCompanyBySlug
  return { logs: entity?.qAndALogs, error, refetch }
}

/** Which dialog is open: of a new log, or of the one that is chosen. */
type DialogOf = 'new' | 'chosen' | null

/** The Q&A logs of a fund entity, and the questions of the one that is chosen (QA-01, QA-04). */
export function QuestionsPage({ entity, documents }: Pick<OpenLogPageProps, 'entity' | 'documents'>) {
  const { logs, error, refetch } = useLogs(entity)
  const [address, setAddress] = useSearchParams()
  const [dialog, setDialog] = useState<DialogOf>(null)
  const { administers } = rightsIn(entity)
  const logId = address.get('logId')
  const chosen = logId === null ? logs?.[0] : logs?.find(({ id }) => id === logId)
  const choose = (id: string) => setAddress({ logId: id })
  if (!logs) {
    return error ? <ErrorState {...error} /> : <Loading active skeleton={<SkeletonLines count={6} />} />
  }
  if (!chosen && logs.length > 0) throw new PageNotFound()
  return (
    <>
      {chosen ? (
        <AutosaveScope>
          <OpenLogPage
            key={chosen.id}
            log={chosen}
            logs={logs}
            entity={entity}
            documents={documents}
            onChoose={choose}
            onAdd={() => setDialog('new')}
            onSettings={() => setDialog('chosen')}
            onRefused={() => void refetch().catch(() => {})}
          />
        </AutosaveScope>
      ) : (
        <Panel>
          <EmptyState
            title="No Q&A logs available"
            {...(administers && {
              action: (
                <Button variant="text" onClick={() => setDialog('new')}>
                  Click to add log
                </Button>
              ),
            })}
          />
        </Panel>
      )}
      {dialog && (
        <LogDialog
          entity={entity}
          log={dialog === 'chosen' ? chosen : undefined}
          onClose={() => setDialog(null)}
          onDone={async (log) => {
            await refetch()
            if (dialog === 'new') choose(log.id)
          }}
        />
      )}
    </>
  )
}

/** From so many on it is said how many questions are left (QA-49). */
const FEW_LEFT = 5

function LimitText({ log, left }: { log: Log; left: number | null }) {
  const { endsAt } = log.limits
  const hasEnded = endsAt !== null && Date.parse(endsAt) <= Date.now()
  if (hasEnded) return <span data-limit="">{`Questions ended on ${formatDate(endsAt)}.`}</span>
  if (left === null || left > FEW_LEFT) return null
  return (
    <span data-limit="">{left === 0 ? 'No questions left' : `${formatCount(left, 'question')} left`}</span>
  )
}

interface OpenLogPageProps {
  log: Log
  logs: readonly Log[]
  entity: QuestionEntity
  documents: QuestionDocuments
  onChoose: (logId: string) => void
  onAdd: () => void
  onSettings: () => void
  onRefused: () => void
}

function OpenLogPage(props: OpenLogPageProps) {
  const { log, logs, entity, documents, onChoose, onAdd, onSettings, onRefused } = props
  const state = useGridState()
  const toast = useToast()
  const isWide = useBreakpoint('md')
  const rights = useMemo(() => rightsIn(entity), [entity])
  const [version, setVersion] = useState(0)
  const leave = useLeave()
  // What can't be saved is not left without a question (QA-39).
  const choose = (id: string) => leave(() => onChoose(id))
  const changed = useCallback(() => setVersion((before) => before + 1), [])
  const actions = useQuestionActions(changed)
  // The question of a link stands open in its place; those that are opened here are in sight.
  const [target, setTarget] = useState(state.opened)
  const create = useAction(CreateQuestionDocument)
  const followUp = useAction(AddFollowUpQuestionDocument)
  const { change, filter } = state
  const lead = useCallback(
    (question: Question | undefined, problem: { message: string } | undefined) => {
      if (problem) toast.error(problem.message)
      if (question === undefined) return
      changed()
      const name = keyOf(question, log)
      setTarget(name)
      // The words of an address are a draft now (FIND-17).
      change(
        { question: name, ask: null, ...(filter === 'OPEN' || filter === 'ALL' ? {} : { show: null }) },
        false,
      )
    },
    [toast, changed, change, filter, log],
  )
  const ask = async () => {
    const { data, problem } = await create.attempt({ logId: log.id })
    lead(data?.createQuestion.question, problem)
  }
  useAskedByAddress(rights.asks, async (words) => {
    const { data, problem } = await create.attempt({ logId: log.id })
    const draft = data?.createQuestion.question
    const saved = draft && (await actions.writeBody(draft, richTextOf(words), draft.bodyRevision))
    if (saved?.kind === 'failed') toast.error(saved.message)
    lead(draft, problem)
  })
  const { attempt } = followUp
  const askFollowUp = useCallback(
    (questionId: string) => {
      void attempt({ questionId }).then(({ data, problem }) =>
        lead(data?.addFollowUpQuestion.question, problem),
      )
    },
    [attempt, lead],
  )
  const [shown, setShown] = useState<{ what: 'history' | 'publish'; question: Question } | null>(null)
  const client = useApolloClient()
  const afterAsking = useCallback(
    ({ id }: Question) => {
      const asked = client.cache.readFragment({
        id: `Question:${id}`,
        fragment: QuestionFactsFragmentDoc,
        fragmentName: 'QuestionFacts',
      })
      if (asked) lead(asked, undefined)
    },
    [client, lead],
  )
  // First what is read, then what it can be filtered by.
  const [isListed, setListed] = useState(false)
  // The rows are painted before what comes after them is made.
  const listed = useCallback(() => startTransition(() => setListed(true)), [])
  const { data, refetch } = useReading(LogHeadDocument, { logId: log.id }, { keep: true, skip: !isListed })
  useEffect(() => {
    if (version > 0) refetch().catch(() => {})
  }, [version, refetch])
  const head = data?.questionLog
  const [isAllNew, setAllNew] = useState(false)
  const open = useMemo(
    () => ({
      log,
      entity,
      documents,
      rights,
      actions,
      askFollowUp,
      afterAsking,
      isAllNew,
      show: (what: 'history' | 'publish', question: Question) => setShown({ what, question }),
    }),
    [log, entity, documents, rights, actions, askFollowUp, afterAsking, isAllNew],
  )
  const groups = log.groups.map(({ name }) => name).join(', ')
  return (
    <LogProvider value={open}>
      <LogRow>
        {logs.length > 1 || rights.administers ? (
          <MenuButton
            label={log.name}
            variant="text"
            entries={[
              ...logs.map(({ id, name, restricted }) => ({
                key: id,
                label: name,
                ...(restricted && { icon: <IconLock /> }),
                selected: id === log.id,
                onSelect: () => choose(id),
              })),
              ...(rights.administers
                ? [{ key: 'add', label: 'Add log', icon: <IconPlus />, divider: true, onSelect: onAdd }]
                : []),
            ]}
          />
        ) : (
          <h2>{log.name}</h2>
        )}
        {log.restricted && (
          <span data-restricted="">
            <IconLock aria-hidden="true" />
            {groups === '' ? 'Restricted' : `Restricted to ${groups}`}
          </span>
        )}
        <span data-restricted="">
          <IconEye aria-hidden="true" />
          {readersText(log, rights)}
        </span>
        <LimitText log={log} left={head?.limits.left ?? null} />
        {!isWide && (
          <div data-end="">
            {rights.asks && (
              <IconButton
                aria-label="New question"
                color="primary"
                onClick={() => void ask()}
                disabled={create.busy}
              >
                <IconPlus />
              </IconButton>
            )}
            <MenuButton
              label="More"
              icon={<IconDots />}
              entries={[
                { key: 'export', label: 'Export', href: log.spreadsheetUrl, newTab: true },
                { key: 'settings', label: 'Log settings', onSelect: onSettings },
              ]}
            />
          </div>
        )}
        {isWide && (
          <div data-end="">
            <Button
              variant="outlined"
              startIcon={<IconTableExport />}
              href={log.spreadsheetUrl}
              target="_blank"
              rel="noopener"
            >
              Export
            </Button>
            <Button variant="outlined" startIcon={<IconSettings />} onClick={onSettings}>
              Log settings
            </Button>
            {rights.asks && (
              <Button
                variant="contained"
                startIcon={<IconPlus />}
                onClick={() => void ask()}
                disabled={create.busy}
              >
                New question
              </Button>
            )}
          </div>
        )}
      </LogRow>
      <QuestionGrid
        state={state}
        target={target}
        version={version}
        head={head}
        isListed={isListed}
        onListed={listed}
        onAsk={rights.asks ? () => void ask() : undefined}
        onRefused={onRefused}
        onAllNew={setAllNew}
      />
      {shown && (
        <QuestionDialog
          what={shown.what}
          question={shown.question}
          onClose={() => setShown(null)}
          onDone={changed}
        />
      )}
    </LogProvider>
  )
}
