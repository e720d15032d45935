import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { styled } from '@mui/material/styles'
import { type ReactNode, useCallback, useState } from 'react'
import { useForm } from 'react-hook-form'
import { usePage } from '../../../graphql/page.ts'
import { useAction } from '../../../graphql/useAction.ts'
import { useReading } from '../../../graphql/useReading.ts'
import {
  Alert,
  ErrorState,
  Form,
  FrontDoor,
  Loading,
  SkeletonLines,
  SubmitButton,
  usePageTitle,
} from '../../../ui/index.ts'
import { DoorColumn, DoorHeading } from '../DoorHeading.tsx'
import { LicenceText } from './LicenceText.tsx'
import { LicenceDocument, UpdateUserAgreementsDocument } from './operations.generated.ts'

const Boxes = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: 2,
  '& label': { alignItems: 'flex-start', margin: '0 0 0 -9px', minHeight: 36 },
  '& .MuiFormControlLabel-label': { paddingTop: 8, fontSize: 13, lineHeight: '20px' },
  [theme.breakpoints.down('md')]: {
    '& label': { minHeight: 44 },
    '& .MuiFormControlLabel-label': { paddingTop: 12 },
  },
}))

const Hint = styled('p')(({ theme }) => ({
  margin: '8px 0 0',
  fontSize: 12,
  lineHeight: '16px',
  color: theme.vars.palette.ink3,
}))

const Foot = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 20,
  '& > button': { minWidth: 120 },
  '& > a': { fontSize: 13, color: theme.vars.palette.ink2 },
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
        <DoorHeading title="Licence agreement" hint="Please read it to its end, then accept it to go on." />
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
  const { privacyUrl, termsUrl } = usePage().config
  const form = useForm()
  const [isRead, setRead] = useState(false)
  const [ticked, setTicked] = useState(NOTHING)
  const { attempt } = useAction(UpdateUserAgreementsDocument)
  const onEnd = useCallback(() => setRead(true), [])
  const accepted = ticked.agreement && ticked.terms

  const submit = async () => {
    const { data, problem } = await attempt({
      acceptedAgreements: accepted,
      emailAgreement: ticked.email,
      licenceVersion: version,
    })
    if (problem?.code === 'CONFLICT') {
      onReplaced(problem.message)
      return { fields: {} }
    }
    if (problem?.code === 'OFFLINE') return problem
    if (!data?.updateUserAgreements.agreements.acceptedEula) return { fields: {}, message: FAILED }
    // Loaded anew, with what the person may see from now on (EULA-10).
    window.location.assign('/')
  }
  const box = (name: keyof typeof NOTHING, label: ReactNode, disabled = false) => (
    <FormControlLabel
      label={label}
      disabled={disabled}
      control={
        <Checkbox
          checked={ticked[name]}
          onChange={(event) => setTicked({ ...ticked, [name]: event.target.checked })}
        />
      }
    />
  )
  const inNewTab = { target: '_blank', rel: 'noopener noreferrer' }
  return (
    <Form form={form} onSubmit={submit} disableAfterSubmit size="front" label="Licence agreement">
      <LicenceText text={text} onEnd={onEnd} />
      <Boxes>
        {!isRead && <Hint>Scroll to the end of the text to tick the first two boxes.</Hint>}
        {box('agreement', 'I have read and accept the licence agreement.', !isRead)}
        {box(
          'terms',
          <>
            I agree to the{' '}
            <a href={termsUrl} {...inNewTab}>
              terms of service
            </a>{' '}
            and the{' '}
            <a href={privacyUrl} {...inNewTab}>
              privacy policy
            </a>
            .
          </>,
          !isRead,
        )}
        {box('email', 'Email Agreement: you may write to me about news of the product (optional).')}
      </Boxes>
      <Foot>
        <SubmitButton disabled={!accepted}>OK</SubmitButton>
        <a href="/logout">Log out</a>
      </Foot>
    </Form>
  )
}
