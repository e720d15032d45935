import Checkbox from '@mui/material/Checkbox'
import { useId } from 'react'
import { styled } from '../theme/styled.tsx'
import { FieldNote, fieldAria, labelId } from './FieldFrame.tsx'
import { useField } from './formContext.ts'
import { Switch } from './Switch.tsx'
import type { FieldProps } from './TextField.tsx'

type CheckFieldProps = Omit<FieldProps, 'autoComplete' | 'placeholder' | 'optional'>

const Root = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  columnGap: 10,
  alignItems: 'start',
  '& > label': { padding: '6px 0', ...theme.typography.body1, fontWeight: 500, cursor: 'pointer' },
  '& > label[data-off]': { cursor: 'default', opacity: 0.45 },
  // The box's own padding stands outside the column.
  '& > .MuiCheckbox-root': { margin: '2px -4px 0 -6px' },
  '& > [role="switch"]': { marginTop: 6 },
  '& > [id]:not(label, button, span)': { gridColumn: 2, marginTop: 0 },
  [theme.breakpoints.down('md')]: {
    '& > label': { padding: '12px 0' },
    '& > .MuiCheckbox-root': { margin: '0 -6px 0 -11px' },
    '& > [role="switch"]': { marginTop: 12 },
  },
}))

/** Yes or no, sent with the form; the form's value is a boolean. */
export function CheckField({ name, rules, ...props }: CheckFieldProps) {
  const { field, fieldState } = useField(name, rules)
  const id = useId()
  const words = { ...props, error: fieldState.error?.message }
  return (
    <Root data-field="">
      <Checkbox
        checked={field.value === true}
        disabled={props.disabled ?? false}
        onChange={(event) => !props.readOnly && field.onChange(event.target.checked)}
        onBlur={field.onBlur}
        slotProps={{
          input: {
            id,
            ref: field.ref,
            'aria-readonly': props.readOnly || undefined,
            autoFocus: props.autoFocus,
            ...fieldAria(id, words),
          },
        }}
      />
      <label htmlFor={id} data-off={props.disabled ? '' : undefined}>
        {props.label}
      </label>
      <FieldNote id={id} {...words} />
    </Root>
  )
}

/** On or off, as a switch; the form's value is a boolean. For what takes effect immediately take `Switch`. */
export function SwitchField({ name, rules, ...props }: CheckFieldProps) {
  const { field, fieldState } = useField(name, rules)
  const id = useId()
  const words = { ...props, error: fieldState.error?.message }
  return (
    <Root data-field="">
      <Switch
        id={id}
        ref={field.ref}
        checked={field.value === true}
        onChange={field.onChange}
        onBlur={field.onBlur}
        labelledBy={labelId(id)}
        describedBy={fieldAria(id, words)['aria-describedby']}
        disabled={props.disabled}
        readOnly={props.readOnly}
      />
      <label id={labelId(id)} htmlFor={id} data-off={props.disabled ? '' : undefined}>
        {props.label}
      </label>
      <FieldNote id={id} {...words} />
    </Root>
  )
}
