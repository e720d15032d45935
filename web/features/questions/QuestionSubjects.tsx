import { useApolloClient } from '@apollo/client/react'
import { useReading } from '../../graphql/useReading.ts'
import { type ComboSearch, effectiveTerm } from '../../ui/index.ts'
import { styled } from '../../ui/theme/styled.tsx'
import { mayChange, type Named, type Question } from './entity.ts'
import { useOpenLog } from './LogContext.ts'
import {
  QuestionChoicesDocument,
  QuestionPortfoliosDocument,
  QuestionProjectsDocument,
} from './operations.generated.ts'
import { SubjectTags } from './SubjectTags.tsx'
import type { Subject } from './useQuestionActions.ts'

const Stack = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: 10,
  '& > div > h2': {
    margin: '0 0 4px',
    ...theme.typography.note,
  },
}))

/** Names that a list gives without saying whether there are more. */
const MAX_FOUND = 100

const optionOf = ({ id, name }: Named) => ({ value: id, label: name })

/** Those of the first ones whose names hold what is typed. */
const within =
  (all: readonly Named[]): ComboSearch =>
  async (text) => {
    const term = text.trim().toLowerCase()
    return all.filter(({ name }) => name.toLowerCase().includes(term)).map(optionOf)
  }

function useTags(question: Question) {
  const { actions, rights } = useOpenLog()
  return (subject: Subject) => ({
    chosen: question[subject],
    onAdd: (named: Named) => void actions.add(question, subject, named),
    onRemove: (named: Named) => void actions.remove(question, subject, named),
    readOnly: question.isClosed || !mayChange(question, rights),
  })
}

/** Categories and topics of a question. */
export function CategoriesAndTopics({ question }: { question: Question }) {
  const { log } = useOpenLog()
  const { data } = useReading(QuestionChoicesDocument, { logId: log.id }, { fetchPolicy: 'cache-first' })
  const tags = useTags(question)
  return (
    <Stack>
      <SubjectTags {...tags('categories')} noun="Category" search={within(data?.questionCategories ?? [])} />
      <div>
        <h2>Topics</h2>
        <SubjectTags {...tags('topics')} noun="Topic" search={within(data?.questionTopics ?? [])} />
      </div>
    </Stack>
  )
}

/** Projects of a question and, in a holding company, its portfolios (QA-32). */
export function ProjectsAndPortfolios({ question }: { question: Question }) {
  const { log, entity, actions } = useOpenLog()
  const client = useApolloClient()
  const hasPortfolios = entity.type === 'HOLDING_COMPANY'
  const variables = { logId: log.id, search: null }
  const projects = useReading(QuestionProjectsDocument, variables, { fetchPolicy: 'cache-first' })
  const portfolios = useReading(QuestionPortfoliosDocument, variables, {
    fetchPolicy: 'cache-first',
    skip: !hasPortfolios,
  })
  const tags = useTags(question)
  const allOf = (subject: 'projects' | 'portfolios', found: readonly Named[] | undefined) => ({
    count: found && found.length < MAX_FOUND ? found.length : null,
    onAdd: () => void actions.addAll(question, subject),
    onRemove: () => void actions.removeAll(question, subject),
  })
  const searchProjects: ComboSearch = async (text, signal) => {
    const { data } = await client.query({
      query: QuestionProjectsDocument,
      variables: { logId: log.id, search: effectiveTerm(text) || null },
      fetchPolicy: 'no-cache',
      context: { fetchOptions: { signal } },
    })
    return within(data?.questionProjects ?? [])(text, signal)
  }
  return (
    <Stack>
      {hasPortfolios && (
        <SubjectTags
          {...tags('portfolios')}
          noun="Portfolio"
          search={within(portfolios.data?.questionPortfolios ?? [])}
          all={allOf('portfolios', portfolios.data?.questionPortfolios)}
        />
      )}
      <SubjectTags
        {...tags('projects')}
        noun="Project"
        search={searchProjects}
        all={allOf('projects', projects.data?.questionProjects)}
      />
    </Stack>
  )
}
