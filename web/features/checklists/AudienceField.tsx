import { useId } from 'react'
import { ComboBox } from '../../ui/index.ts'
import { styled } from '../../ui/theme/styled.tsx'
import { audiencesOf, type Parties } from './audience.ts'

const Field = styled('label')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 240px)',
  justifyContent: 'start',
  alignItems: 'center',
  gap: 8,
  flex: 1,
  minWidth: 0,
  color: theme.vars.palette.ink2,
}))

export interface AudienceFieldProps {
  parties: NonNullable<Parties>
  value: string
  onChange: (audience: string) => void
}

/** For whom a comment of the deal team will be (CHK-47). */
export function AudienceField({ parties, value, onChange }: AudienceFieldProps) {
  const id = useId()
  const options = audiencesOf(parties)
  return (
    <Field htmlFor={id}>
      For
      <ComboBox
        id={id}
        label="For"
        ariaLabel="For"
        isFixed
        options={options}
        value={options.filter((option) => option.value === value)}
        onChange={([option]) => option && onChange(option.value)}
        empty="No party found."
      />
    </Field>
  )
}
