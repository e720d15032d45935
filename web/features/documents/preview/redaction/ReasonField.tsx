import { useId, useState } from 'react'
import { REDACTION_REASONS, reasonProblem } from '../../../../../shared/redactions.ts'
import { styled } from '../../../../ui/theme/styled.tsx'

const Input = styled('input')(({ theme }) => ({
  boxSizing: 'border-box',
  width: 168,
  height: 28,
  padding: '0 8px',
  borderRadius: 6,
  border: `1px solid ${theme.vars.palette.lineStrong}`,
  font: 'inherit',
  color: 'inherit',
  backgroundColor: theme.vars.palette.surface,
  '&[aria-invalid="true"]': { borderColor: theme.vars.palette.danger.main },
  '&:disabled': { borderColor: 'transparent', backgroundColor: 'transparent' },
}))

interface ReasonFieldProps {
  /** Of its area; the one for the next areas has none. */
  id?: string
  label: string
  value: string
  /** None where it can't be changed. */
  onChange: ((reason: string) => void) | undefined
}

/** A reason: one of five, or one's own (REDACT-03). What is none is not taken, and goes when the field is left. */
export function ReasonField({ id, label, value, onChange }: ReasonFieldProps) {
  const options = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const shown = typed ?? value
  const problem = reasonProblem(shown)
  return (
    <>
      <Input
        aria-label={label}
        aria-invalid={problem !== null}
        title={problem ?? shown}
        data-reason={id}
        list={options}
        maxLength={60}
        value={shown}
        disabled={!onChange}
        onFocus={(event) => event.target.select()}
        onChange={({ target }) => {
          setTyped(target.value)
          if (reasonProblem(target.value) === null) onChange?.(target.value.trim())
        }}
        onBlur={() => setTyped(null)}
      />
      <datalist id={options}>
        {REDACTION_REASONS.map((reason) => (
          <option key={reason} value={reason} />
        ))}
      </datalist>
    </>
  )
}
