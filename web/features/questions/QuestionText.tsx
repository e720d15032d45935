import Button from '@mui/material/Button'
import type { RichText } from '../../../shared/richText.ts'
import {
  AutosaveStatus,
  LastEdit,
  RichTextField,
  RichTextView,
  type SaveOutcome,
  TitleRow,
  useAutosave,
} from '../../ui/index.ts'
import { styled } from '../../ui/theme/styled.tsx'
import { DocumentLinks } from './DocumentLinks.tsx'
import { mayChange, nameOf, type Question } from './entity.ts'
import { useOpenLog } from './LogContext.ts'
import { isSameText, textOf, wordsOf } from './texts.ts'

/** A text saves itself so often while one types, in ms (QA-25). */
const SAVE_DELAY = 1000

const Reading = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'space-between',
  gap: 12,
  minHeight: 100,
  padding: '9px 11px',
  borderRadius: 6,
  border: `1px solid ${theme.vars.palette.line}`,
  backgroundColor: theme.vars.palette.sunken,
  color: theme.vars.palette.ink,
  '& > small': theme.typography.note,
  '&[data-published]': { minHeight: 0 },
  [theme.breakpoints.down('md')]: { minHeight: 0 },
}))

interface Written {
  readonly label: string
  readonly text: RichText | null
  readonly revision: number
  /** When it was written last; null where it never was. */
  readonly at: string | null
  readonly save: (text: RichText | null, revision: number) => Promise<SaveOutcome<RichText | null>>
  /** What is done with the text once all of it is saved: 'Ask'. */
  readonly action?: { readonly label: string; readonly run: () => Promise<unknown> } | undefined
}

const EditorFoot = styled(TitleRow)({ width: '100%', '&:has(> button)': { paddingBottom: 8 } })

function WrittenText({
  id,
  label,
  text,
  revision,
  at,
  save,
  action,
  autoFocus,
}: Written & { id: string; autoFocus: boolean }) {
  const autosave = useAutosave({
    key: id,
    value: text,
    revision,
    delay: SAVE_DELAY,
    throttled: true,
    isEqual: isSameText,
    save,
  })
  return (
    <RichTextField
      label={label}
      value={autosave.value}
      onChange={autosave.edit}
      onBlur={() => void autosave.flush()}
      failed={autosave.state.kind === 'failed'}
      autoFocus={autoFocus}
      foot={
        <EditorFoot>
          <AutosaveStatus autosave={autosave} shown={wordsOf} rest={<LastEdit at={at} />} />
          {action && (
            <Button
              size="small"
              variant="contained"
              onClick={async () => (await autosave.flush()) && (await action.run())}
            >
              {action.label}
            </Button>
          )}
        </EditorFoot>
      }
    />
  )
}

/** A text of a question that can't be changed now: it is closed, or not the person's to change. */
const ReadText = ({
  label,
  text,
  none,
  isClosed,
  isBesideDraft = false,
}: {
  label: string
  text: RichText | null
  none: string
  isClosed: boolean
  isBesideDraft?: boolean
}) => (
  <Reading role="group" aria-label={label} data-published={isBesideDraft ? '' : undefined}>
    {text ? <RichTextView text={text} /> : none}
    {isClosed && <small>Closed. Reopen to edit.</small>}
  </Reading>
)

const Beside = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: 8,
  minWidth: 0,
  '& > h2': {
    margin: '0 0 -4px',
    ...theme.typography.caption,
    fontWeight: 500,
    color: theme.vars.palette.ink2,
  },
}))

/** The question itself, to be read or written (QA-25, QA-29, QA-45); a draft of it to be asked (QA-43). */
export function BodyText({ question }: { question: Question }) {
  const { actions, afterAsking, rights } = useOpenLog()
  const label = nameOf(question)
  const text = textOf(question.body)
  const isRead = question.isClosed || !mayChange(question, rights)
  return (
    <Beside>
      {isRead ? (
        <ReadText
          label={label}
          text={text}
          none="No text yet"
          isClosed={question.isClosed && mayChange(question, rights)}
        />
      ) : (
        <WrittenText
          id={`body:${question.id}`}
          label={label}
          text={text}
          revision={question.bodyRevision}
          at={question.bodyRevision === 0 ? null : question.modifiedAt}
          autoFocus={text === null}
          save={(next, revision) => actions.writeBody(question, next, revision)}
          action={
            question.isDraft
              ? { label: 'Ask', run: async () => (await actions.ask(question)) && afterAsking(question) }
              : undefined
          }
        />
      )}
      <DocumentLinks question={question} ofAnswer={false} mayChange={!isRead} />
    </Beside>
  )
}

/** The answer, to be read; or its draft to be written, beside what is published (QA-25, QA-30, QA-44). */
export function AnswerText({ question }: { question: Question }) {
  const { actions, rights } = useOpenLog()
  const label = `Answer to ${nameOf(question).toLowerCase()}`
  const published = textOf(question.answer?.body)
  if (question.isDraft) return null
  if (question.isClosed || !rights.answers) {
    return (
      <Beside>
        <ReadText
          label={label}
          text={published}
          none="No answer yet"
          isClosed={question.isClosed && rights.answers}
        />
        <DocumentLinks question={question} ofAnswer mayChange={false} />
      </Beside>
    )
  }
  const draft = textOf(question.answerDraft)
  return (
    <Beside>
      {draft && published && (
        <>
          <h2>Published</h2>
          <ReadText
            label={`Published ${label.toLowerCase()}`}
            text={published}
            none=""
            isClosed={false}
            isBesideDraft
          />
        </>
      )}
      {draft && <h2>Draft, seen by the deal team</h2>}
      <WrittenText
        id={`answer:${question.id}`}
        label={label}
        text={draft ?? published}
        revision={question.answerDraftRevision ?? 0}
        at={question.answer?.modifiedAt ?? null}
        autoFocus={false}
        save={(next, revision) => actions.writeAnswer(question, next, revision)}
        action={draft ? { label: 'Publish answer', run: () => actions.publish(question) } : undefined}
      />
      <DocumentLinks question={question} ofAnswer mayChange />
    </Beside>
  )
}
