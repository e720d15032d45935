import Button from '@mui/material/Button'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { formatCount, formatNumber } from '../../../shared/format/number.ts'
import { useReading } from '../../graphql/useReading.ts'
import { useWindowedList } from '../../graphql/useWindowedList.ts'
import { useViewer } from '../../graphql/viewer.ts'
import {
  EmptyState,
  Segments,
  type Sort,
  Table,
  useBreakpoint,
  useLeave,
  useRowHeights,
} from '../../ui/index.ts'
import { styled } from '../../ui/theme/styled.tsx'
import { keyOf, nameOf, type Question } from './entity.ts'
import { useOpenLog } from './LogContext.ts'
import {
  QuestionCountsDocument,
  type QuestionFilter,
  QuestionPageDocument,
  type QuestionPageQuery,
  QuestionPlaceDocument,
} from './operations.generated.ts'
import { PhoneQuestion } from './PhoneQuestion.tsx'
import { QuestionActionLine, useActionsOn } from './QuestionActionLine.tsx'
import { namesText, QuestionCard } from './QuestionCells.tsx'
import { questionColumns } from './questionColumns.tsx'
import { textOf, wordsOf } from './texts.ts'
import { type LogHead, useQuestionSearch } from './useQuestionSearch.tsx'

/** Others' changes show after this long at most, in ms. */
const REFRESH_MS = 20_000
/** QA-02 */
const HEIGHT = 680
const USUAL_ROW = 62

const FILTERS: readonly {
  value: QuestionFilter
  label: string
  key: 'open' | 'closed' | 'priority' | 'new' | 'all'
}[] = [
  { value: 'OPEN', label: 'Open', key: 'open' },
  { value: 'CLOSED', label: 'Closed', key: 'closed' },
  { value: 'PRIORITY', label: 'Priority', key: 'priority' },
  { value: 'NEW', label: 'New', key: 'new' },
  { value: 'ALL', label: 'All', key: 'all' },
]

const pageOf = ({ questionPage }: QuestionPageQuery) => ({
  count: questionPage.count,
  rows: questionPage.questions,
})

const Filters = styled('div')({ minWidth: 0, overflowX: 'auto', padding: '2px 0' })
const Summary = styled('span')(({ theme }) => ({
  marginLeft: 'auto',
  flex: 'none',
  ...theme.typography.note,
  [theme.breakpoints.down('lg')]: { display: 'none' },
}))
const Root = styled('div')({ display: 'flex', flexDirection: 'column', gap: 12, minWidth: 0 })

const countText = (all: number, answered: number | null) =>
  `${formatCount(all, 'question')}${answered === null ? '' : `, ${formatNumber(answered)} answered`}`

/** Which filter, and which question is open, in the address. */
export function useGridState() {
  const [address, setAddress] = useSearchParams()
  const filter = FILTERS.find(({ value }) => value === address.get('show'))?.value ?? 'OPEN'
  const change = useCallback(
    (changes: Readonly<Record<string, string | null>>, replace: boolean) =>
      setAddress(
        (before) => {
          const next = new URLSearchParams(before)
          for (const [name, value] of Object.entries(changes)) {
            if (value === null) next.delete(name)
            else next.set(name, value)
          }
          return next
        },
        { replace, preventScrollReset: true },
      ),
    [setAddress],
  )
  return { filter, opened: address.get('question'), change }
}

/** Whether an address names this question, by number or id. */
const isNamed = (question: Question | undefined, name: string | null): boolean =>
  question !== undefined && name !== null && (question.id === name || question.number === name)

interface QuestionGridProps {
  state: ReturnType<typeof useGridState>
  /** A question to lead to, by its number: of a link, or just asked. */
  target: string | null
  /** Goes up with each change made here. */
  version: number
  head: LogHead
  /** First rows have come, or why there are none. */
  isListed: boolean
  onListed: () => void
  onAsk: (() => void) | undefined
  /** The log is gone, or closed to the person. */
  onRefused: () => void
  /** Whether all of several questions are new. */
  onAllNew: (isAllNew: boolean) => void
}

/** Badges say what stands out: of so many questions that are all new none does. */
const MANY_NEW = 4

