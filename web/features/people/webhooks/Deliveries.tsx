import Button from '@mui/material/Button'
import { useState } from 'react'
import { useAction } from '../../../graphql/useAction.ts'
import { useReading } from '../../../graphql/useReading.ts'
import {
  Alert,
  BorderedList,
  ErrorState,
  Loading,
  Pagination,
  RelativeTime,
  SkeletonLines,
  useToast,
} from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import {
  ResendWebhookDeliveryDocument,
  WebhookDeliveriesDocument,
  type WebhookDeliveriesQuery,
} from './operations.generated.ts'
import { eventLabel } from './webhook.ts'

const PAGE = 20

const Row = styled('li')(({ theme }) => ({
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  gap: '4px 12px',
  padding: '8px 12px',
  '& > div:first-of-type': { flex: '1 1 220px', minWidth: 0, overflowWrap: 'anywhere' },
  '& small': { display: 'block', ...theme.typography.note },
}))

type Delivery = WebhookDeliveriesQuery['webhookDeliveries']['items'][number]

function statusOf({ deliveredAt, status, tries, note }: Delivery): string {
  if (deliveredAt !== null) return `Delivered, ${status}`
  if (tries === 0) return note ?? 'Waiting'
  return `${note ?? 'Waiting'} ${tries === 1 ? 'Tried once.' : `Tried ${tries} times.`}`
}

/** What a webhook was told in the last 30 days, newest first (TOKEN-15). */
export function Deliveries({ webhookId, label }: { webhookId: string; label: string }) {
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useReading(WebhookDeliveriesDocument, {
    webhookId,
    limit: PAGE,
    offset: (page - 1) * PAGE,
  })
  const toast = useToast()
  const resending = useAction(ResendWebhookDeliveryDocument, { refresh: refetch })
  const resend = async (id: string) => {
    if (await resending.act({ id })) toast.success('It is sent again')
  }
  const found = data?.webhookDeliveries
  return (
    <>
      {error && <ErrorState {...error} />}
      {resending.problem && <Alert tone="danger">{resending.problem.message}</Alert>}
      {!found && <Loading active={!error} skeleton={<SkeletonLines count={3} />} />}
      {found?.count === 0 && <p>Nothing happened in the last 30 days.</p>}
      {found && found.count > 0 && (
        <BorderedList aria-label={label}>
          {found.items.map((delivery) => (
            <Row key={delivery.id}>
              <div>
                {eventLabel(delivery.event)}
                <small>
                  <RelativeTime at={delivery.at} />, {statusOf(delivery)}
                </small>
              </div>
              <Button
                size="small"
                variant="text"
                disabled={resending.busy}
                onClick={() => void resend(delivery.id)}
              >
                Send again
              </Button>
            </Row>
          ))}
        </BorderedList>
      )}
      {found && (
        <Pagination
          page={page}
          pageCount={Math.ceil(found.count / PAGE)}
          onChange={setPage}
          label={`Pages of ${label}`}
        />
      )}
    </>
  )
}
