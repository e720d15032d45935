import MenuItem from '@mui/material/MenuItem'
import Select, { type SelectChangeEvent } from '@mui/material/Select'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { styled } from '../theme/styled.tsx'
import { FieldFrame, fieldAria, labelId } from './FieldFrame.tsx'
import { useField } from './formContext.ts'
import { type FieldProps, useInputStyle } from './TextField.tsx'

export interface SelectOption {
  value: string
  label: string
  /** Before the label, such as the dot of a status. */
  icon?: ReactNode
  /** The label with its icon, where it has a colour of its own. */
  content?: ReactNode
  disabled?: boolean
}

interface SelectFieldProps extends Omit<FieldProps, 'autoComplete'> {
  /** In the order that they are shown, about fifteen at most; a longer list is a `ComboField`. */
  options: readonly SelectOption[]
  /** Words of a first entry that chooses nothing, such as 'None'; without it a choice can't be taken back. */
  none?: string
}

const Closed = styled(Select<string>)(({ theme }) => ({
  '& .MuiSelect-select': {
    display: 'flex',
    alignItems: 'center',
    gap: 8,
    minWidth: 0,
    minHeight: 0,
    boxSizing: 'border-box',
    height: '100%',
    // Room for the chevron.
    '&&': { paddingRight: 24 },
  },
  '& .MuiSelect-icon': { right: 10, width: 14, height: 14, color: theme.vars.palette.ink3 },
  '&:has([aria-readonly="true"])': {
    backgroundColor: theme.vars.palette.sunken,
    '&:not(.Mui-focused) .MuiOutlinedInput-notchedOutline': { borderColor: theme.vars.palette.line },
    '& .MuiSelect-select': { cursor: 'default' },
    '& .MuiSelect-icon': { display: 'none' },
  },
}))

const Words = styled('span')(({ theme }) => ({
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  '&[data-empty]': { color: theme.vars.palette.ink3 },
}))

const MENU = {
  autoFocus: true,
  slotProps: {
    list: { dense: true },
    paper: { sx: { maxHeight: 360, maxWidth: 'min(480px, calc(100vw - 32px))' } },
  },
} as const

const contentOf = ({ content, icon, label }: SelectOption): ReactNode =>
  content ?? (
    <>
      {icon}
      <Words>{label}</Words>
    </>
  )

/** One of a few choices; the form's value is the choice's `value`, '' while there is none. */
export function SelectField({
  name,
  rules,
  options,
  none,
  placeholder = 'Select',
  ...props
}: SelectFieldProps) {
  const { field, fieldState } = useField(name, rules)
  const id = useId()
  const error = fieldState.error?.message
  const words = { ...props, error }
  const style = useInputStyle(words)
  const chosen = options.find((option) => option.value === field.value)
  return (
    <FieldFrame id={id} {...words}>
      <Closed
        value={chosen?.value ?? ''}
        onChange={(event: SelectChangeEvent) => field.onChange(event.target.value)}
        onBlur={field.onBlur}
        inputRef={field.ref}
        labelId={labelId(id)}
        displayEmpty
        fullWidth
        autoFocus={props.autoFocus}
        disabled={props.disabled}
        readOnly={props.readOnly}
        error={Boolean(error)}
        IconComponent={IconChevronDown}
        SelectDisplayProps={{ id, ...fieldAria(id, words) }}
        MenuProps={MENU}
        renderValue={() => (chosen ? contentOf(chosen) : <Words data-empty="">{placeholder}</Words>)}
        sx={style}
      >
        {none !== undefined && <MenuItem value="">{none}</MenuItem>}
        {options.map((option) => (
          <MenuItem key={option.value} value={option.value} disabled={option.disabled}>
            {contentOf(option)}
          </MenuItem>
        ))}
      </Closed>
    </FieldFrame>
  )
}
