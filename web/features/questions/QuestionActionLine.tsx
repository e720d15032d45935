import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { IconCornerDownRight, IconFlag, IconFlagOff, IconLock, IconLockOpen } from '@tabler/icons-react'
import type { Question } from './entity.ts'
import { useOpenLog } from './LogContext.ts'

const Note = styled('span')(({ theme }) => ({
  marginLeft: 'auto',
  fontSize: 12,
  lineHeight: '16px',
  color: theme.vars.palette.ink3,
  '& > kbd': {
    marginRight: 6,
    padding: '1px 5px',
    borderRadius: 4,
    border: `1px solid ${theme.vars.palette.lineStrong}`,
    fontFamily: 'inherit',
    fontSize: 11,
  },
  [theme.breakpoints.down('md')]: { display: 'none' },
}))

/** What may be done with a question (QA-19, QA-20, QA-24, QA-34). */
export function QuestionActionLine({ question }: { question: Question }) {
  const { actions, rights, askFollowUp } = useOpenLog()
  const { isClosed, isPriority } = question
  return (
    <>
      {rights.asks && (
        <>
          {question.parentId === null && (
            <Button
              size="small"
              variant="outlined"
              startIcon={<IconCornerDownRight />}
              onClick={() => askFollowUp(question.id)}
            >
              Add follow-up
            </Button>
          )}
          {!isClosed && (
            <Button
              size="small"
              variant="outlined"
              startIcon={isPriority ? <IconFlagOff /> : <IconFlag />}
              onClick={() => void actions.mark(question, { isPriority: !isPriority })}
            >
              {isPriority ? 'Mark Normal Priority' : 'Mark High Priority'}
            </Button>
          )}
          <Button
            size="small"
            variant="outlined"
            startIcon={isClosed ? <IconLockOpen /> : <IconLock />}
            onClick={() => void actions.mark(question, { isClosed: !isClosed })}
          >
            {isClosed ? 'Reopen Question' : 'Close Question'}
          </Button>
        </>
      )}
      <Note>
        <kbd>Esc</kbd>
        {rights.asks || rights.answers ? 'closes the editor; every change is saved' : 'closes the question'}
      </Note>
    </>
  )
}
