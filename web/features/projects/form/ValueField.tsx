import { useWatch } from 'react-hook-form'
import { formatNumber } from '../../../../shared/format/number.ts'
import { type FieldKind, type FieldWords, UNITS } from '../../../../shared/project/fields.ts'
import { type FigureRule, figureProblem, NOT_A_DECIMAL, REQUIRED } from '../../../../shared/project/rules.ts'
import { valueProblem } from '../../../../shared/project/values.ts'
import {
  DateField,
  NumberField,
  numberIn,
  SelectField,
  type SelectOption,
  SwitchField,
  TextField,
} from '../../../ui/index.ts'
import { useWarning } from './warnings.ts'

const optionsOf = (labels: Readonly<Record<string, string>>): readonly SelectOption[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

/** What a figure's rule says of a typed value; a text is refused by the field itself. */
export const figureRules = (rule: FigureRule, required = false) => ({
  ...(required && { required: REQUIRED }),
  validate: (typed: string) => {
    const value = numberIn(typed)
    return value === null ? true : (figureProblem(value, rule) ?? true)
  },
})

interface Hint {
  of: readonly [string, string]
  words: (first: number, second: number) => string
}

const ratio = (dc: number, ac: number): string => `DC to AC ratio ${formatNumber(dc / ac, 2)}`

/** What two figures come to, said at the second one. */
const HINTS: Readonly<Record<string, Hint>> = {
  capacityAc: { of: ['capacity', 'capacityAc'], words: ratio },
  'system.solarCapacityAc': { of: ['system.solarCapacityDc', 'system.solarCapacityAc'], words: ratio },
  'system.bessKwh': {
    of: ['system.bessKw', 'system.bessKwh'],
    words: (kw, kwh) => `${formatNumber(kwh / kw, 1)} hours at full power`,
  },
}

function useHint(path: string): string | undefined {
  const hint = HINTS[path]
  const names: readonly string[] = hint?.of ?? []
  const typed: unknown[] = useWatch({ name: [...names] })
  const [first, second] = typed.map((text) => numberIn(String(text ?? '')))
  return hint && first && second ? hint.words(first, second) : undefined
}

interface ValueFieldProps {
  /** Of the value in the form. */
  name: string
  field: FieldWords & FieldKind & { required?: true }
}

/** The field of one value of a project, as the table of fields says. */
export function ValueField({ name, field }: ValueFieldProps) {
  const warning = useWarning(name)
  const helper = useHint(name)
  const { label, required = false } = field
  const common = { name, label, warning, ...(required && { required }) }
  switch (field.kind) {
    case 'text':
      return (
        <TextField {...common} rules={{ validate: (text: string) => valueProblem(field, text) ?? true }} />
      )
    case 'day':
      return <DateField {...common} {...(required && { rules: { required: REQUIRED } })} />
    case 'yesNo':
      return <SwitchField {...common} />
    case 'choice':
      return (
        <SelectField
          {...common}
          options={optionsOf(field.labels)}
          {...(required ? { rules: { required: REQUIRED } } : { none: 'Not known' })}
        />
      )
    case 'figure': {
      const { shown, prefix }: { shown: string; prefix?: string } = UNITS[field.unit]
      return (
        <NumberField
          {...common}
          unit={shown}
          {...(prefix && { prefix })}
          {...(helper && { helper })}
          // PFORM-30
          {...(field.rule.outside === NOT_A_DECIMAL && { invalid: NOT_A_DECIMAL })}
          rules={figureRules(field.rule, required)}
        />
      )
    }
  }
}
