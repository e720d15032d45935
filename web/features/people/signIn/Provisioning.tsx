import { useState } from 'react'
import { useAction } from '../../../graphql/useAction.ts'
import { useReading } from '../../../graphql/useReading.ts'
import {
  Alert,
  ErrorState,
  Loading,
  RelativeTime,
  SkeletonLines,
  Switch,
  TitleRow,
} from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import type { SsoConnection } from './connection.ts'
import { ProvisioningDocument, UpdateSsoConnectionDocument } from './operations.generated.ts'
import { ScimGroups } from './ScimGroups.tsx'
import { ScimRequests } from './ScimRequests.tsx'
import { ScimToken } from './ScimToken.tsx'

const PartHead = styled(TitleRow)(({ theme }) => ({
  paddingTop: 14,
  borderTop: `1px solid ${theme.vars.palette.line}`,
  '& > h3': { flex: 1 },
}))

interface ProvisioningProps {
  orgSlug: string
  connection: SsoConnection
  onDone: () => Promise<unknown>
}

/** Whether the firm's directory makes, changes and deactivates the connection's people (SCIM-01). */
export function Provisioning({ orgSlug, connection, onDone }: ProvisioningProps) {
  const { id, name, revision, isProvisioned } = connection
  const [refusal, setRefusal] = useState<string>()
  const update = useAction(UpdateSsoConnectionDocument, { refresh: onDone })
  const turn = async (isOn: boolean) => {
    const outcome = await update.attempt({ id, revision, input: { isProvisioned: isOn } })
    const { fields, message } = outcome.refusal ?? {}
    setRefusal(message ?? Object.values(fields ?? {})[0])
  }
  return (
    <>
      <PartHead>
        <h3>Provisioning</h3>
        <span>{isProvisioned ? 'On' : 'Off'}</span>
        <Switch
          label={`Provisioning of ${name}`}
          checked={isProvisioned}
          disabled={update.busy}
          onChange={(isOn) => void turn(isOn)}
        />
      </PartHead>
      {refusal && <Alert tone="danger">{refusal}</Alert>}
      {isProvisioned ? (
        <Provisioned orgSlug={orgSlug} connection={connection} />
      ) : (
        <p>
          Switched on, your directory invites people over SCIM, keeps their names and groups, and removes
          those who leave.
        </p>
      )}
    </>
  )
}

/** The reason by which the server refuses to remove the last admin. */
const LAST_ADMIN = 'The directory asked to remove the last admin.'

function Provisioned({ orgSlug, connection: { id, name } }: Omit<ProvisioningProps, 'onDone'>) {
  const { data, error, refetch } = useReading(ProvisioningDocument, { id })
  const shown = data?.ssoConnection
  const refused = shown?.scimRequests.find(({ reason }) => reason === LAST_ADMIN)
  return (
    <>
      {error && <ErrorState {...error} />}
      {!shown && <Loading active={!error} skeleton={<SkeletonLines count={3} />} />}
      {refused && (
        <Alert tone="warning">
          {LAST_ADMIN} <RelativeTime at={refused.at} />
        </Alert>
      )}
      {shown && (
        <>
          <ScimToken
            connectionId={id}
            name={name}
            url={shown.scimUrl}
            madeAt={shown.scimTokenMadeAt}
            onDone={refetch}
          />
          <ScimGroups orgSlug={orgSlug} connectionId={id} name={name} groups={shown.scimGroups} />
          <ScimRequests name={name} requests={shown.scimRequests} />
        </>
      )}
    </>
  )
}
