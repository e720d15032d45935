import { styled } from '@mui/material/styles'
import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'

const Root = styled('div')({ display: 'flex', flexDirection: 'column', minWidth: 0 })

const Head = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  gap: 12,
  marginBottom: 6,
  '& > label': { fontSize: 13, lineHeight: '20px', fontWeight: 500 },
  '& > label > small': { marginLeft: 6, fontSize: 12, fontWeight: 400, color: theme.vars.palette.ink3 },
}))

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

export interface FieldFrameProps {
  /** Id of the input; notes get ids made from it. */
  id: string
  label: string
  optional?: boolean
  /** Beside the label at the right, such as 'Forgot password'. */
  labelEnd?: ReactNode
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
export function FieldFrame({ id, label, optional, labelEnd, helper, error, children }: FieldFrameProps) {
  return (
    <Root>
      <Head>
        <label htmlFor={id}>
          {label}
          {optional && <small>Optional</small>}
        </label>
        {labelEnd}
      </Head>
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
