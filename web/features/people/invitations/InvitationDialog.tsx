import Button from '@mui/material/Button'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { type InviteeField, inviteeProblem, NO_GROUP } from '../../../../shared/peopleRules.ts'
import { type ActionProblem, useAction } from '../../../graphql/useAction.ts'
import {
  CancelButton,
  ComboField,
  CopyLinkButton,
  Dialog,
  DialogBody,
  DialogFoot,
  FieldPairs,
  Form,
  type FormProblem,
  ReadOnlyField,
  SubmitButton,
  TextField,
  useConflict,
  useToast,
} from '../../../ui/index.ts'
import { CreateUserInvitationDocument, UpdateInvitationDocument } from '../core/operations.generated.ts'
import { useGroupChoices } from '../groups/groupChoices.ts'
import { nameOf, type Person } from './person.ts'

const rules = (field: InviteeField) => ({ validate: (text: string) => inviteeProblem(field, text) ?? true })
const GROUP_RULES = { validate: (id: string) => id !== '' || NO_GROUP }

const valuesOf = (person: Person | undefined) => ({
  firstName: person?.firstName ?? '',
  lastName: person?.lastName ?? '',
  email: person?.email ?? '',
  title: person?.title ?? '',
  groupId: person?.groupId ?? '',
})
type Values = ReturnType<typeof valuesOf>

/** A text within another sentence. */
const withoutFullStop = (text: string): string => text.replace(/\.$/, '')

/** PPL-12: the whole sentence above, and the reason at the field. */
function refusedInvite(reason: string, fields: Readonly<Record<string, string>> = {}): FormProblem {
  return {
    message: `Unable to add user: ${withoutFullStop(reason)}. Please contact support for assistance.`,
    fields: Object.keys(fields).length > 0 ? fields : { email: reason },
  }
}

/** PPL-17 */
const refusedUpdate = (reason: string, fields?: Readonly<Record<string, string>>): FormProblem => ({
  message: `Unable to update invitation: ${withoutFullStop(reason)}.`,
  ...(fields && { fields }),
})

interface InvitationDialogProps {
  orgSlug: string
  /** Whether the deployment has a mail server. */
  sendsMail: boolean
  /** A waiting invitation that is edited; without one somebody is invited. */
  person?: Person
  onClose: () => void
  /** Reads again what shows people. */
  onDone: () => Promise<unknown>
}

/** Invites a person, or changes an invitation that waits (PPL-08 to PPL-17). */
export function InvitationDialog({ orgSlug, sendsMail, person, onClose, onDone }: InvitationDialogProps) {
  const form = useForm({ defaultValues: valuesOf(person) })
  const toast = useToast()
  // The link of an invitation that nothing could be sent of.
  const [unsent, setUnsent] = useState<string | null>(null)
  const groups = useGroupChoices(orgSlug)
  const conflict = useConflict({
    form,
    revision: person?.revision,
    fields: {
      firstName: 'First Name',
      lastName: 'Last Name',
      title: 'Title',
      groupId: {
        label: 'Group',
        words: (id, nameOf) => nameOf(String(id)) ?? groups.known(String(id))?.name,
      },
    },
    names: person?.groups ?? [],
  })
  const create = useAction(CreateUserInvitationDocument, { refresh: onDone })
  const update = useAction(UpdateInvitationDocument, { refresh: onDone })

  const invite = async (values: Values): Promise<FormProblem | undefined> => {
    const { data, problem, refusal } = await create.attempt({ orgSlug, ...values })
    if (problem) return problem.code === 'OFFLINE' ? problem : refusedInvite(problem.message)
    const [reason] = Object.values(refusal?.fields ?? {})
    if (refusal) return refusedInvite(reason ?? refusal.message ?? '', refusal.fields)
    if (!sendsMail) {
      setUnsent(data?.createUserInvitation.invitationLink ?? '')
      return undefined
    }
    toast.success(`Invitation sent to ${values.email.trim()}`)
    onClose()
    return undefined
  }
  const save = async (before: Person, { email: _email, ...values }: Values) => {
    const { token } = before
    const { problem, refusal } = await update.attempt({
      orgSlug,
      token,
      revision: conflict.revision(),
      ...values,
    })
    if (problem) return notSaved(problem)
    const [reason] = Object.values(refusal?.fields ?? {})
    if (refusal) return refusedUpdate(reason ?? refusal.message ?? '', refusal.fields)
    toast.success('Invitation updated')
    onClose()
    return undefined
  }
  const notSaved = ({ message, conflict: savedFirst }: ActionProblem): FormProblem => {
    if (savedFirst?.of !== 'invitation') return refusedUpdate(message)
    const { firstName, lastName, title, group } = savedFirst.newer
    return conflict.mergeNewer({
      revision: savedFirst.revision,
      values: { firstName, lastName, title: title ?? '', groupId: group?.id ?? '' },
      names: group ? [group] : [],
    })
  }
  if (unsent !== null) {
    return (
      <Dialog open onClose={onClose} title="Invitation not sent">
        <DialogBody>
          <p>
            Not sent: no mail server is set up.{' '}
            {unsent === '' ? 'Its text is in the back office, under E-mails.' : 'Copy the link.'}
          </p>
          {unsent !== '' && <ReadOnlyField label="Invitation link" value={unsent} />}
        </DialogBody>
        <DialogFoot>
          {unsent !== '' && <CopyLinkButton link={unsent} variant="outlined" />}
          <Button variant="contained" onClick={onClose}>
            Done
          </Button>
        </DialogFoot>
      </Dialog>
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={person ? 'Edit invitation' : 'Add user'}
      {...(person && { overline: nameOf(person) })}
      busy={create.busy || update.busy}
    >
      <Form
        form={form}
        conflict={conflict}
        onSubmit={(values) => (person ? save(person, values) : invite(values))}
      >
        <DialogBody>
          <FieldPairs>
            <TextField
              name="firstName"
              label="First Name"
              autoComplete="off"
              autoFocus
              rules={rules('firstName')}
            />
            <TextField name="lastName" label="Last Name" autoComplete="off" rules={rules('lastName')} />
          </FieldPairs>
          {person ? (
            <ReadOnlyField label="Email" value={person.email} />
          ) : (
            <TextField
              name="email"
              label="Email"
              type="email"
              inputMode="email"
              autoComplete="off"
              rules={rules('email')}
            />
          )}
          <TextField
            name="title"
            label="Title"
            autoComplete="off"
            placeholder="Optional"
            rules={rules('title')}
          />
          <ComboField
            name="groupId"
            label="Group"
            placeholder="Choose a group"
            search={groups.search}
            known={[...(person?.groups ?? []), ...conflict.names].map(({ id, name }) => ({
              value: id,
              label: name,
            }))}
            rules={GROUP_RULES}
          />
        </DialogBody>
        <DialogFoot>
          <CancelButton />
          <SubmitButton>{person ? 'Save' : 'Send invitation'}</SubmitButton>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
