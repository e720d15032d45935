import { IconAlertCircle, IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { RegisterOptions } from 'react-hook-form'
import { styled } from '../theme/styled.tsx'

/** A field below its label, or fields below each other. */
export const FieldColumn = styled('div')({ display: 'flex', flexDirection: 'column', minWidth: 0 })

const Label = styled('label')(({ theme }) => ({
  alignSelf: 'flex-start',
  marginBottom: 6,
  ...theme.typography.body1,
  fontWeight: 500,
  // Drawn, not said: the field itself says that it is required.
  '&[data-mark="required"]::after': { content: '" *" / ""' },
  '&[data-mark="optional"]::after': {
    content: '"Optional" / ""',
    marginLeft: 6,
    ...theme.typography.note,
  },
}))

const Note = styled('div')(({ theme }) => ({
  display: 'flex',
  gap: 5,
  marginTop: 6,
  ...theme.typography.note,
  '&[data-error]': { color: theme.vars.palette.danger.text },
  '&[data-warning]': { color: theme.vars.palette.warning.text },
  '& > svg': { marginTop: 1 },
}))

/** Validation rules of react-hook-form; messages are exact texts. */
export type FieldRules = Omit<RegisterOptions, 'setValueAs' | 'valueAsNumber' | 'valueAsDate' | 'disabled'>

/** What stands around a field of any kind. */
export interface FieldWords {
  label: string
  helper?: ReactNode
  error?: string | undefined
  /** What the person should know of the value that is there; an error goes before it. */
  warning?: string | undefined
  /** Marked with an asterisk, where a note on the page says what that means. */
  required?: boolean | undefined
  /** Marked as such. */
  optional?: boolean | undefined
}

interface FieldFrameProps extends FieldWords {
  /** Id of the input; label and notes get ids made from it. */
  id: string
  children: ReactNode
}

/** Id of the label, for fields that a `for` can't name. */
export const labelId = (id: string): string => `${id}-label`

/** What a field tells of itself to whoever can't see it. */
export function fieldAria(id: string, { helper, error, warning, required }: FieldWords) {
  const note = error ? 'error' : warning ? 'warning' : helper ? 'helper' : null
  return {
    'aria-invalid': error ? true : undefined,
    'aria-describedby': note === null ? undefined : `${id}-${note}`,
    'aria-required': required || undefined,
  } as const
}

/** The label above a field, and below it the helper or, in its place, the error or the warning with its icon. */
export function FieldFrame({
  id,
  label,
  helper,
  error,
  warning,
  required,
  optional,
  children,
}: FieldFrameProps) {
  return (
    <FieldColumn data-field="">
      <Label
        id={labelId(id)}
        htmlFor={id}
        data-mark={required ? 'required' : optional ? 'optional' : undefined}
      >
        {label}
      </Label>
      {children}
      <FieldNote {...{ id, helper, error, warning }} />
    </FieldColumn>
  )
}

/** What stands below a field: one of the three. */
export function FieldNote({ id, helper, error, warning }: { id: string } & Omit<FieldWords, 'label'>) {
  if (error) {
    return (
      <Note id={`${id}-error`} data-error="" role="alert">
        <IconAlertCircle size={14} aria-hidden="true" />
        <span>{error}</span>
      </Note>
    )
  }
  if (warning) {
    return (
      <Note id={`${id}-warning`} data-warning="">
        <IconAlertTriangle size={14} aria-hidden="true" />
        <span>{warning}</span>
      </Note>
    )
  }
  return helper ? <Note id={`${id}-helper`}>{helper}</Note> : null
}
