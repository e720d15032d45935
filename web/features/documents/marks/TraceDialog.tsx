import { useApolloClient } from '@apollo/client/react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { formatDateTime, zoneName } from '../../../../shared/format/time.ts'
import { problemOfError } from '../../../graphql/errors.ts'
import {
  CancelButton,
  Dialog,
  DialogBody,
  DialogFoot,
  Form,
  SubmitButton,
  TextField,
} from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { usePlace } from '../place/place.ts'
import { MarkTraceDocument, type MarkTraceQuery } from './operations.generated.ts'

const TITLE = 'Trace a mark'

const Found = styled('dl')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'auto 1fr',
  gap: '6px 16px',
  margin: '16px 0 0',
  paddingTop: 16,
  borderTop: `1px solid ${theme.vars.palette.line}`,
  '& dt': { color: theme.vars.palette.ink3 },
  '& dd': { margin: 0, overflowWrap: 'anywhere' },
}))

type Trace = MarkTraceQuery['markTrace']

/** Asks for the code of a mark, and says who was given the page, and when (MARK-13). */
export function TraceDialog({ onClose }: { onClose: () => void }) {
  const client = useApolloClient()
  const { tree } = usePlace()
  const [found, setFound] = useState<Trace>()
  const form = useForm({ defaultValues: { code: '' } })
  const trace = async ({ code }: { code: string }) => {
    setFound(undefined)
    try {
      const { data } = await client.query({
        query: MarkTraceDocument,
        variables: { orgSlug: tree.org.slug, code },
        fetchPolicy: 'no-cache',
      })
      setFound(data?.markTrace)
      return undefined
    } catch (error) {
      return problemOfError(error)
    }
  }
  return (
    <Dialog open onClose={onClose} title={TITLE} overline={tree.name}>
      <Form form={form} onSubmit={trace} disposable label={TITLE}>
        <DialogBody>
          <TextField
            name="code"
            label="Code"
            helper="The last line of a mark, such as 7K2M-4QXN-9TRB."
            autoComplete="off"
            autoFocus
            rules={{ required: 'A code has 12 letters and digits.' }}
          />
          <div aria-live="polite">{found && <Facts trace={found} />}</div>
        </DialogBody>
        <DialogFoot>
          <CancelButton variant="outlined" />
          <SubmitButton>Trace</SubmitButton>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}

const HOW = { SCREEN: 'On the screen', PRINT: 'On paper', PDF: 'As a PDF' } as const

function Facts({ trace }: { trace: Trace }) {
  const { code, kind, user, companyName, groups, recordedPath, version, at, address, viewedAs } = trace
  const utc = new Date(at).toISOString().slice(0, 16).replace('T', ' ')
  const facts: readonly (readonly [string, string | null])[] = [
    ['Code', code],
    ['Reader', user.email ? `${user.fullName}, ${user.email}` : user.fullName],
    ['Company', companyName],
    ['Groups', groups.join(', ')],
    ['Document', `${recordedPath}, version ${version}`],
    ['When', `${formatDateTime(at)} ${zoneName(at)} (${utc} UTC)`],
    ['From', address],
    ['How', HOW[kind]],
    ['In the view of', viewedAs],
  ]
  return (
    <Found>
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name} style={{ display: 'contents' }}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </Found>
  )
}
