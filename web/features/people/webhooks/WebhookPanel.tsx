import Button from '@mui/material/Button'
import { useState } from 'react'
import { Actions, Alert, Chip, Panel, RelativeTime } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { Deliveries } from './Deliveries.tsx'
import { eventLabel, type Webhook } from './webhook.ts'

const Body = styled(Panel)(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: 14,
  padding: 20,
  minWidth: 0,
  '& h2': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: 8,
    margin: 0,
    ...theme.typography.h3,
    overflowWrap: 'anywhere',
  },
  '& p': { margin: 0, color: theme.vars.palette.ink2 },
}))

interface WebhookPanelProps {
  webhook: Webhook
  onEdit: () => void
  onDelete: () => void
}

/** One webhook with what it was told (TOKEN-15). */
export function WebhookPanel({ webhook, onEdit, onDelete }: WebhookPanelProps) {
  const { id, url, events, isOn, offNote, lastSuccessAt } = webhook
  const [isOpen, setIsOpen] = useState(false)
  const { host } = new URL(url)
  return (
    <Body role="group" aria-label={host}>
      <h2>
        {url}
        <Chip tone={isOn ? 'success' : 'neutral'}>{isOn ? 'On' : 'Off'}</Chip>
      </h2>
      {offNote && <Alert tone="warning">{`It was switched off. ${offNote}`}</Alert>}
      <p>
        {events.map(eventLabel).join(', ')}.{' '}
        {lastSuccessAt === null ? (
          'Nothing was delivered yet.'
        ) : (
          <>
            Last delivered <RelativeTime at={lastSuccessAt} />.
          </>
        )}
      </p>
      <Actions>
        <Button size="small" variant="outlined" onClick={onEdit}>
          Edit
        </Button>
        <Button size="small" variant="outlined" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? 'Hide deliveries' : 'Show deliveries'}
        </Button>
        <Button size="small" variant="text" color="error" onClick={onDelete}>
          Delete
        </Button>
      </Actions>
      {isOpen && <Deliveries webhookId={id} label={`Deliveries to ${host}`} />}
    </Body>
  )
}
