import Button from '@mui/material/Button'
import { useState } from 'react'
import type { RichText } from '../../../shared/richText.ts'
import { useAction } from '../../graphql/useAction.ts'
import { useReading } from '../../graphql/useReading.ts'
import {
  Alert,
  CancelButton,
  Dialog,
  DialogBody,
  DialogFoot,
  ErrorState,
  Loading,
  RelativeTime,
  RichTextField,
  RichTextView,
  SkeletonLines,
  Text,
  useToast,
  useUnsaved,
} from '../../ui/index.ts'
import { styled } from '../../ui/theme/styled.tsx'
import { nameOf, type Question } from './entity.ts'
import { PublishToEverybodyDocument, QuestionHistoryDocument } from './operations.generated.ts'
import { textOf } from './texts.ts'

export interface QuestionDialogProps {
  what: 'history' | 'publish'
  question: Question
  onClose: () => void
  onDone: () => void
}

/** What the deal team opens about a question: its history, or publishing it to everybody. */
export function QuestionDialog({ what, question, onClose, onDone }: QuestionDialogProps) {
  const title = what === 'history' ? 'History of this question' : 'Publish to everybody'
  return (
    <Dialog open onClose={onClose} title={title} overline={nameOf(question)} size="medium">
      {what === 'history' ? (
        <History question={question} onClose={onClose} />
      ) : (
        <PublishForm question={question} onClose={onClose} onDone={onDone} />
      )}
    </Dialog>
  )
}

const Version = styled('section')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: 4,
  padding: '10px 0',
  borderTop: `1px solid ${theme.vars.palette.line}`,
  '&:first-of-type': { borderTop: 0 },
  '& > small': theme.typography.note,
}))

/** Versions by one person within so long are shown as the last of them: texts save themselves while they are typed. */
const ONE_WRITING_MS = 5 * 60_000

/** Each version that was asked or published, with who and when (QA-47). */
function History({ question, onClose }: Pick<QuestionDialogProps, 'question' | 'onClose'>) {
  const { data, error } = useReading(
    QuestionHistoryDocument,
    { questionId: question.id },
    { fetchPolicy: 'network-only' },
  )
  const texts = data?.question?.texts ?? []
  const shown = texts.filter((text, at) => {
    const later = texts[at - 1]
    const isFirst = texts.findLastIndex((each) => each.ofAnswer === text.ofAnswer) === at
    return (
      isFirst ||
      later === undefined ||
      later.ofAnswer !== text.ofAnswer ||
      later.by !== text.by ||
      Date.parse(later.at) - Date.parse(text.at) > ONE_WRITING_MS
    )
  })
  return (
    <>
      <DialogBody>
        {error ? (
          <ErrorState {...error} />
        ) : data === undefined ? (
          <Loading active skeleton={<SkeletonLines count={4} />} />
        ) : shown.length === 0 ? (
          'Nothing was changed since versions are kept.'
        ) : (
          shown.map(({ at, by, ofAnswer, body }) => (
            <Version key={`${at} ${ofAnswer}`}>
              <small>
                {ofAnswer ? 'Answer' : 'Question'}, {by}, <RelativeTime at={at} />
              </small>
              {body ? <RichTextView text={body} /> : 'No text'}
            </Version>
          ))
        )}
      </DialogBody>
      <DialogFoot>
        <Button variant="contained" onClick={onClose}>
          Close
        </Button>
      </DialogFoot>
    </>
  )
}

const Heading = styled('h3')(({ theme }) => ({ margin: '0 0 -8px', ...theme.typography.h4 }))

/** The question and its answer for all who have the log, to be edited before (QA-48). */
function PublishForm({ question, onClose, onDone }: Omit<QuestionDialogProps, 'what'>) {
  const toast = useToast()
  const publish = useAction(PublishToEverybodyDocument)
  const [body, setBody] = useState<RichText | null>(textOf(question.body))
  const [answer, setAnswer] = useState<RichText | null>(textOf(question.answer?.body))
  const [problem, setProblem] = useState<string | null>(null)
  const [isEdited, setEdited] = useState(false)
  useUnsaved(isEdited)
  const send = async () => {
    if (body === null || answer === null) {
      setProblem('Please write the question and its answer before you publish them.')
      return
    }
    const { problem: refusal } = await publish.attempt({ questionId: question.id, body, answer })
    if (refusal) {
      setProblem(refusal.message)
      return
    }
    toast.success('Published to everybody')
    onDone()
    onClose()
  }
  return (
    <>
      <DialogBody>
        <Text>
          A new question without name or party, for everybody with this log. Please take out what tells who
          asked; the original stays as it is. Documents of the answer go along, those of the question don’t.
        </Text>
        <Heading>Question</Heading>
        <RichTextField
          label="Question"
          value={body}
          onChange={(text) => {
            setEdited(true)
            setBody(text)
          }}
          failed={false}
          autoFocus
          foot={null}
        />
        <Heading>Answer</Heading>
        <RichTextField
          label="Answer"
          value={answer}
          onChange={(text) => {
            setEdited(true)
            setAnswer(text)
          }}
          failed={false}
          foot={null}
        />
        {problem && <Alert tone="danger">{problem}</Alert>}
      </DialogBody>
      <DialogFoot>
        <CancelButton />
        <Button variant="contained" onClick={() => void send()} disabled={publish.busy}>
          Publish to everybody
        </Button>
      </DialogFoot>
    </>
  )
}