/** The questions of a log (QA-02, QA-03, QA-28). */
export function QuestionGrid(props: QuestionGridProps) {
  const { state, target, version, head, isListed, onListed, onAsk, onRefused, onAllNew } = props
  const { log, rights, actions } = useOpenLog()
  const actionsOn = useActionsOn()
  const viewer = useViewer()
  const isWide = useBreakpoint('md')
  const { filter, opened, change } = state
  const [sort, setSort] = useState<Sort>({ key: 'number', direction: 'asc' })
  const ordering = `${sort.direction === 'desc' ? '-' : ''}${sort.key}`
  const { search, field } = useQuestionSearch(head, isListed)
  const counts = useReading(
    QuestionCountsDocument,
    { logId: log.id, search },
    { every: REFRESH_MS, keep: true, skip: !isListed },
  )
  const list = useWindowedList({
    query: QuestionPageDocument,
    variables: { logId: log.id, filter, search, ordering },
    pageOf,
    onRefused,
  })
  useEffect(() => {
    if (!list.waiting) onListed()
  }, [list.waiting, onListed])
  const heights = useRowHeights(USUAL_ROW, `${log.id} ${filter} ${ordering} ${JSON.stringify(search)}`)
  const columns = useMemo(() => questionColumns(rights), [rights])
  const { refresh } = list
  const { refetch } = counts
  const isReading = useRef(true)
  // Counts and filters follow what is changed here.
  useEffect(() => {
    if (version === 0) return
    refetch().catch(() => {})
    if (isReading.current) void refresh()
  }, [version, refetch, refresh])
  // What is being written stays where it is; what others have changed shows once it is closed.
  const chosen = list.rows.find((row) => isNamed(row, opened))
  const isOpen = chosen !== undefined
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) void refresh()
    wasOpen.current = isOpen
    isReading.current = !isOpen
    if (isOpen) return
    const timer = setInterval(() => document.visibilityState === 'visible' && void refresh(), REFRESH_MS)
    return () => clearInterval(timer)
  }, [isOpen, refresh])

  const draft = chosen?.isDraft ? chosen : undefined
  const leftDraft = useRef(draft)
  useEffect(() => {
    const before = leftDraft.current
    leftDraft.current = draft
    if (before && before.id !== draft?.id) actions.leaveDraft(before)
  }, [draft, actions])

  // Whoever goes on to something else is not led back.
  const wanted = target === opened ? target : null
  // What was just asked is to stand in the list, which has what a link names from its first reading.
  const linked = useRef(wanted)
  useEffect(() => {
    if (wanted === null || wanted === linked.current) return
    linked.current = null
    void refresh()
  }, [wanted, refresh])
  const place = useReading(
    QuestionPlaceDocument,
    { logId: log.id, filter, search, ordering, number: wanted ?? '' },
    { skip: wanted === null, fetchPolicy: 'network-only' },
  )
  const found = place.data
  const isElsewhere = found !== undefined && found.listed.place === null && found.all.place !== null
  useEffect(() => {
    if (isElsewhere) change({ show: 'ALL' }, true)
  }, [isElsewhere, change])

  const all = counts.data?.questionPage.counts
  // Own drafts are counted among all, stand first, and are news to nobody.
  const drafts = useRef(0)
  if (filter === 'OPEN' || filter === 'ALL') drafts.current = list.rows.filter((row) => row?.isDraft).length
  const isAllNew = all !== undefined && all.all >= MANY_NEW && all.new >= all.all - drafts.current
  useEffect(() => onAllNew(isAllNew), [isAllNew, onAllNew])
  const leave = useLeave()
  // What can't be saved is not left without a question (QA-39).
  const close = useCallback(() => leave(() => change({ question: null }, true)), [leave, change])
  const open = useCallback(
    (question: Question) => change({ question: keyOf(question, log) }, false),
    [change, log],
  )
  const filters = (
    <Filters>
      <Segments
        label="Status"
        value={filter}
        onChange={(value) => change({ show: value === 'OPEN' ? null : value, question: null }, true)}
        segments={FILTERS.map(({ value, label, key }) => ({
          value,
          label,
          ...(all && { count: all[key] }),
          disabled: value === filter || all?.[key] === 0,
        }))}
      />
    </Filters>
  )
  // What is counted is what was searched for: nothing of it doesn't mean that there is nothing.
  const isSearched = Object.keys(search).length > 0
  const summary = all && <Summary>{countText(all.all, all.answered)}</Summary>
  return (
    <Root>
      {!isWide && filters}
      {field}
      <Table
        label={`Questions of ${log.name}`}
        columns={columns}
        columnsKeptAs={`${viewer.id}:questions`}
        rows={list.rows}
        getRowId={({ id }) => id}
        rowName={(question) => nameOf(question).toLowerCase()}
        sort={sort}
        onSort={setSort}
        rowMenu={(question) => [
          { key: 'open', label: 'Open', onSelect: () => open(question) },
          ...actionsOn(question),
        ]}
        onOpen={open}
        opensByClick
        opened={
          chosen && {
            id: chosen.id,
            foot: (question) => <QuestionActionLine question={question} />,
            phone: (question) => <PhoneQuestion question={question} onClose={close} />,
            onClose: close,
          }
        }
        phoneRow={(question) => ({
          title: <QuestionCard question={question} words={wordsOf(textOf(question.body))} />,
          facts: [
            namesText(question.categories),
            question.projects.length > 1
              ? `${question.projects.length} projects`
              : namesText(question.projects),
            question.answer?.body ? 'Answered' : '',
            textOf(question.answerDraft) === null ? '' : 'Answer draft',
          ].filter((fact) => fact !== ''),
        })}
        strip={
          <>
            {filters}
            {summary}
          </>
        }
        virtual
        rowHeight={heights}
        {...(isWide && { maxHeight: HEIGHT })}
        startAt={found?.listed.place ?? undefined}
        onNeedRange={list.need}
        // Which words an empty list has depends on what there is beside it.
        loading={list.waiting || (list.rows.length === 0 && !all && !counts.error && !list.error)}
        {...(list.error && { error: list.error })}
        empty={
          <EmptyState
            title={isSearched || (all && all.all > 0) ? 'No questions here' : 'No questions so far'}
            {...(onAsk &&
              !isSearched && {
                action: (
                  <Button variant="outlined" onClick={onAsk}>
                    New question
                  </Button>
                ),
              })}
          />
        }
      />
    </Root>
  )
}
