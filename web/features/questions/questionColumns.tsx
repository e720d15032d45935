import { type Column, RelativeTime, useBreakpoint } from '../../ui/index.ts'
import { styled } from '../../ui/theme/styled.tsx'
import type { Question, QuestionRights } from './entity.ts'
import { AnswerCell, NumberCell, namesText, StatusCell, TextCell } from './QuestionCells.tsx'
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
  { key: 'status', header: 'Status', width: 76, cell: (question) => <StatusCell {...question} /> },
  {
    key: 'category',
    header: 'Category',
    width: 116,
    shownFrom: 'lg',
    cell: ({ categories }) => namesText(categories),
    open: (question) => <CategoriesAndTopics question={question} />,
  },
  {
    key: 'project',
    header: 'Project',
    width: 140,
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
    cell: (question) => <AnswerCell question={question} />,
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

/** Who asked, for the deal team (QA-42, QA-46). */
const ASKED: readonly Column<Question>[] = [
  { key: 'party', header: 'Party', width: 96, shownFrom: 'xl', cell: ({ party }) => party ?? '' },
  {
    key: 'askedBy',
    header: 'Asked by',
    width: 120,
    shownFrom: 'lg',
    cell: ({ askedBy }) =>
      askedBy && (
        <Asker>
          {askedBy.fullName}
          {askedBy.company && <small>{askedBy.company}</small>}
        </Asker>
      ),
  },
]

const Asker = styled('span')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  '& > small': theme.typography.note,
}))

/**
 * The columns of a log (QA-03), each of which sorts (QA-50); without the right to see answers there is none of them
 * (QA-31), and who asked is for the deal team.
 */
export const questionColumns = ({ seesAnswers, isDealTeam }: QuestionRights): readonly Column<Question>[] =>
  COLUMNS.flatMap((column) => (column.key === 'question' && isDealTeam ? [...ASKED, column] : [column]))
    .filter(({ key }) => key !== 'answer' || seesAnswers)
    .map((column) => ({ ...column, sortable: true }))
