import Button from '@mui/material/Button'
import {
  IconCornerDownRight,
  IconFlag,
  IconFlagOff,
  IconHistory,
  IconLock,
  IconLockOpen,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react'
import type { MenuEntry } from '../../ui/index.ts'
import { styled } from '../../ui/theme/styled.tsx'
import { mayChange, type Question } from './entity.ts'
import { useOpenLog } from './LogContext.ts'

const Note = styled('span')(({ theme }) => ({
  marginLeft: 'auto',
  ...theme.typography.note,
  '& > kbd': {
    marginRight: 6,
    padding: '1px 5px',
    borderRadius: 4,
    border: `1px solid ${theme.vars.palette.lineStrong}`,
    ...theme.typography.mark,
    fontFamily: 'inherit',
  },
  [theme.breakpoints.down('md')]: { display: 'none' },
}))

/** What may be done with a question (QA-19, QA-20, QA-24, QA-34, QA-43, QA-47, QA-48). */
export function useActionsOn(): (question: Question) => readonly (MenuEntry & { onSelect: () => void })[] {
  const { log, actions, rights, askFollowUp, show } = useOpenLog()
  return (question) => {
    const { isClosed, isPriority, isDraft, parentId } = question
    const canChange = mayChange(question, rights)
    if (isDraft) {
      if (rights.isReadOnly) return []
      return [
        {
          key: 'discard',
          label: 'Discard draft',
          icon: <IconTrash />,
          onSelect: () => void actions.discard(question),
        },
      ]
    }
    const followUp = {
      key: 'followUp',
      label: 'Add follow-up',
      icon: <IconCornerDownRight />,
      onSelect: () => askFollowUp(question.id),
    }
    const priority = {
      key: 'priority',
      label: isPriority ? 'Mark Normal Priority' : 'Mark High Priority',
      icon: isPriority ? <IconFlagOff /> : <IconFlag />,
      onSelect: () => void actions.mark(question, { isPriority: !isPriority }),
    }
    const closing = {
      key: 'closing',
      label: isClosed ? 'Reopen Question' : 'Close Question',
      icon: isClosed ? <IconLockOpen /> : <IconLock />,
      onSelect: () => void actions.mark(question, { isClosed: !isClosed }),
    }
    const history = {
      key: 'history',
      label: 'History of this question',
      icon: <IconHistory />,
      onSelect: () => show('history', question),
    }
    const publish = {
      key: 'publish',
      label: 'Publish to everybody',
      icon: <IconUsers />,
      onSelect: () => show('publish', question),
    }
    // Of what is for everybody a party asks nothing further that others would read.
    const follows = rights.asks && parentId === null && (canChange || log.visibility === 'ALL')
    const publishes = rights.answers && rights.administers && log.visibility === 'EACH_PARTY'
    return [
      ...(follows ? [followUp] : []),
      ...(canChange ? [...(isClosed ? [] : [priority]), closing] : []),
      ...(rights.isDealTeam ? [history] : []),
      ...(publishes && question.party !== null ? [publish] : []),
    ]
  }
}

/** The same as buttons, below an open question. */
export function QuestionActionLine({ question }: { question: Question }) {
  const { rights } = useOpenLog()
  const writes = mayChange(question, rights) || rights.answers
  const actionsOn = useActionsOn()
  return (
    <>
      {actionsOn(question).map(({ key, label, icon, onSelect }) => (
        <Button key={key} size="small" variant="outlined" startIcon={icon} onClick={onSelect}>
          {label}
        </Button>
      ))}
      <Note>
        <kbd>Esc</kbd>
        {writes ? 'closes the editor; every change is saved' : 'closes the question'}
      </Note>
    </>
  )
}
