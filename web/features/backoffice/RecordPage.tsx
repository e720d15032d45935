import Button from '@mui/material/Button'
import { useState } from 'react'
import { Link as RouterLink, useNavigate, useParams } from 'react-router'
import { PageNotFound } from '../../graphql/errors.ts'
import { useReading } from '../../graphql/useReading.ts'
import {
  Actions,
  Breadcrumbs,
  ErrorState,
  Link,
  Loading,
  Panel,
  PathRow,
  SkeletonLines,
  Stack,
  usePageTitle,
} from '../../ui/index.ts'
import { styled } from '../../ui/theme/styled.tsx'
import { ActionDialog } from './ActionDialog.tsx'
import { DeleteDialog } from './DeleteDialog.tsx'
import {
  belongingTo,
  type Field,
  formOf,
  type Kind,
  listOf,
  newOf,
  type OfficeRecord,
  pageOf,
  useKind,
  useOffice,
} from './kinds.ts'
import { BackOfficeRecordDocument, type BackOfficeRecordQuery } from './operations.generated.ts'
import { RecordForm } from './RecordForm.tsx'
import { RecordPicture } from './RecordPicture.tsx'
import { TextWithLinks } from './TextWithLinks.tsx'
import { isSeenAs, ViewAsDialog } from './ViewAsDialog.tsx'
import { textOf, valueIn } from './values.tsx'

const Columns = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 720px) minmax(200px, 1fr)',
  alignItems: 'start',
  gap: 16,
  [theme.breakpoints.down('xl')]: { gridTemplateColumns: 'minmax(0, 1fr)' },
}))

const Facts = styled(Panel)(({ theme }) => ({
  padding: '14px 16px',
  '& dl': { margin: 0, display: 'grid', gap: 10 },
  '& > a': { display: 'block', padding: '4px 0' },
  '& dt': theme.typography.note,
  '& dd': { margin: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-line' },
}))

/** The form of a new record. */
export function NewRecordPage() {
  const { area, kind: name } = useParams()
  const kind = useKind(area, name)
  if (!kind.canCreate) throw new PageNotFound()
  const navigate = useNavigate()
  usePageTitle(`Add ${kind.one}`)
  return (
    <>
      <PathRow>
        <Breadcrumbs
          items={[
            { label: kind.many, to: listOf(kind) },
            { label: `Add ${kind.one}`, to: newOf(kind) },
          ]}
        />
      </PathRow>
      <Columns>
        <RecordForm kind={kind} onSaved={(record) => navigate(formOf(kind, record.id), { replace: true })} />
      </Columns>
    </>
  )
}

/** The form of a record, what is known of it besides, and what can be done to it. */
export function RecordPage() {
  const { area, kind: name, id = '' } = useParams()
  const kind = useKind(area, name)
  const { data, error, refetch } = useReading(
    BackOfficeRecordDocument,
    { kind: kind.name, id },
    // A form begins with what stands now.
    { fetchPolicy: 'network-only' },
  )
  if (error?.code === 'NOT_FOUND' && !data) throw new PageNotFound()
  const record = data?.backOfficeRecord
  usePageTitle(record?.label ?? kind.one)
  return (
    <>
      {error && <ErrorState message={error.message} onRetry={error.onRetry} />}
      {!record && <Loading active={error === undefined} skeleton={<SkeletonLines count={6} />} />}
      {record && <OpenRecord key={record.id} kind={kind} record={record} refetch={refetch} />}
    </>
  )
}

/** What the form does not hold, as far as there is anything. */
const isShown = (field: Field, record: OfficeRecord, kind: Kind): boolean =>
  (!kind.canChange || ((field.readOnly || field.fixed) && field.type !== 'PICTURE')) &&
  textOf(field, valueIn(record, field)) !== ''

interface OpenRecordProps {
  kind: Kind
  record: OfficeRecord
  refetch: () => Promise<{ data?: BackOfficeRecordQuery | undefined }>
}

/** What a field says; another record is a link to it. */
function Fact({ field, record }: { field: Field; record: OfficeRecord }) {
  const { kinds } = useOffice()
  const value = valueIn(record, field)
  const text = textOf(field, value)
  if (field.type === 'LONG_TEXT') return <TextWithLinks text={text} />
  const of = field.type === 'REFERENCE' && kinds.find(({ name }) => name === field.of)
  return of && value?.text ? <Link to={formOf(of, value.text)}>{text}</Link> : text
}

function OpenRecord({ kind, record, refetch }: OpenRecordProps) {
  const navigate = useNavigate()
  const [asked, setAsked] = useState<string>()
  const action = kind.actions.find((each) => each.name === asked)
  const close = () => setAsked(undefined)
  const pictures = kind.fields.filter(({ type }) => type === 'PICTURE')
  const shown = kind.fields.filter((field) => isShown(field, record, kind))
  const { kinds } = useOffice()
  const page = pageOf(kind, record)
  const belonging = belongingTo(kinds, kind, record)
  return (
    <>
      <PathRow>
        <Breadcrumbs
          items={[
            { label: kind.many, to: listOf(kind) },
            { label: record.label, to: formOf(kind, record.id) },
          ]}
        />
        <Actions>
          {page !== null && (
            <Button component={RouterLink} to={page} variant="outlined">
              Open page
            </Button>
          )}
          {kind.actions
            .filter(({ name }) => record.actions.includes(name))
            .map(({ name, label }) => (
              <Button key={name} variant="outlined" onClick={() => setAsked(name)}>
                {label}
              </Button>
            ))}
          {isSeenAs(kind) && (
            <Button variant="outlined" onClick={() => setAsked('view')}>
              View as
            </Button>
          )}
          {kind.canDelete && record.canDelete && (
            <Button variant="text" color="error" onClick={() => setAsked('delete')}>
              Delete
            </Button>
          )}
        </Actions>
      </PathRow>
      <Columns>
        {kind.canChange && (
          <RecordForm
            kind={kind}
            record={record}
            refetch={async () => (await refetch()).data?.backOfficeRecord}
          />
        )}
        {(shown.length > 0 || pictures.length > 0 || belonging.length > 0) && (
          <Stack>
            {pictures.map((field) => (
              <RecordPicture key={field.name} kind={kind} field={field} record={record} />
            ))}
            {shown.length > 0 && (
              <Facts>
                <dl>
                  {shown.map((field) => (
                    <div key={field.name}>
                      <dt>{field.label}</dt>
                      <dd>
                        <Fact field={field} record={record} />
                      </dd>
                    </div>
                  ))}
                </dl>
              </Facts>
            )}
            {belonging.length > 0 && (
              <Facts as="nav" aria-label="What belongs to it">
                {belonging.map(({ key, label, to }) => (
                  <Link key={key} to={to}>
                    {label}
                  </Link>
                ))}
              </Facts>
            )}
          </Stack>
        )}
      </Columns>
      {!kind.canChange && (
        <Button component={RouterLink} to={listOf(kind)} sx={{ mt: '16px' }}>
          Back
        </Button>
      )}
      {asked === 'delete' && (
        <DeleteDialog
          kind={kind}
          record={record}
          onClose={close}
          onDeleted={() => void navigate(listOf(kind), { replace: true })}
        />
      )}
      {asked === 'view' && <ViewAsDialog kind={kind} record={record} onClose={close} />}
      {action && (
        <ActionDialog kind={kind} record={record} action={action} onClose={close} refetch={refetch} />
      )}
    </>
  )
}
