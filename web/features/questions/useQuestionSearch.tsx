import { styled } from '@mui/material/styles'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useReading } from '../../graphql/useReading.ts'
import { FilterMenu, type FilterOption, SearchField, useSearchTerm } from '../../ui/index.ts'
import { useOpenLog } from './LogContext.ts'
import { LogHeadDocument, QuestionChoicesDocument, type QuestionSearch } from './operations.generated.ts'

const Bar = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 8 })

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

/** The fields that search and filter the questions of the open log (QA-50), and what they choose. */
export function useQuestionSearch(version: number): { search: QuestionSearch; field: ReactNode } {
  const { log, rights } = useOpenLog()
  const { text, setText, term } = useSearchTerm()
  const [category, setCategory] = useState<string | null>(null)
  const [party, setParty] = useState<string | null>(null)
  const [askedBy, setAskedBy] = useState<string | null>(null)
  const [answered, setAnswered] = useState<string | null>(null)
  const choices = useReading(QuestionChoicesDocument, { logId: log.id })
  const head = useReading(LogHeadDocument, { logId: log.id }, { keep: true })
  const { refetch } = head
  useEffect(() => {
    if (version > 0) refetch().catch(() => {})
  }, [version, refetch])
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
  const facts = head.data?.questionLog
  const named = (all: readonly { readonly id: string; readonly name: string }[] = []) =>
    all.map(({ id, name }) => ({ value: id, label: name }))
  const askers = facts?.askers.map(({ id, fullName }) => ({ value: id, label: fullName })) ?? []
  const field = (
    <Bar>
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
    </Bar>
  )
  return { search, field }
}
