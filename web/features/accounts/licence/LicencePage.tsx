import { type ReactNode, useCallback, useState } from 'react'
import { useForm } from 'react-hook-form'
import { HOME, SIGN_OUT } from '../../../addresses.ts'
import { useAction } from '../../../graphql/useAction.ts'
import { useReading } from '../../../graphql/useReading.ts'
import {
  Alert,
  CheckField,
  ErrorState,
  Form,
  FrontDoor,
  Loading,
  Note,
  SkeletonLines,
  SubmitButton,
  usePageTitle,
} from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { DoorColumn, DoorHeading } from '../core/DoorHeading.tsx'
import { LicenceText } from './LicenceText.tsx'
import { LicenceDocument, UpdateUserAgreementsDocument } from './operations.generated.ts'

const Boxes = styled('div')({ display: 'flex', flexDirection: 'column' })

const Hint = styled(Note)({ marginTop: 8 })

const Decision = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 20,
  '& > button': { minWidth: 120 },
  '& > a': { ...theme.typography.body1, color: theme.vars.palette.ink2 },
}))

/** What a failed submission says (EULA-11). */
const FAILED = 'A server error has occurred.'

/** The licence agreement, which stands in place of everything until it is accepted (EULA-01). */
export function LicencePage({ foot }: { foot: ReactNode }) {
  usePageTitle('Licence agreement')
  const { data, error, refetch } = useReading(LicenceDocument, {})
  const licence = data?.viewer.agreements?.licence
  const [replaced, setReplaced] = useState<string>()
  return (
    <FrontDoor foot={foot} prose>
      <DoorColumn>
        <DoorHeading
          title="Licence agreement"
          hint="Please read it to its end, then accept it to continue."
        />
        {replaced && <Alert tone="info">{replaced}</Alert>}
        {licence ? (
          <Agreement
            key={licence.version}
            {...licence}
            onReplaced={(message) => {
              setReplaced(message)
              void refetch()
            }}
          />
        ) : error ? (
          <ErrorState {...error} />
        ) : (
          <Loading active skeleton={<SkeletonLines />} />
        )}
      </DoorColumn>
    </FrontDoor>
  )
}

interface AgreementProps {
  version: number
  text: string
  /** There is a newer text by now, as the sentence says. */
  onReplaced: (message: string) => void
}

const NOTHING = { agreement: false, terms: false, email: false }

function Agreement({ version, text, onReplaced }: AgreementProps) {
  const form = useForm({ defaultValues: NOTHING })
  const [agreement, terms] = form.watch(['agreement', 'terms'])
  const [isRead, setRead] = useState(false)
  const { attempt } = useAction(UpdateUserAgreementsDocument)
  const onEnd = useCallback(() => setRead(true), [])
  const accepted = agreement && terms

  const submit = async ({ email }: typeof NOTHING) => {
    const { data, problem } = await attempt({
      acceptedAgreements: accepted,
      emailAgreement: email,
      licenceVersion: version,
    })
    if (problem?.code === 'CONFLICT') {
      onReplaced(problem.message)
      return { fields: {} }
    }
    if (problem?.code === 'OFFLINE') return problem
    if (!data?.updateUserAgreements.agreements.acceptedEula) return { fields: {}, message: FAILED }
    // Reloaded, with what the person may see from now on (EULA-10).
    window.location.assign(HOME)
  }
  return (
    <Form form={form} onSubmit={submit} disableAfterSubmit size="front" label="Licence agreement">
      <LicenceText text={text} onEnd={onEnd} />
      <Boxes>
        {!isRead && <Hint>Scroll to the end of the text to tick the first two boxes.</Hint>}
        <CheckField
          name="agreement"
          label="I have read and accept the licence agreement."
          disabled={!isRead}
        />
        <CheckField
          name="terms"
          label="I agree to the terms of service and the privacy policy."
          disabled={!isRead}
        />
        <CheckField
          name="email"
          label="Email Agreement: you may write to me about news of the product (optional)."
        />
      </Boxes>
      <Decision>
        <SubmitButton disabled={!accepted}>OK</SubmitButton>
        <a href={SIGN_OUT}>Log out</a>
      </Decision>
    </Form>
  )
}
