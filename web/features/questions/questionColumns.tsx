import { styled } from '@mui/material/styles'
import { type Column, RelativeTime, useBreakpoint } from '../../ui/index.ts'
import type { Question, QuestionRights } from './entity.ts'
import { NumberCell, namesText, StatusCell, TextCell } from './QuestionCells.tsx'
import { CategoriesAndTopics, ProjectsAndPortfolios } from './QuestionSubjects.tsx'
import { AnswerText, BodyText } from './QuestionText.tsx'

const Stack = styled('div')({ display: 'flex', flexDirection: 'column', gap: 10 })

/** The text, under what the window has no column for. */
function OpenBody({ question }: { question: Question }) {
  const hasProjects = useBreakpoint('xl')
  const hasCategories = useBreakpoint('lg')
  return (
    <Stack>
      {!hasCategories && <CategoriesAndTopics question={question} />}
      {!hasProjects && <ProjectsAndPortfolios question={question} />}
      <BodyText question={question} />
    </Stack>
  )
}

const COLUMNS: readonly Column<Question>[] = [
  { key: 'number', header: 'Number', width: 82, cell: (question) => <NumberCell question={question} /> },
  { key: 'status', header: 'Status', width: 80, cell: ({ isClosed }) => <StatusCell isClosed={isClosed} /> },
  {
    key: 'category',
    header: 'Category',
    width: 124,
    shownFrom: 'lg',
    cell: ({ categories }) => namesText(categories),
    open: (question) => <CategoriesAndTopics question={question} />,
  },
  {
    key: 'project',
    header: 'Project',
    width: 160,
    shownFrom: 'xl',
    cell: ({ projects, portfolios }) => namesText([...portfolios, ...projects]),
    open: (question) => <ProjectsAndPortfolios question={question} />,
  },
  {
    key: 'question',
    header: 'Question',
    flex: 1,
    cell: ({ body, isClosed }) => <TextCell text={body} isClosed={isClosed} none="No text yet" />,
    open: (question) => <OpenBody question={question} />,
  },
  {
    key: 'answer',
    header: 'Answer',
    flex: 1,
    cell: ({ answer, isClosed }) => (
      <TextCell text={answer?.body ?? null} isClosed={isClosed} none="No answer yet" />
    ),
    open: (question) => <AnswerText question={question} />,
  },
  {
    key: 'createdAt',
    header: 'Created',
    width: 110,
    optional: true,
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
  {
    key: 'modifiedAt',
    header: 'Modified',
    width: 110,
    optional: true,
    cell: ({ modifiedAt }) => <RelativeTime at={modifiedAt} />,
  },
]

const WITHOUT_ANSWERS = COLUMNS.filter(({ key }) => key !== 'answer')

/** The columns of a log (QA-03); without the right to see answers there is none of them (QA-31). */
export const questionColumns = ({ seesAnswers }: QuestionRights): readonly Column<Question>[] =>
  seesAnswers ? COLUMNS : WITHOUT_ANSWERS
