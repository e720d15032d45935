import Button from '@mui/material/Button'
import { useForm } from 'react-hook-form'
import { formatDate } from '../../../../shared/format/time.ts'
import { useAction } from '../../../graphql/useAction.ts'
import {
  Alert,
  BorderedList,
  CancelButton,
  ComboField,
  CopyLinkButton,
  Dialog,
  DialogBody,
  DialogFoot,
  Form,
  type FormProblem,
  SubmitButton,
} from '../../../ui/index.ts'
import { type ArchiveFragment, LinkArchiveDocument, UnlinkArchiveDocument } from './operations.generated.ts'
import { useOrganisationUserSearch } from './userSearch.ts'

interface ArchiveLinksProps {
  orgSlug: string
  archive: ArchiveFragment
  onClose: () => void
  /** Reads the list again. */
  onChanged: () => Promise<unknown>
}

const NOBODY = 'Please choose somebody.'

/** For whom an archive is linked: named people, who take it along signed in as themselves (ARCH-06). */
export function ArchiveLinks({ orgSlug, archive, onClose, onChanged }: ArchiveLinksProps) {
  const search = useOrganisationUserSearch(orgSlug)
  const form = useForm<{ personId: string }>({ defaultValues: { personId: '' } })
  const linking = useAction(LinkArchiveDocument, { refresh: onChanged })
  const ending = useAction(UnlinkArchiveDocument, { refresh: onChanged })
  const submit = async ({ personId }: { personId: string }): Promise<FormProblem | undefined> => {
    if (personId === '') return { message: NOBODY, fields: { personId: NOBODY } }
    const { refusal } = await linking.attempt({ id: archive.id, personId })
    if (!refusal) form.reset()
    return refusal
  }
  return (
    <Dialog open onClose={onClose} title="Links to the archive" busy={linking.busy || ending.busy}>
      <Form form={form} onSubmit={submit} label="New link">
        <DialogBody>
          {ending.problem && <Alert tone="danger">{ending.problem.message}</Alert>}
          {archive.links.length > 0 && (
            <BorderedList aria-label="Links">
              {archive.links.map(({ id, name, expiresAt, urls }) => (
                <li key={id}>
                  <div>
                    <strong>{name}</strong>
                    <p>{`Until ${formatDate(expiresAt)}`}</p>
                  </div>
                  <CopyLinkButton
                    size="small"
                    link={urls.map((url) => new URL(url, window.location.href).href).join('\n')}
                    label={`Copy link for ${name}`}
                  />
                  <Button
                    size="small"
                    color="error"
                    aria-label={`Remove link for ${name}`}
                    onClick={() => void ending.act({ linkId: id })}
                  >
                    Remove
                  </Button>
                </li>
              ))}
            </BorderedList>
          )}
          <ComboField
            name="personId"
            label="For"
            search={search}
            helper="The link opens for this person alone, signed in as themselves, until the archive expires."
            empty="Nobody matches."
          />
        </DialogBody>
        <DialogFoot>
          <CancelButton onClose={onClose} />
          <SubmitButton>Make link</SubmitButton>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
