import Button from '@mui/material/Button'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { usePasswordAgain } from '../../../graphql/password/usePasswordAgain.tsx'
import { useAction } from '../../../graphql/useAction.ts'
import {
  Alert,
  BorderedList,
  BusyButton,
  ConfirmContent,
  Dialog,
  RelativeTime,
  SecretDialog,
  useToast,
} from '../../../ui/index.ts'
import { GivenValue } from './GivenValue.tsx'
import { RenewScimTokenDocument, RevokeScimTokensDocument } from './operations.generated.ts'

interface ScimTokenProps {
  connectionId: string
  /** Of the connection. */
  name: string
  url: string | null
  /** When the newest token was made; null where there is none. */
  madeAt: string | null
  onDone: () => Promise<unknown>
}

/** What a directory is given: the base address, and a token that is shown once (SCIM-01). */
export function ScimToken({ connectionId, name, url, madeAt, onDone }: ScimTokenProps) {
  const { pathname } = useLocation()
  const toast = useToast()
  const renew = useAction(RenewScimTokenDocument, { refresh: onDone })
  const revoke = useAction(RevokeScimTokensDocument, { refresh: onDone })
  const { withPassword, dialog } = usePasswordAgain({
    helper: 'Before a token is made, please enter your password again.',
    next: pathname,
  })
  const [secret, setSecret] = useState<string>()
  const [refusal, setRefusal] = useState<string>()
  const [asksRevoke, setAsksRevoke] = useState(false)
  const make = async () => {
    const { data, refusal: refused } = await withPassword(() => renew.attempt({ connectionId }))
    setSecret(data?.renewScimToken.token ?? undefined)
    setRefusal(refused && (refused.message ?? Object.values(refused.fields ?? {})[0]))
  }
  const end = async () => {
    if (!(await revoke.act({ connectionId }))) return
    setAsksRevoke(false)
    toast.success('The tokens were revoked.')
  }
  return (
    <>
      {refusal && <Alert tone="danger">{refusal}</Alert>}
      <BorderedList aria-label={`What the directory of ${name} asks for`}>
        {url !== null && <GivenValue label="Base address, also called tenant URL" value={url} />}
        <li>
          <div>
            {madeAt === null ? (
              'No token yet'
            ) : (
              <>
                Token made <RelativeTime at={madeAt} />
              </>
            )}
            <small>
              {madeAt === null
                ? 'Make one and give it to the directory as its secret token.'
                : 'After it is renewed, the former one works for 24 hours more.'}
            </small>
          </div>
          <span>
            <BusyButton size="small" variant="text" busy={renew.busy} onClick={() => void make()}>
              {madeAt === null ? 'Make token' : 'Renew token'}
            </BusyButton>
            {madeAt !== null && (
              <Button size="small" variant="text" color="error" onClick={() => setAsksRevoke(true)}>
                Revoke
              </Button>
            )}
          </span>
        </li>
      </BorderedList>
      {dialog}
      {secret !== undefined && (
        <SecretDialog
          title="Token of the directory"
          text="Paste it into the directory as its secret token. It is not shown again."
          secret={secret}
          onClose={() => setSecret(undefined)}
        />
      )}
      {asksRevoke && (
        <Dialog open small onClose={() => setAsksRevoke(false)} title="Revoke the tokens" busy={revoke.busy}>
          <ConfirmContent
            action="Revoke"
            danger
            busy={revoke.busy}
            onCancel={() => setAsksRevoke(false)}
            onConfirm={() => void end()}
            {...(revoke.problem && { error: revoke.problem.message })}
          >
            The directory changes nothing here any more until it is given a new token. People and groups stay
            as they are.
          </ConfirmContent>
        </Dialog>
      )}
    </>
  )
}
