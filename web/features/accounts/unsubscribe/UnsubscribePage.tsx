import Button from '@mui/material/Button'
import { type ReactNode, useState } from 'react'
import { useParams } from 'react-router'
import { PROFILE, unsubscribeAddress } from '../../../addresses.ts'
import { useReading } from '../../../graphql/useReading.ts'
import {
  Alert,
  BusyButton,
  ErrorState,
  FrontDoor,
  Loading,
  SkeletonLines,
  usePageTitle,
} from '../../../ui/index.ts'
import { DoorColumn, DoorHeading } from '../core/DoorHeading.tsx'
import { UnsubscriptionDocument, type UnsubscriptionQuery } from './operations.generated.ts'

type Unsubscription = NonNullable<UnsubscriptionQuery['unsubscription']>

const KINDS = {
  ORGANISATION: 'this organisation',
  PORTFOLIO: 'this portfolio',
  HOLDING_COMPANY: 'this holding company',
} as const

/** What it is about, as far as the person may know it still. */
const scopeName = ({ kind, entity, organisation }: Unsubscription): string =>
  (kind === 'ORGANISATION' ? organisation : entity) ?? KINDS[kind]

/** Switches off what a mail came by, with one press: no sign-in, the link is the proof. */
export function UnsubscribePage({ foot }: { foot: ReactNode }) {
  usePageTitle('Unsubscribe')
  const { token = '' } = useParams()
  const { data, error } = useReading(UnsubscriptionDocument, { token }, { fetchPolicy: 'network-only' })
  return (
    <FrontDoor foot={foot}>
      <DoorColumn>
        {data?.unsubscription === null && (
          <>
            <DoorHeading title="Unsubscribe" hint="To stop these e-mails, use the link at the end of one." />
            <Alert tone="danger">This link is not valid. Please use the link in the e-mail as it is.</Alert>
          </>
        )}
        {data?.unsubscription && <Question token={token} about={data.unsubscription} />}
        {!data && (error ? <ErrorState {...error} /> : <Loading active skeleton={<SkeletonLines />} />)}
      </DoorColumn>
    </FrontDoor>
  )
}

function Question({ token, about }: { token: string; about: Unsubscription }) {
  const [state, setState] = useState<'asked' | 'busy' | 'failed' | 'done'>(about.enabled ? 'asked' : 'done')
  const place = scopeName(about)
  const press = async () => {
    setState('busy')
    const answer = await fetch(unsubscribeAddress(token), {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    }).catch(() => null)
    setState(answer?.ok ? 'done' : 'failed')
  }
  if (state === 'done') {
    return (
      <>
        <DoorHeading
          title="You are unsubscribed"
          hint={`No more notifications about ${place} come by e-mail. You can switch them on again in your settings.`}
        />
        <Button href={PROFILE} variant="outlined" size="large">
          Open settings
        </Button>
      </>
    )
  }
  return (
    <>
      <DoorHeading
        title="Unsubscribe"
        hint={
          about.kind === 'ORGANISATION'
            ? `This switches off all notifications from ${place}.`
            : `This switches off the notifications about ${place}${about.organisation ? ` of ${about.organisation}` : ''}. Others stay as they are.`
        }
      />
      {state === 'failed' && (
        <Alert tone="danger">Something went wrong. Please check your connection and try again.</Alert>
      )}
      <BusyButton variant="contained" size="large" busy={state === 'busy'} onClick={press}>
        Switch off
      </BusyButton>
    </>
  )
}
