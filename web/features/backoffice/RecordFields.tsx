import { useWatch } from 'react-hook-form'
import { REQUIRED } from '../../../shared/accountRules.ts'
import {
  CheckField,
  ComboField,
  DateField,
  FieldPairs,
  NumberField,
  SelectField,
  TextArea,
  TextField,
} from '../../ui/index.ts'
import { useRecordSearch } from './choices.ts'
import type { Field, OfficeRecord } from './kinds.ts'
import { valueIn } from './values.tsx'

const WIDE: ReadonlySet<Field['type']> = new Set(['LONG_TEXT', 'CHOICES', 'REFERENCES'])

/** The fields of a record that can be set: one input for each, by its type. */
export function RecordFields({
  fields,
  record,
}: {
  fields: readonly Field[]
  record: OfficeRecord | undefined
}) {
  const flags = fields.filter((field) => field.type === 'FLAG')
  return (
    <FieldPairs>
      {fields
        .filter((field) => field.type !== 'FLAG')
        .map((field) => (
          <div key={field.name} data-wide={WIDE.has(field.type) ? '' : undefined}>
            <RecordField field={field} record={record} />
          </div>
        ))}
      {flags.map((field) => (
        <RecordField key={field.name} field={field} record={record} />
      ))}
    </FieldPairs>
  )
}

/** What of the form, or of its record where that is given once and for all, limits the choices of a reference. */
function useNarrowing({ name, within }: Field, record: OfficeRecord | undefined) {
  const typed: unknown = useWatch({ name: within ?? name })
  if (within === null) return []
  const value = typed || record?.values.find((each) => each.field === within)?.text
  return typeof value === 'string' && value !== '' ? [{ field: within, value }] : []
}

function RecordField({ field, record }: { field: Field; record: OfficeRecord | undefined }) {
  const search = useRecordSearch(field.of ?? '', useNarrowing(field, record))
  const shared = {
    name: field.name,
    label: field.label,
    required: field.required,
    ...(field.help !== null && { helper: field.help }),
    // BO-04
    rules: {
      validate: (value: unknown) =>
        field.required && (value === '' || (Array.isArray(value) && value.length === 0)) ? REQUIRED : true,
    },
  }
  const several = field.type === 'REFERENCES' || field.type === 'CHOICES'
  const value = record && valueIn(record, field)
  const ids = value?.several ?? (value?.text ? [value.text] : [])
  const known = ids.map((id, index) => ({ value: id, label: value?.labels[index] ?? id }))
  switch (field.type) {
    case 'FLAG':
      return <CheckField {...shared} />
    case 'LONG_TEXT':
      return <TextArea {...shared} />
    case 'NUMBER':
      return <NumberField {...shared} />
    case 'YEAR':
      return <NumberField {...shared} plain />
    case 'DAY':
      return <DateField {...shared} />
    case 'CHOICE':
      return <SelectField {...shared} options={field.options} {...(!field.required && { none: 'None' })} />
    case 'CHOICES':
      return <ComboField {...shared} multiple options={field.options} />
    case 'REFERENCE':
    case 'REFERENCES':
      return <ComboField {...shared} multiple={several} search={search} known={known} placeholder="Search" />
    default:
      return <TextField {...shared} />
  }
}
