import ButtonBase from '@mui/material/ButtonBase'
import type { Ref } from 'react'
import { styled } from '../theme/styled.tsx'

export interface SwitchProps {
  /** 'mixed' where some of a group are on. */
  checked: boolean | 'mixed'
  /** Off and mixed turn on, on turns off. */
  onChange: (checked: boolean) => void
  /** Accessible name, where no label names it. */
  label?: string
  id?: string
  labelledBy?: string
  describedBy?: string | undefined
  disabled?: boolean | undefined
  readOnly?: boolean | undefined
  onBlur?: () => void
  ref?: Ref<HTMLButtonElement>
}

const Track = styled(ButtonBase)(({ theme }) => ({
  position: 'relative',
  flex: 'none',
  width: 32,
  height: 20,
  borderRadius: 10,
  border: `1px solid ${theme.vars.palette.control}`,
  backgroundColor: theme.vars.palette.surface,
  transition: theme.transitions.create(['background-color', 'border-color']),
  // What can be hit is larger than what is seen.
  '&::before': { content: '""', position: 'absolute', inset: '-4px' },
  '&::after': {
    content: '""',
    position: 'absolute',
    top: 3,
    left: 3,
    width: 12,
    height: 12,
    borderRadius: 6,
    backgroundColor: theme.vars.palette.control,
    transition: theme.transitions.create(['transform', 'background-color']),
  },
  '&:hover': { borderColor: theme.vars.palette.ink3 },
  '&[aria-checked="true"]': {
    borderColor: theme.vars.palette.primary.main,
    backgroundColor: theme.vars.palette.primary.main,
    '&::after': {
      top: 2,
      left: 2,
      width: 14,
      height: 14,
      borderRadius: 7,
      transform: 'translateX(12px)',
      backgroundColor: theme.vars.palette.primary.contrastText,
    },
  },
  '&[aria-checked="mixed"]': {
    borderColor: theme.vars.palette.primary.main,
    backgroundColor: theme.vars.palette.accent.tint,
    '&::after': {
      top: 8,
      left: 10,
      width: 10,
      height: 2,
      borderRadius: 1,
      backgroundColor: theme.vars.palette.primary.main,
    },
  },
  '&[aria-readonly="true"]': { cursor: 'default', opacity: 0.7 },
  '&.Mui-focusVisible': { outlineOffset: 2 },
  '@media (pointer: coarse)': { '&::before': { inset: '-13px -7px' } },
}))

/** On or off, immediately: what a press changes is in effect without a Save. A word beside it says the state. */
export function Switch({
  checked,
  onChange,
  label,
  labelledBy,
  describedBy,
  readOnly,
  ...props
}: SwitchProps) {
  return (
    <Track
      {...props}
      role={checked === 'mixed' ? 'checkbox' : 'switch'}
      aria-checked={checked}
      aria-label={label}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      aria-readonly={readOnly || undefined}
      onClick={() => !readOnly && onChange(checked !== true)}
    />
  )
}
