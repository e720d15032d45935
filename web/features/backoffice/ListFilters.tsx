import { useId } from 'react'
import { useReading } from '../../graphql/useReading.ts'
import { ComboBox, type ListState, MenuButton } from '../../ui/index.ts'
import { styled } from '../../ui/theme/styled.tsx'
import { useRecordSearch } from './choices.ts'
import type { Field, Kind } from './kinds.ts'
import { BackOfficeRecordDocument } from './operations.generated.ts'

const Choice = styled('div')({ width: 220, maxWidth: '100%' })

const choicesOf = (field: Field) =>
  field.type === 'FLAG'
    ? [
        { value: 'true', label: 'Yes' },
        { value: 'false', label: 'No' },
      ]
    : field.options

interface ListFiltersProps {
  kind: Kind
  list: Pick<ListState<Record<string, [string, ...string[]]>>, 'filters' | 'setFilter' | 'ids' | 'setId'>
}

/** What a list can be narrowed by: choices and flags by a menu, references by a search. */
export function ListFilters({ kind, list }: ListFiltersProps) {
  return kind.fields
    .filter((field) => field.filter)
    .map((field) => {
      if (field.type === 'REFERENCE') {
        return (
          <ReferenceFilter
            key={field.name}
            field={field}
            id={list.ids[field.name] ?? ''}
            onChange={(id) => list.setId(field.name, id)}
          />
        )
      }
      const value = list.filters[field.name]
      const chosen = choicesOf(field).find((option) => option.value === value)
      return (
        <MenuButton
          key={field.name}
          size="small"
          label={chosen ? `${field.label}: ${chosen.label}` : field.label}
          entries={[{ value: 'ALL', label: 'All' }, ...choicesOf(field)].map((option) => ({
            key: option.value,
            label: option.label,
            onSelect: () => list.setFilter(field.name, option.value),
          }))}
        />
      )
    })
}

function ReferenceFilter({
  field,
  id,
  onChange,
}: {
  field: Field
  id: string
  onChange: (id: string) => void
}) {
  const inputId = useId()
  const of = field.of ?? ''
  const search = useRecordSearch(of)
  // An address may name a record whose words are not known here yet.
  const { data } = useReading(BackOfficeRecordDocument, { kind: of, id }, { skip: id === '' })
  const label = data?.backOfficeRecord.label ?? '…'
  return (
    <Choice>
      <ComboBox
        id={inputId}
        label={field.label}
        ariaLabel={field.label}
        placeholder={field.label}
        search={search}
        value={id === '' ? [] : [{ value: id, label }]}
        onChange={([option]) => onChange(option?.value ?? '')}
        listWidth={320}
      />
    </Choice>
  )
}
