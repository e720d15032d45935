import { formatDateTime, momentOfField } from '../../../shared/format/time.ts'
import { type FieldWords, NumberField, numberIn, TextField } from '../../ui/index.ts'

/** How many questions a log takes, and until when (QA-49); what is left out is no limit. */
export interface Limits {
  readonly total?: number | null
  readonly perDay?: number | null
  readonly perParty?: number | null
  readonly endsAt?: string | null
}

/** The same as it is typed. */
export interface LimitValues {
  total: string
  perDay: string
  perParty: string
  endsAt: string
}

const typed = (value: number | null | undefined): string => (value ? String(value) : '')

export const limitValuesOf = ({ total, perDay, perParty, endsAt }: Limits): LimitValues => ({
  total: typed(total),
  perDay: typed(perDay),
  perParty: typed(perParty),
  endsAt: momentOfField(endsAt),
})

export const limitsIn = ({ total, perDay, perParty, endsAt }: LimitValues) => ({
  total: numberIn(total),
  perDay: numberIn(perDay),
  perParty: numberIn(perParty),
  endsAt: endsAt === '' ? null : new Date(endsAt).toISOString(),
})

const PER_DAY = 'Questions of each party a day'
const PER_PARTY = 'Questions of each party'
const ENDS_AT = 'Questions end on'
const NO_LIMIT = 'No limit'

/** How a newer state of a log names them. */
export const LIMIT_WORDS: Readonly<Record<keyof LimitValues, FieldWords>> = {
  total: { label: 'Questions in all', none: NO_LIMIT },
  perDay: { label: PER_DAY, none: NO_LIMIT },
  perParty: { label: PER_PARTY, none: NO_LIMIT },
  endsAt: {
    label: ENDS_AT,
    none: NO_LIMIT,
    words: (moment) => (typeof moment === 'string' && moment !== '' ? formatDateTime(moment) : null),
  },
}

const WHOLE = 'Please enter a whole number from 1 to 100,000, or leave it empty for no limit.'
const rules = {
  validate: (text: string) =>
    text === '' || (/^[1-9]\d{0,5}$/.test(text) && Number(text) <= 100_000) || WHOLE,
}

/**
 * @param isShared whether all parties share the log
 * @param hasPerParty whether there is such a limit from when they did
 */
export function LimitFields({ isShared, hasPerParty }: { isShared: boolean; hasPerParty: boolean }) {
  return (
    <>
      <NumberField
        name="total"
        label={isShared ? 'Questions in all' : 'Questions of each party in all'}
        placeholder={NO_LIMIT}
        rules={rules}
      />
      <NumberField name="perDay" label={PER_DAY} placeholder={NO_LIMIT} rules={rules} />
      {(isShared || hasPerParty) && (
        <NumberField name="perParty" label={PER_PARTY} placeholder={NO_LIMIT} rules={rules} />
      )}
      <TextField name="endsAt" label={ENDS_AT} type="datetime-local" autoComplete="off" />
    </>
  )
}
