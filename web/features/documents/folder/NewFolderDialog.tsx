import Button from '@mui/material/Button'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { type ActionProblem, useAction } from '../../../graphql/useAction.ts'
import {
  CancelButton,
  Dialog,
  DialogBody,
  DialogFoot,
  Form,
  type FormProblem,
  SubmitButton,
  TextField,
} from '../../../ui/index.ts'
import { namedDocument } from '../place/address.ts'
import { type Row, usePlace } from '../place/place.ts'
import { folderNameProblem, isTaken, takenText } from './folderName.ts'
import { CreateFolderDocument } from './operations.generated.ts'

/** DOP-03 */
const FAILED: FormProblem = { message: 'A server error has occurred.' }

/** A rule says what it is; whatever else failed has one text. */
const isRule = ({ code, fields }: ActionProblem): boolean =>
  Object.keys(fields).length > 0 || code === 'BAD_USER_INPUT' || code === 'OTHER_ACCOUNT'

interface NewFolderDialogProps {
  /** The folder to create it in. */
  folder: { id: string; name: string }
  /** What the folder holds, as far as it is loaded. */
  entries: readonly (Row | undefined)[]
  onClose: () => void
  onCreated: (folderId: string) => void
}

/** Asks for the name of a new folder and creates it (DOP-01 to DOP-03), now or with a publication (STAGE-03). */
export function NewFolderDialog({ folder, entries, onClose, onCreated }: NewFolderDialogProps) {
  const { tree } = usePlace()
  const { attempt, busy } = useAction(CreateFolderDocument)
  const form = useForm({ defaultValues: { name: '' }, mode: 'onChange' })
  /** Names of entries that are not loaded, as the server has told (DOP-02). */
  const [told, setTold] = useState<readonly { name: string }[]>([])
  const known = [...entries, ...told]
  const typed = form.watch('name')
  const taken = isTaken(typed, known)

  const create = async (name: string, staged: boolean): Promise<FormProblem | undefined> => {
    const {
      data,
      problem: failure,
      refusal: problem,
    } = await attempt({
      treeId: tree.id,
      parentId: namedDocument(tree.id, folder.id),
      name: name.trim(),
      staged,
    })
    if (failure) return isRule(failure) ? failure : FAILED
    if (problem?.fields.name === takenText(name)) setTold((before) => [...before, { name }])
    if (problem) return problem
    if (!data?.createFolder.folder) return FAILED
    onCreated(data.createFolder.folder.id)
    return undefined
  }
  // Whether Stage was pressed, not Create; a name that is not sent for a reason is typed again.
  const stages = useRef(false)
  useEffect(() => {
    if (typed !== '') stages.current = false
  }, [typed])
  const submit = ({ name }: { name: string }) => {
    const staged = stages.current
    stages.current = false
    return create(name, staged)
  }
  return (
    <Dialog open onClose={onClose} title="New folder" overline={`In ${folder.name}`} busy={busy}>
      <Form form={form} onSubmit={submit} disableAfterSubmit>
        <DialogBody>
          <TextField
            name="name"
            label="Name"
            autoFocus
            autoComplete="off"
            rules={{ validate: (name: string) => folderNameProblem(name, known) }}
          />
        </DialogBody>
        <DialogFoot>
          <CancelButton />
          <Button
            variant="outlined"
            disabled={taken || busy}
            onClick={({ currentTarget }) => {
              stages.current = true
              currentTarget.form?.requestSubmit()
            }}
          >
            Stage
          </Button>
          <SubmitButton disabled={taken}>Create</SubmitButton>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
