import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { Form, Panel, PasswordField, SubmitButton } from '../../../../ui/index.ts'
import { styled } from '../../../../ui/theme/styled.tsx'
import { InPlace } from '../layout.tsx'
import type { PasswordWanted } from './openPdf.ts'

const Card = styled(Panel)(({ theme }) => ({
  maxWidth: 520,
  margin: '0 auto',
  padding: 24,
  '& > p': { margin: '0 0 16px', color: theme.vars.palette.ink2 },
  '& > strong': { display: 'block', marginBottom: 2, fontWeight: 600 },
}))

const WRONG = 'This password does not open the file. Please try again.'

/** Asks for the password of a protected PDF; it stays in this page. */
export function PasswordPanel({ wanted }: { wanted: PasswordWanted }) {
  const form = useForm({ defaultValues: { password: '' } })
  const { setError } = form
  useEffect(() => {
    if (wanted.isWrong) setError('password', { message: WRONG })
  }, [wanted, setError])
  return (
    <InPlace>
      <Card>
        <strong>This PDF is protected by a password.</strong>
        <p>Enter it to read the file here, or download the file.</p>
        <Form
          form={form}
          disposable
          label="File password"
          onSubmit={({ password }) => {
            wanted.give(password)
            return undefined
          }}
        >
          <PasswordField
            name="password"
            label="Password"
            autoComplete="off"
            autoFocus
            rules={{ required: 'Please enter the password.' }}
          />
          <SubmitButton>Open</SubmitButton>
        </Form>
      </Card>
    </InPlace>
  )
}
