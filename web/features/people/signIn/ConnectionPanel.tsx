import Button from '@mui/material/Button'
import { useLocation } from 'react-router'
import { ssoTestAddress } from '../../../addresses.ts'
import { useAction } from '../../../graphql/useAction.ts'
import { useViewer } from '../../../graphql/viewer.ts'
import {
  Actions,
  Alert,
  BorderedList,
  BusyButton,
  Chip,
  Disclosure,
  Panel,
  RelativeTime,
  useToast,
} from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import type { SsoConnection } from './connection.ts'
import { OidcDetails } from './OidcDetails.tsx'
import { ApproveSsoDomainDocument, VerifySsoDomainsDocument } from './operations.generated.ts'
import { Provisioning } from './Provisioning.tsx'
import { SamlDetails } from './SamlDetails.tsx'

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
  },
  '& h3': { margin: 0, ...theme.typography.body2, fontWeight: 600 },
  '& p': { margin: 0, overflowWrap: 'anywhere' },
  '& li': { flexWrap: 'wrap', justifyContent: 'space-between', gap: '4px 12px', padding: '8px 12px' },
  '& li > div:first-of-type': { flex: '1 1 200px', minWidth: 0, overflowWrap: 'anywhere' },
  '& small': { display: 'block', ...theme.typography.note },
  '& code': { userSelect: 'all' },
  '& details > ul': { marginTop: 8 },
}))

const STATES = { WAITING: 'Waiting for verification.', VERIFIED: 'Verified', APPROVED: 'Approved' } as const

interface ConnectionPanelProps {
  orgSlug: string
  connection: SsoConnection
  onEdit: () => void
  onDelete: () => void
  onDone: () => Promise<unknown>
}

/** One connection with its domains, its last failures and its provisioning (SSO-03, SSO-25, SCIM-01). */
export function ConnectionPanel({ orgSlug, connection, onEdit, onDelete, onDone }: ConnectionPanelProps) {
  const { id, name, kind, isOn, isRequired, issuer, entityId, certificates, domains, failures } = connection
  const { pathname } = useLocation()
  const { isSuperUser } = useViewer()
  const toast = useToast()
  const verify = useAction(VerifySsoDomainsDocument, { refresh: onDone })
  const approve = useAction(ApproveSsoDomainDocument, { refresh: onDone })
  const isOurs = issuer !== null || entityId !== null
  // Of SAML nobody can be asked before the provider is known.
  const isSetUp = kind === 'OIDC' || certificates.length > 0
  const waits = domains.some(({ state }) => state === 'WAITING')
  const check = async () => {
    const { data } = await verify.attempt({ id })
    const after = data?.verifySsoDomains.connection?.domains
    if (after?.every(({ state }) => state !== 'WAITING')) toast.success('All domains are verified')
    else if (after) toast.error('The record was not found. Name servers may take some time to show it.')
  }
  const problem = verify.problem ?? approve.problem
  return (
    <Body role="group" aria-label={name}>
      <h2>
        {name}
        <Chip tone={isOn ? 'success' : 'neutral'}>{isOn ? 'On' : 'Off'}</Chip>
        {isRequired && <Chip tone="info">Required</Chip>}
      </h2>
      <p>
        {isOurs
          ? kind === 'SAML'
            ? `SAML 2.0, ${entityId || 'not set up yet'}`
            : `OpenID Connect, ${issuer}`
          : 'This connection serves some of your people. Those who run the installation keep it.'}
      </p>
      {problem && <Alert tone="danger">{problem.message}</Alert>}
      <BorderedList aria-label={`Domains of ${name}`}>
        {domains.map(({ name: domain, state, verification }) => (
          <li key={domain}>
            <div>
              {domain}
              {state === 'WAITING' && verification !== '' && (
                <small>
                  Add this TXT record to the domain: <code>{verification}</code>
                </small>
              )}
            </div>
            <span>{STATES[state]}</span>
            {state === 'WAITING' && isSuperUser && (
              <Button
                size="small"
                variant="text"
                aria-label={`Approve: ${domain}`}
                onClick={() => void approve.act({ id, domain })}
              >
                Approve
              </Button>
            )}
          </li>
        ))}
      </BorderedList>
      {isOurs &&
        (kind === 'SAML' ? <SamlDetails connection={connection} /> : <OidcDetails connection={connection} />)}
      {isOurs && (
        <Actions>
          <Button size="small" variant="outlined" onClick={onEdit}>
            Edit
          </Button>
          {isSetUp && (
            <Button size="small" variant="outlined" href={ssoTestAddress(id, pathname)}>
              Test connection
            </Button>
          )}
          {waits && (
            <BusyButton size="small" variant="outlined" busy={verify.busy} onClick={() => void check()}>
              Check domains
            </BusyButton>
          )}
          <Button size="small" variant="text" color="error" onClick={onDelete}>
            Delete
          </Button>
        </Actions>
      )}
      {failures.length > 0 && (
        <Disclosure summary={`Last failures (${failures.length})`}>
          <BorderedList aria-label={`Failures of ${name}`}>
            {failures.map(({ at, code, email, reason }) => (
              <li key={code}>
                <div>
                  {reason}
                  <small>{email ?? 'No e-mail is known'}</small>
                </div>
                <span>
                  <code>{code}</code>, <RelativeTime at={at} />
                </span>
              </li>
            ))}
          </BorderedList>
        </Disclosure>
      )}
      {isOurs && <Provisioning orgSlug={orgSlug} connection={connection} onDone={onDone} />}
    </Body>
  )
}
