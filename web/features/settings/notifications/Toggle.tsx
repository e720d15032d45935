import CircularProgress from '@mui/material/CircularProgress'
import { useState } from 'react'
import type { ActionProblem } from '../../../graphql/useAction.ts'
import { Switch, type SwitchProps, useDelayed } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'

const Cell = styled('div')(({ theme }) => ({
  flex: 'none',
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'flex-end',
  gap: 12,
  minWidth: 80,
  ...theme.typography.note,
  lineHeight: '18px',
  fontWeight: 500,
  '& [data-on]': { color: theme.vars.palette.ink },
}))

const Saving = styled('span')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  marginRight: 16,
  fontWeight: 400,
  color: theme.vars.palette.ink3,
}))

const WORDS = { true: 'On', false: 'Off', mixed: 'Mix' } as const

/** A switch with its state as a word, and whether it is being saved once that takes a moment. */
export function Toggle({ saving, ...props }: SwitchProps & { saving: boolean }) {
  const due = useDelayed(saving)
  return (
    <Cell>
      {due && (
        <Saving role="status">
          <CircularProgress size={14} thickness={5} aria-hidden="true" />
          Saving...
        </Saving>
      )}
      <span data-on={props.checked === false ? undefined : ''}>{WORDS[`${props.checked}`]}</span>
      <Switch {...props} />
    </Cell>
  )
}

/**
 * What a toggle is about to be while it is saved. It moves immediately, and goes back where that fails (NOTIF-09).
 * @param onProblem told of each failure, and that there is none any more
 */
export function useSwitching(
  save: (enabled: boolean) => Promise<{ problem?: ActionProblem | undefined }>,
  onProblem: (problem: ActionProblem | undefined) => void,
) {
  const [next, setNext] = useState<boolean>()
  const change = async (enabled: boolean): Promise<void> => {
    setNext(enabled)
    const { problem } = await save(enabled)
    onProblem(problem)
    setNext(undefined)
  }
  return { next, change }
}
