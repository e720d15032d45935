import Button from '@mui/material/Button'
import { IconAlertCircle, IconFileImport } from '@tabler/icons-react'
import { useEffect, useMemo, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import {
  type ListedPerson,
  MAX_LISTED,
  peopleInRows,
  peopleInText,
  textOfPeople,
} from '../../../../shared/peopleSheet.ts'
import { fullName } from '../../../../shared/personName.ts'
import { CHANGES_NOTHING } from '../../../graphql/readings.ts'
import { useAction } from '../../../graphql/useAction.ts'
import {
  Actions,
  Alert,
  CancelButton,
  ComboField,
  Dialog,
  DialogBody,
  DialogFoot,
  Form,
  type FormProblem,
  SubmitButton,
  TextArea,
  useFileChooser,
  useToast,
} from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import {
  CheckUserInvitationsDocument,
  CreateUserInvitationsDocument,
  ReadInviteeSheetDocument,
} from '../core/operations.generated.ts'
import { useGroupChoices } from '../groups/groupChoices.ts'

/** Milliseconds after the last key until the list is checked. */
const DELAY = 400

const Preview = styled('div')(({ theme }) => ({
  maxHeight: 300,
  overflow: 'auto',
  border: `1px solid ${theme.vars.palette.line}`,
  borderRadius: 6,
  // One long word takes no room from the other columns.
  '& table': {
    width: '100%',
    tableLayout: 'fixed',
    borderCollapse: 'collapse',
    ...theme.typography.caption,
  },
  '& th, & td': { padding: '7px 10px', textAlign: 'left', verticalAlign: 'top', overflowWrap: 'anywhere' },
  '& thead th': {
    whiteSpace: 'nowrap',
    position: 'sticky',
    top: 0,
    fontWeight: 500,
    color: theme.vars.palette.ink3,
    backgroundColor: theme.vars.palette.surface,
  },
  '& tbody tr': { borderTop: `1px solid ${theme.vars.palette.line}` },
  '& th:first-of-type': { width: 52 },
  '& td:first-of-type': { color: theme.vars.palette.ink3 },
  '& [data-fault]': { color: theme.vars.palette.danger.text },
  '& [data-fault] > span': { display: 'inline-flex', gap: 5 },
  '& svg': { flex: 'none', width: 14, height: 14 },
  // A row is a card where its cells have no room side by side.
  [theme.breakpoints.down('md')]: {
    maxHeight: 'none',
    '& thead': { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' },
    '& tbody tr': { display: 'grid', gridTemplateColumns: '28px minmax(0, 1fr)', padding: '8px 10px' },
    '& tbody tr:first-of-type': { borderTop: 0 },
    '& tbody td': { gridColumn: 2, padding: 0, lineHeight: '20px' },
    '& tbody td:first-of-type': { gridColumn: 1, gridRow: '1 / span 5', width: 'auto' },
    '& tbody td:nth-of-type(2)': { fontWeight: 600 },
    '& tbody td:empty': { display: 'none' },
  },
}))

const inputOf = ({ title, group, ...person }: ListedPerson) => ({
  ...person,
  ...(title !== '' && { title }),
  ...(group !== '' && { group }),
})

const counted = (count: number): string => (count === 1 ? '1 person' : `${count} people`)

interface ManyDialogProps {
  orgSlug: string
  onClose: () => void
  /** Reads again what shows people. */
  onDone: () => Promise<unknown>
}

/**
 * Invites many people who are pasted out of a sheet, or read from a file: each row's error is shown before, the good
 * ones are invited, and the others stay to be corrected.
 */
export function ManyDialog({ orgSlug, onClose, onDone }: ManyDialogProps) {
  const form = useForm({ defaultValues: { text: '', groupId: '' } })
  const { text, groupId } = useWatch({ control: form.control }) as { text: string; groupId: string }
  const groups = useGroupChoices(orgSlug)
  const toast = useToast()
  const people = useMemo(() => peopleInText(text), [text])
  const tooMany = people.length > MAX_LISTED
  const errors = useRowErrors(orgSlug, groupId, tooMany ? [] : people)
  const invite = useAction(CreateUserInvitationsDocument, { refresh: onDone })
  const sheet = useAction(ReadInviteeSheetDocument, { context: CHANGES_NOTHING })
  const good = people.length - (errors.of?.size ?? 0)

  const takeFile = async (chosen: File) => {
    const { data } = await sheet.attempt({ orgSlug, file: chosen })
    if (!data) return
    // What is there already stays, parted as what is added is.
    const before = peopleInText(form.getValues('text'))
    const read = peopleInRows(data.readInviteeSheet.rows)
    form.setValue('text', textOfPeople([...before, ...read]), { shouldDirty: true })
  }
  const { choose, input } = useFileChooser({
    label: 'Spreadsheet of people',
    accept: '.xlsx,.csv',
    onFiles: ([chosen]) => void takeFile(chosen),
  })
  const send = async (): Promise<FormProblem | undefined> => {
    const { data } = await invite.attempt({ orgSlug, groupId: groupId || null, people: people.map(inputOf) })
    if (!data) return {}
    const invited = new Set(data.createUserInvitations.invited)
    if (invited.size > 0) toast.success(`${counted(invited.size)} invited`)
    const left = people.filter((_person, index) => !invited.has(index))
    form.setValue('text', textOfPeople(left), { shouldDirty: left.length > 0 })
    // What is left still counts as unsaved.
    if (left.length > 0) return {}
    onClose()
    return undefined
  }
  const problem = invite.problem ?? sheet.problem
  return (
    <Dialog open onClose={onClose} title="Bulk invite" size="medium" busy={invite.busy}>
      <Form form={form} onSubmit={send}>
        <DialogBody>
          {problem && <Alert tone="danger">{problem.message}</Alert>}
          {tooMany && (
            <Alert tone="warning">
              {`${people.length} people are more than the ${MAX_LISTED} that can be invited together. Please split the list.`}
            </Alert>
          )}
          <TextArea
            name="text"
            label="People"
            lines={5}
            autoFocus
            autoComplete="off"
            helper="Paste rows from a spreadsheet: first name, last name, email, title, group. The last two are optional. Or paste the addressees of an e-mail."
          />
          <Actions>
            <Button
              variant="outlined"
              startIcon={<IconFileImport />}
              disabled={sheet.busy}
              onClick={() => choose()}
            >
              Choose file...
            </Button>
            <span>.xlsx or .csv, at most 5 MB</span>
            {input}
          </Actions>
          <ComboField
            name="groupId"
            label="Group"
            placeholder="For rows without a group"
            search={groups.search}
          />
          {people.length > 0 && !tooMany && <List people={people} errors={errors.of} />}
        </DialogBody>
        <DialogFoot>
          <CancelButton />
          <SubmitButton disabled={tooMany || errors.of === undefined || good === 0}>
            {good === people.length
              ? `Invite ${counted(people.length)}`
              : `Invite ${good} of ${people.length}`}
          </SubmitButton>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}

/** What is wrong with each row, by the server; undefined until it has said so of these. */
function useRowErrors(orgSlug: string, groupId: string, people: readonly ListedPerson[]) {
  const check = useAction(CheckUserInvitationsDocument, { context: CHANGES_NOTHING })
  const [known, setKnown] = useState<{ key: string; of: ReadonlyMap<number, string> }>()
  const key = JSON.stringify([groupId, people])
  const { busy, attempt } = check
  useEffect(() => {
    if (people.length === 0 || known?.key === key || busy) return
    const timer = setTimeout(async () => {
      const { data } = await attempt({ orgSlug, groupId: groupId || null, people: people.map(inputOf) })
      // Where it could not be checked, whoever invites is told then.
      const found = data?.checkUserInvitations.faults ?? []
      const of = new Map(found.map(({ index, message }) => [index, message]))
      setKnown({ key, of })
    }, DELAY)
    return () => clearTimeout(timer)
  }, [key, known, busy, attempt, orgSlug, groupId, people])
  return { of: known?.key === key ? known.of : undefined }
}

function List({
  people,
  errors,
}: {
  people: readonly ListedPerson[]
  errors: ReadonlyMap<number, string> | undefined
}) {
  return (
    // Scrolled by the keyboard as well.
    <Preview tabIndex={0} role="region" aria-label="Who will be invited" aria-busy={errors === undefined}>
      <table>
        <thead>
          <tr>
            <th scope="col">Row</th>
            <th scope="col">Name</th>
            <th scope="col">Email</th>
            <th scope="col">Title</th>
            <th scope="col">Group</th>
            <th scope="col">Error</th>
          </tr>
        </thead>
        <tbody>
          {people.map((person, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place in the list
            <tr key={index}>
              <td>{index + 1}</td>
              <td>{fullName(person)}</td>
              <td>{person.email}</td>
              <td>{person.title}</td>
              <td>{person.group}</td>
              <td data-fault="">
                {errors?.has(index) && (
                  <span>
                    <IconAlertCircle aria-hidden="true" />
                    {errors.get(index)}
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Preview>
  )
}
