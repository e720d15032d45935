import { styled } from '@mui/material/styles'
import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { RegisterOptions } from 'react-hook-form'

const Root = styled('div')({ display: 'flex', flexDirection: 'column', minWidth: 0 })

const Label = styled('label')({
  alignSelf: 'flex-start',
  marginBottom: 6,
  fontSize: 13,
  lineHeight: '20px',
  fontWeight: 500,
})

const Note = styled('div')(({ theme }) => ({
  display: 'flex',
  gap: 5,
  marginTop: 6,
  fontSize: 12,
  lineHeight: '16px',
  color: theme.vars.palette.ink3,
  '&[data-error]': { color: theme.vars.palette.danger.text },
  '& > svg': { marginTop: 1 },
}))

/** Validation rules of react-hook-form; messages are exact texts. */
export type FieldRules = Omit<RegisterOptions, 'setValueAs' | 'valueAsNumber' | 'valueAsDate' | 'disabled'>

export interface FieldFrameProps {
  /** Id of the input; notes get ids made from it. */
  id: string
  label: string
  helper?: ReactNode
  error?: string
  children: ReactNode
}

/** Ids for `aria-describedby` of a field that has a helper or an error. */
export function describedBy(id: string, helper: ReactNode, error: string | undefined): string | undefined {
  if (error) return `${id}-error`
  return helper ? `${id}-helper` : undefined
}

/** The label above a field, and below it the helper or, in its place, the error with its icon. */
export function FieldFrame({ id, label, helper, error, children }: FieldFrameProps) {
  return (
    <Root>
      <Label htmlFor={id}>{label}</Label>
      {children}
      {error ? (
        <Note id={`${id}-error`} data-error="" role="alert">
          <IconAlertCircle size={14} aria-hidden="true" />
          <span>{error}</span>
        </Note>
      ) : (
        helper && <Note id={`${id}-helper`}>{helper}</Note>
      )}
    </Root>
  )
}
