import { useForm } from 'react-hook-form'
import { passphraseProblem } from '../../../../shared/archives.ts'
import { useAction } from '../../../graphql/useAction.ts'
import {
  Alert,
  CancelButton,
  CheckField,
  ComboField,
  Dialog,
  DialogBody,
  DialogFoot,
  Form,
  type FormProblem,
  PasswordField,
  SubmitButton,
  useToast,
} from '../../../ui/index.ts'
import { useGroupOptions } from './groupAccess.ts'
import { MakeArchiveDocument } from './operations.generated.ts'

interface ArchiveDialogProps {
  portfolioId: string
  /** Whether the viewer may have one of everything (ARCH-01). */
  mayEverything: boolean
  onClose: () => void
  /** Reads the list again. */
  onMade: () => Promise<unknown>
}

interface Values {
  groupId: string
  withVersions: boolean
  passphrase: string
}

const NO_GROUP = 'Please choose a group.'

/** A new archive: of everything in the room or of what one group could see at its end (ARCH-01, ARCH-06). */
export function ArchiveDialog({ portfolioId, mayEverything, onClose, onMade }: ArchiveDialogProps) {
  const groups = useGroupOptions(portfolioId)
  const toast = useToast()
  const form = useForm<Values>({ defaultValues: { groupId: '', withVersions: true, passphrase: '' } })
  const { attempt, busy } = useAction(MakeArchiveDocument, { refresh: onMade })
  const submit = async ({ groupId, withVersions, passphrase }: Values): Promise<FormProblem | undefined> => {
    if (groupId === '' && !mayEverything) return { message: NO_GROUP, fields: { groupId: NO_GROUP } }
    const { refusal } = await attempt({
      portfolioId,
      groupId: groupId === '' ? null : groupId,
      withVersions,
      passphrase: passphrase === '' ? null : passphrase,
    })
    if (refusal) return refusal
    toast.success('The archive is being made')
    onClose()
    return undefined
  }
  return (
    <Dialog open onClose={onClose} title="Make archive" busy={busy}>
      <Form form={form} onSubmit={submit} label="Make archive">
        <DialogBody>
          <ComboField
            name="groupId"
            label="Of what one group could see"
            optional={mayEverything}
            helper={
              mayEverything
                ? 'Without a group it is of everything, with deleted documents, activity and permissions. One for a group names no other.'
                : 'At the end of its access, or now. It names no other group. Only admins of the organisation make one of everything.'
            }
            options={groups}
          />
          <CheckField
            name="withVersions"
            label="With former versions"
            helper="Of a group those alone that it could see."
          />
          <PasswordField
            name="passphrase"
            label="Passphrase"
            optional
            autoComplete="new-password"
            helper="At least 12 characters: letters without accents, figures and signs. Names of files can be read without it."
            rules={{
              validate: (passphrase: string) =>
                passphrase === '' ? true : (passphraseProblem(passphrase) ?? true),
            }}
          />
          <Alert tone="warning">
            Helioroom does not keep the passphrase: without it nobody opens the archive.
          </Alert>
        </DialogBody>
        <DialogFoot>
          <CancelButton onClose={onClose} />
          <SubmitButton>Make archive</SubmitButton>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
