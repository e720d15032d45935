import IconButton from '@mui/material/IconButton'
import { IconX } from '@tabler/icons-react'
import { styled } from '../../ui/theme/styled.tsx'
import { nameOf, type Question } from './entity.ts'
import { useOpenLog } from './LogContext.ts'
import { QuestionActionLine } from './QuestionActionLine.tsx'
import { QuestionBadges, StatusCell } from './QuestionCells.tsx'
import { CategoriesAndTopics, ProjectsAndPortfolios } from './QuestionSubjects.tsx'
import { AnswerText, BodyText } from './QuestionText.tsx'

const Card = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: 10,
  padding: '10px 16px 14px',
  '& > header': {
    display: 'flex',
    alignItems: 'center',
    gap: 8,
    minHeight: 44,
    ...theme.typography.body2,
    fontWeight: 600,
  },
  '& > header > button': { marginLeft: 'auto', marginRight: -10 },
  '& > p': { margin: 0, ...theme.typography.body1 },
  '& > h2': { margin: 0, ...theme.typography.body1, fontWeight: 500 },
  '& > footer': {
    display: 'flex',
    flexWrap: 'wrap',
    gap: 8,
    '& > button': { minHeight: 44, flex: '1 1 auto' },
  },
}))

/** Who asked, for the deal team and the party itself (QA-46). */
const AskedBy = ({ question: { askedBy, party } }: { question: Question }) =>
  askedBy && <p>{`Asked by ${[askedBy.fullName, askedBy.company, party].filter(Boolean).join(', ')}`}</p>

/** A question that is open in its place on a phone: its texts first (QA-44), then what it is about. */
export function PhoneQuestion({ question, onClose }: { question: Question; onClose: () => void }) {
  const { rights } = useOpenLog()
  return (
    <Card>
      <header>
        {nameOf(question)}
        {question.isClosed && <StatusCell {...question} />}
        <QuestionBadges question={question} />
        <IconButton aria-label="Close" onClick={onClose}>
          <IconX size={20} />
        </IconButton>
      </header>
      <BodyText question={question} />
      {rights.seesAnswers && !question.isDraft && (
        <>
          <h2>Answer</h2>
          <AnswerText question={question} />
        </>
      )}
      <AskedBy question={question} />
      <CategoriesAndTopics question={question} />
      <ProjectsAndPortfolios question={question} />
      <footer>
        <QuestionActionLine question={question} />
      </footer>
    </Card>
  )
}
