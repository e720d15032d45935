import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { styled } from '../theme/styled.tsx'
import { Alert } from './Alert.tsx'

const Empty = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'flex-start',
  padding: '14px 14px 18px',
  '& > strong': { fontWeight: 600 },
  '& > p': { margin: '2px 0 0', color: theme.vars.palette.ink2 },
  '& > div': { marginTop: 12 },
}))

/** Nothing here: the sentence, what to do next, and the one action, at the first row's place. */
export function EmptyState({ title, hint, action }: { title: string; hint?: ReactNode; action?: ReactNode }) {
  return (
    <Empty>
      <strong>{title}</strong>
      {hint && <p>{hint}</p>}
      {action && <div>{action}</div>}
    </Empty>
  )
}

/** What failed, in its own words, above the place it failed in, with a way to try again. */
export function ErrorState({ message, onRetry }: { message: string; onRetry?: () => void }) {
  return (
    <Alert
      tone="danger"
      action={
        onRetry && (
          <Button size="small" variant="text" color="error" onClick={onRetry}>
            Try again
          </Button>
        )
      }
    >
      {message}
    </Alert>
  )
}
