import Button from '@mui/material/Button'
import { useState } from 'react'
import { formatDate } from '../../../../shared/format/time.ts'
import { MAX_TOKENS, TOO_MANY_TOKENS } from '../../../../shared/tokenRules.ts'
import { API } from '../../../addresses.ts'
import { PasswordDialog } from '../../../graphql/password/LazyPasswordDialog.ts'
import { useReading } from '../../../graphql/useReading.ts'
import { useViewer } from '../../../graphql/viewer.ts'
import {
  Alert,
  BorderedList,
  Chip,
  ErrorState,
  Link,
  Loading,
  lazily,
  RelativeTime,
  SecretDialog,
  SkeletonLines,
  Text,
  useOpened,
  useToast,
} from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { EntryRow } from '../core/EntryRow.tsx'
import { SettingsPanel } from '../core/SettingsPanel.tsx'
import { ApiTokensDocument, type ApiTokensQuery } from './operations.generated.ts'

const CreateTokenDialog = lazily(async () => (await import('./CreateTokenDialog.tsx')).CreateTokenDialog)
const RevokeTokenDialog = lazily(async () => (await import('./RevokeTokenDialog.tsx')).RevokeTokenDialog)

/** Each thing that is said of a token has a line. */
const Row = styled(EntryRow)({ '& span:not(strong span)': { display: 'block' } })

type Token = ApiTokensQuery['apiTokens'][number]
type Step =
  | { name: 'password' | 'create' }
  | { name: 'created'; token: string }
  | { name: 'revoke'; token: Token }

const isOver = ({ expiresAt }: Token): boolean => Date.parse(expiresAt) <= Date.now()

/** Tokens by which the person's scripts ask for what they may (TOKEN-01 to TOKEN-03). */
export function TokensSection({ userId }: { userId: string }) {
  const { data, error, refetch } = useReading(ApiTokensDocument, {})
  const [step, setStep] = useState<Step>()
  const toast = useToast()
  const asksPassword = useOpened(step?.name === 'password')
  const tokens = data?.apiTokens ?? []
  const isFull = tokens.filter((token) => !isOver(token)).length >= MAX_TOKENS
  const close = () => setStep(undefined)
  return (
    <SettingsPanel
      title="API tokens"
      beside={
        <Button
          size="small"
          variant="outlined"
          disabled={!data || isFull}
          onPointerEnter={PasswordDialog.load}
          onFocus={PasswordDialog.load}
          onClick={() => setStep({ name: 'password' })}
        >
          Create token
        </Button>
      }
    >
      {error && <ErrorState {...error} />}
      {isFull && <Alert tone="info">{TOO_MANY_TOKENS}</Alert>}
      {!data && <Loading active={!error} skeleton={<SkeletonLines count={2} />} />}
      {data && tokens.length === 0 && (
        <Text>
          With a token your scripts list, upload, download and export what you may yourself, without your
          password.
        </Text>
      )}
      {tokens.length > 0 && (
        <BorderedList aria-label="API tokens">
          {tokens.map((token) => (
            <TokenEntry key={token.id} token={token} onRevoke={() => setStep({ name: 'revoke', token })} />
          ))}
        </BorderedList>
      )}
      {data && (
        <Text>
          <Link to={API}>How to use the API</Link>
        </Text>
      )}
      {asksPassword && (
        <PasswordDialog
          userId={userId}
          open={step?.name === 'password'}
          helper="Before a token is created, please enter your password again."
          onClose={close}
          onRight={() => setStep({ name: 'create' })}
        />
      )}
      {step?.name === 'create' && (
        <CreateTokenDialog
          onClose={close}
          onCreated={(token) => {
            setStep({ name: 'created', token })
            void refetch()
          }}
        />
      )}
      {step?.name === 'created' && (
        <SecretDialog
          title="Your new API token"
          text="Keep it where your scripts find it and nobody else does. It is not shown again."
          secret={step.token}
          onClose={close}
        />
      )}
      {step?.name === 'revoke' && (
        <RevokeTokenDialog
          token={step.token}
          onClose={close}
          onRevoked={() => {
            close()
            toast.success('The token was revoked.')
            void refetch()
          }}
        />
      )}
    </SettingsPanel>
  )
}

function TokenEntry({ token, onRevoke }: { token: Token; onRevoke: () => void }) {
  const { name, scope, orgSlug, portfolioIds, expiresAt, lastUsedAt, lastUsedFrom } = token
  const { organizations } = useViewer()
  const organisation = organizations.find(({ slug }) => slug === orgSlug)?.name ?? orgSlug
  return (
    <Row>
      <div>
        <strong>
          {name}
          <Chip>{scope === 'READ' ? 'Read' : 'Read and write'}</Chip>
          {isOver(token) && <Chip tone="danger">Expired</Chip>}
        </strong>
        <span>
          {isOver(token) ? 'Expired' : 'Expires'} {formatDate(expiresAt)}
          {organisation && `, ${organisation}`}
          {portfolioIds.length > 0 &&
            `, ${portfolioIds.length} ${portfolioIds.length === 1 ? 'portfolio' : 'portfolios'}`}
        </span>
        <span>
          {lastUsedAt === null ? (
            'Never used'
          ) : (
            <>
              Last used <RelativeTime at={lastUsedAt} />
              {lastUsedFrom && ` from ${lastUsedFrom}`}
            </>
          )}
        </span>
      </div>
      <Button size="small" variant="text" color="error" aria-label={`Revoke: ${name}`} onClick={onRevoke}>
        Revoke
      </Button>
    </Row>
  )
}
