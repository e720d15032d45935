import IconButton from '@mui/material/IconButton'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useField } from './formContext.ts'
import { FieldInput, type FieldProps } from './TextField.tsx'

/** A password, hidden until its eye is pressed. */
export function PasswordField(props: FieldProps) {
  const [visible, setVisible] = useState(false)
  const { field, fieldState } = useField(props.name, props.rules)
  return (
    <FieldInput
      {...props}
      type={visible ? 'text' : 'password'}
      value={field.value ?? ''}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
      error={fieldState.error?.message}
      endAdornment={
        <IconButton
          size="small"
          aria-label={visible ? 'Hide password' : 'Show password'}
          aria-pressed={visible}
          onClick={() => setVisible(!visible)}
          sx={{ mr: '-7px' }}
        >
          {visible ? <IconEyeOff /> : <IconEye />}
        </IconButton>
      }
    />
  )
}
