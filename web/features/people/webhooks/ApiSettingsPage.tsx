import Button from '@mui/material/Button'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { MAX_WEBHOOKS, TOO_MANY_WEBHOOKS } from '../../../../shared/webhookRules.ts'
import { API } from '../../../addresses.ts'
import { grants } from '../../../graphql/access.ts'
import { useAction } from '../../../graphql/useAction.ts'
import { useArea } from '../../../graphql/useArea.ts'
import { useReading } from '../../../graphql/useReading.ts'
import {
  Alert,
  EmptyState,
  ErrorState,
  Link,
  ListTools,
  Loading,
  lazily,
  Panel,
  SecretDialog,
  SkeletonLines,
  Stack,
  Switch,
  usePageTitle,
  useToast,
} from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { SetApiTokensAllowedDocument, WebhooksDocument } from './operations.generated.ts'
import { WebhookPanel } from './WebhookPanel.tsx'
import type { Webhook } from './webhook.ts'

const WebhookDialog = lazily(async () => (await import('./WebhookDialog.tsx')).WebhookDialog)
const DeleteWebhookDialog = lazily(
  async () => (await import('./DeleteWebhookDialog.tsx')).DeleteWebhookDialog,
)

const Allowed = styled(Panel)(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 16,
  padding: 20,
  '& > div': { flex: 1, minWidth: 0 },
  '& strong': { display: 'block', fontWeight: 600 },
  '& span': { color: theme.vars.palette.ink2 },
}))

type Step =
  | { name: 'add' }
  | { name: 'edit' | 'delete'; webhook: Webhook }
  | { name: 'secret'; secret: string }

/** Whether tokens may be used for an organisation's data, and who is told of its events (TOKEN-01, TOKEN-11). */
export function ApiSettingsPage() {
  usePageTitle('API')
  const { slug: orgSlug } = useArea((organisation) => grants(organisation, 'ORG_ADMIN'))
  const { data, error, refetch } = useReading(WebhooksDocument, { orgSlug })
  const [step, setStep] = useState<Step>()
  const toast = useToast()
  const allowing = useAction(SetApiTokensAllowedDocument, { refresh: refetch })
  const webhooks = data?.webhooks
  const isFull = (webhooks?.length ?? 0) >= MAX_WEBHOOKS
  const isAllowed = data?.viewer.organization?.apiTokensAllowed ?? null
  const close = () => setStep(undefined)
  const allow = async (wanted: boolean) => {
    if (!(await allowing.act({ orgSlug, isAllowed: wanted }))) return
    toast.success(wanted ? 'API tokens are allowed' : 'API tokens are switched off')
  }
  return (
    <Stack>
      {error && <ErrorState {...error} />}
      {!data && <Loading active={!error} skeleton={<SkeletonLines count={4} />} />}
      {isAllowed !== null && (
        <Allowed>
          <div>
            <strong id="tokens-allowed">API tokens</strong>
            <span>
              {isAllowed
                ? 'Scripts of your members may use what belongs to the organisation, as far as its person may. '
                : 'To every token the organisation is as if its person were no member. '}
              <Link to={API}>How to use the API</Link>
            </span>
          </div>
          <Switch
            checked={isAllowed}
            onChange={(wanted) => void allow(wanted)}
            labelledBy="tokens-allowed"
            disabled={allowing.busy}
          />
        </Allowed>
      )}
      {allowing.problem && <Alert tone="danger">{allowing.problem.message}</Alert>}
      {webhooks && (
        <ListTools>
          <Button
            variant="contained"
            startIcon={<IconPlus size={16} />}
            disabled={isFull}
            onClick={() => setStep({ name: 'add' })}
          >
            Add webhook
          </Button>
        </ListTools>
      )}
      {isFull && <Alert tone="info">{TOO_MANY_WEBHOOKS}</Alert>}
      {webhooks?.length === 0 && (
        <EmptyState
          title="No webhook is told of events."
          hint="A webhook tells your own server that a file was published or a question was asked, as it happens."
        />
      )}
      {webhooks?.map((webhook) => (
        <WebhookPanel
          key={webhook.id}
          webhook={webhook}
          onEdit={() => setStep({ name: 'edit', webhook })}
          onDelete={() => setStep({ name: 'delete', webhook })}
        />
      ))}
      {step?.name === 'add' && (
        <WebhookDialog
          orgSlug={orgSlug}
          onClose={close}
          onDone={refetch}
          onAdded={(secret) => setStep({ name: 'secret', secret })}
        />
      )}
      {step?.name === 'edit' && (
        <WebhookDialog orgSlug={orgSlug} webhook={step.webhook} onClose={close} onDone={refetch} />
      )}
      {step?.name === 'delete' && (
        <DeleteWebhookDialog webhook={step.webhook} onClose={close} onDone={refetch} />
      )}
      {step?.name === 'secret' && (
        <SecretDialog
          title="The secret of your webhook"
          text="By it your server checks that a delivery comes from here, as Standard Webhooks says. It is not shown again."
          secret={step.secret}
          onClose={close}
        />
      )}
    </Stack>
  )
}
