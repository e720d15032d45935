import OutlinedInput from '@mui/material/OutlinedInput'
import { type ReactNode, useId } from 'react'
import { MISSING } from '../../../shared/format/number.ts'
import { FieldFrame, fieldAria } from './FieldFrame.tsx'

/** A value that stands among the fields of a form, and that the person can't change here. */
export function ReadOnlyField({
  label,
  value,
  helper,
}: {
  label: string
  /** Null where there is none. */
  value: string | null
  helper?: ReactNode
}) {
  const id = useId()
  return (
    <FieldFrame {...{ id, label, helper }}>
      <OutlinedInput
        id={id}
        fullWidth
        readOnly
        value={value ?? MISSING}
        inputProps={fieldAria(id, { label, helper })}
      />
    </FieldFrame>
  )
}
