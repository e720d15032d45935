import { IconFlag, IconLock } from '@tabler/icons-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Chip, RichTextView, StatusDot } from '../../ui/index.ts'
import { useNow } from '../../ui/text/clock.ts'
import { styled } from '../../ui/theme/styled.tsx'
import { newsOf } from './badges.ts'
import type { Named, Question } from './entity.ts'
import { useOpenLog } from './LogContext.ts'
import { textOf } from './texts.ts'

const Numbered = styled('div')(({ theme }) => ({
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'flex-start',
  gap: 4,
  minHeight: '100%',
  boxSizing: 'border-box',
  fontWeight: 600,
  color: theme.vars.palette.ink,
  '&[data-follow-up]': { paddingLeft: 20 },
  // The guide beside a follow-up, over the height of its row.
  '&[data-follow-up]::before': {
    content: '""',
    position: 'absolute',
    left: 7,
    top: -12,
    bottom: -12,
    width: 1,
    backgroundColor: theme.vars.palette.lineStrong,
  },
}))

const Badges = styled('span')({ display: 'inline-flex', flexWrap: 'wrap', gap: 4 })

/** Priority of an open question (QA-20), and whether it is new or updated (QA-21, QA-22). */
export function QuestionBadges({ question }: { question: Question }) {
  const { isAllNew } = useOpenLog()
  const found = newsOf(question, useNow())
  const news = question.isDraft || (found === 'New' && isAllNew) ? null : found
  const hasPriority = question.isPriority && !question.isClosed
  if (!hasPriority && !news) return null
  return (
    <Badges>
      {hasPriority && (
        <Chip tone="danger" icon={<IconFlag />}>
          Priority
        </Chip>
      )}
      {news && <Chip tone={news === 'New' ? 'warning' : 'info'}>{news}</Chip>}
    </Badges>
  )
}

const Party = styled('small')(({ theme }) => ({
  ...theme.typography.note,
  overflowWrap: 'anywhere',
}))

/** Whose number it is where each party has its own: the deal team is told, and all of what is nobody's (QA-42, QA-48). */
function PartyName({ question: { party, askedBy, isDraft } }: { question: Question }) {
  const { log } = useOpenLog()
  if (log.visibility !== 'EACH_PARTY' || isDraft) return null
  if (party !== null) return <Party>{party}</Party>
  return askedBy === null ? <Party>For everybody</Party> : null
}

export function NumberCell({ question }: { question: Question }) {
  return (
    <Numbered data-follow-up={question.parentId === null ? undefined : ''}>
      {question.isDraft ? <Chip>Draft</Chip> : question.number}
      <PartyName question={question} />
      <QuestionBadges question={question} />
    </Numbered>
  )
}

const Open = styled('span')(({ theme }) => ({ fontWeight: 500, color: theme.vars.palette.ink }))

/** QA-19; a draft is neither. */
export const StatusCell = ({ isClosed, isDraft }: Pick<Question, 'isClosed' | 'isDraft'>) =>
  isDraft ? null : isClosed ? (
    <Chip icon={<IconLock />}>Closed</Chip>
  ) : (
    <Open>
      <StatusDot color="accent">Open</StatusDot>
    </Open>
  )

/** Two names, and how many more. */
export function namesText(named: readonly Named[]): string {
  const names = named.slice(0, 2).map(({ name }) => name)
  const more = named.length - names.length
  return more > 0 ? `${names.join(', ')} +${more}` : names.join(', ')
}

const Text = styled('div')(({ theme }) => ({
  maxHeight: 160,
  overflow: 'hidden',
  color: theme.vars.palette.ink,
  '&[data-closed]': { color: theme.vars.palette.ink2 },
  '&[data-cut]': { maskImage: 'linear-gradient(to bottom, #000 calc(100% - 48px), transparent)' },
}))

const None = styled('span')(({ theme }) => ({ color: theme.vars.palette.ink3 }))

/** Looks at all texts together, once they are laid out: asked one by one, each would have the page laid out anew. */
const lengths = new ResizeObserver((entries) => {
  const found = entries.map(({ target }) => [target, target.scrollHeight > target.clientHeight + 1] as const)
  for (const [place, isCut] of found) place.toggleAttribute('data-cut', isCut)
})

/** A text of eight lines at most, which fades where it goes on. */
export function TextCell({ text, isClosed, none }: { text: unknown; isClosed: boolean; none: string }) {
  const element = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text may be longer
  useLayoutEffect(() => {
    const place = element.current
    if (!place) return
    lengths.observe(place)
    return () => lengths.unobserve(place)
  }, [text])
  if (text === null || text === undefined) return <None>{none}</None>
  return (
    <Text ref={element} data-closed={isClosed ? '' : undefined}>
      <RichTextView text={text} />
    </Text>
  )
}

const Answer = styled('div')({ display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: 4 })

/** The answer that is published, and whether the deal team has another one in hand (QA-44). */
export function AnswerCell({ question }: { question: Question }) {
  const { answer, answerDraft, isClosed, isDraft } = question
  if (isDraft) return null
  return (
    <Answer>
      <TextCell text={answer?.body ?? null} isClosed={isClosed} none="No answer yet" />
      {textOf(answerDraft) !== null && <Chip>Answer draft</Chip>}
    </Answer>
  )
}

const Card = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  gap: 4,
  minWidth: 0,
  '&[data-follow-up]': { paddingLeft: 20 },
  '& > div': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 8, fontWeight: 600 },
  '& > p': {
    margin: 0,
    fontWeight: 400,
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: 2,
    overflow: 'hidden',
  },
})

/** Number, badges and the first two lines of a question, as a phone has them. */
export function QuestionCard({ question, words }: { question: Question; words: string }): ReactNode {
  return (
    <Card data-follow-up={question.parentId === null ? undefined : ''}>
      <div>
        {question.isDraft ? <Chip>Draft</Chip> : question.number}
        <PartyName question={question} />
        {question.isClosed && <StatusCell {...question} />}
        <QuestionBadges question={question} />
      </div>
      <p>{words === '' ? <None>No text yet</None> : words}</p>
    </Card>
  )
}
