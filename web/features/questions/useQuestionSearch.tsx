import { type ReactNode, useMemo, useState } from 'react'
import { useReading } from '../../graphql/useReading.ts'
import { Actions, FilterMenu, type FilterOption, SearchField, useSearchTerm } from '../../ui/index.ts'
import { useOpenLog } from './LogContext.ts'
import { type LogHeadQuery, QuestionChoicesDocument, type QuestionSearch } from './operations.generated.ts'

const ANSWERED: readonly FilterOption[] = [
  { value: 'yes', label: 'Answered' },
  { value: 'no', label: 'Not answered' },
]

interface One {
  readonly label: string
  readonly options: readonly FilterOption[]
  readonly value: string | null
  readonly onChange: (value: string | null) => void
}

/** A filter of which one is chosen at most: the newest choice. */
function OneOf({ label, options, value, onChange }: One) {
  const selected = options.filter((option) => option.value === value)
  return (
    <FilterMenu
      label={label}
      options={options}
      selected={selected}
      onChange={(values) => onChange(values.find((each) => each !== value) ?? null)}
    />
  )
}

/** Who reads and asks in a log; undefined until it is known. */
export type LogHead = LogHeadQuery['questionLog'] | undefined

/**
 * The fields that search and filter the questions of the open log (QA-50), and what they choose.
 * @param isListed first rows have come: what they can be filtered by is asked after them
 */
export function useQuestionSearch(
  facts: LogHead,
  isListed: boolean,
): { search: QuestionSearch; field: ReactNode } {
  const { log, rights } = useOpenLog()
  const { text, setText, term } = useSearchTerm()
  const [category, setCategory] = useState<string | null>(null)
  const [party, setParty] = useState<string | null>(null)
  const [askedBy, setAskedBy] = useState<string | null>(null)
  const [answered, setAnswered] = useState<string | null>(null)
  const choices = useReading(QuestionChoicesDocument, { logId: log.id }, { skip: !isListed })
  const search = useMemo<QuestionSearch>(
    () => ({
      ...(term && { text: term }),
      ...(category && { categoryId: category }),
      ...(party && { party }),
      ...(askedBy && { askedBy }),
      ...(answered && { isAnswered: answered === 'yes' }),
    }),
    [term, category, party, askedBy, answered],
  )
  const named = (all: readonly { readonly id: string; readonly name: string }[] = []) =>
    all.map(({ id, name }) => ({ value: id, label: name }))
  const askers = facts?.askers.map(({ id, fullName }) => ({ value: id, label: fullName })) ?? []
  const field = (
    <Actions>
      <SearchField value={text} onChange={setText} label="Search questions" width={240} />
      <OneOf
        label="Category"
        options={named(choices.data?.questionCategories)}
        value={category}
        onChange={setCategory}
      />
      {rights.seesAnswers && (
        <OneOf label="Answer" options={ANSWERED} value={answered} onChange={setAnswered} />
      )}
      {rights.isDealTeam && (
        <OneOf label="Party" options={named(facts?.parties)} value={party} onChange={setParty} />
      )}
      {askers.length > 1 && <OneOf label="Asked by" options={askers} value={askedBy} onChange={setAskedBy} />}
    </Actions>
  )
  return { search, field }
}
