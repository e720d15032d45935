import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { useForm, useWatch } from 'react-hook-form'
import { formatNumber } from '../../../../shared/format/number.ts'
import { MAX_NOTE, noteProblem } from '../../../../shared/personalDocuments.ts'
import { type Action, useAction } from '../../../graphql/useAction.ts'
import { useReading } from '../../../graphql/useReading.ts'
import {
  CancelButton,
  Dialog,
  DialogBody,
  DialogFoot,
  ErrorState,
  Form,
  Loading,
  Note,
  PlainList,
  RelativeTime,
  SkeletonLines,
  SubmitButton,
  TextArea,
  useConflict,
  useToast,
} from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { type Row, usePlace } from '../place/place.ts'
import {
  DocumentNotesDocument,
  type DocumentNotesQuery,
  type NoteFragment,
  SaveDocumentNoteDocument,
  type SaveDocumentNoteMutation,
  type SaveDocumentNoteMutationVariables,
} from './operations.generated.ts'

const Others = styled(PlainList)(({ theme }) => ({
  '& > li': {
    padding: '8px 12px',
    borderLeft: `3px solid ${theme.vars.palette.lineStrong}`,
    backgroundColor: theme.vars.palette.sunken,
    overflowWrap: 'anywhere',
    '& + li': { marginTop: 8 },
  },
  '& p': { margin: 0, whiteSpace: 'pre-wrap' },
  '& small': { display: 'block', marginTop: 4, ...theme.typography.note },
}))

const Readers = styled('fieldset')(({ theme }) => ({
  margin: 0,
  padding: 0,
  border: 0,
  '& > legend': { padding: 0, marginBottom: 2, fontWeight: 500 },
  '& > label': { display: 'flex', alignItems: 'center', gap: 4, minHeight: 32, marginLeft: -6 },
  [theme.breakpoints.down('md')]: { '& > label': { minHeight: 44 } },
}))

interface NoteDialogProps {
  document: Pick<Row, 'id' | 'name'>
  onClose: () => void
}

/** One's own note on a document, with those that others have given to one's groups (INDEX-12). */
export function NoteDialog({ document, onClose }: NoteDialogProps) {
  const { tree } = usePlace()
  const read = useReading(
    DocumentNotesDocument,
    { treeId: tree.id, documentId: document.id },
    { fetchPolicy: 'no-cache' },
  )
  const save = useAction(SaveDocumentNoteDocument)
  return (
    <Dialog open onClose={onClose} title="Private note" overline={document.name} busy={save.busy}>
      {read.data ? (
        <Editor document={document} read={read.data} save={save} onClose={onClose} />
      ) : (
        <DialogBody>
          {read.error ? <ErrorState {...read.error} /> : <Loading active skeleton={<SkeletonLines />} />}
        </DialogBody>
      )}
    </Dialog>
  )
}

interface EditorProps extends NoteDialogProps {
  read: DocumentNotesQuery
  save: Action<SaveDocumentNoteMutation, SaveDocumentNoteMutationVariables>
}

function Editor({ document, read, save, onClose }: EditorProps) {
  const toast = useToast()
  const mine: NoteFragment | undefined = read.documentNotes.find(({ isMine }) => isMine)
  const others = read.documentNotes.filter(({ isMine }) => !isMine)
  const groups = read.documentTree?.noteGroups ?? []
  const form = useForm({ defaultValues: { text: mine?.text ?? '', groupIds: mine?.groupIds ?? [] } })
  const groupIds = useWatch({ control: form.control, name: 'groupIds' })
  const turn = (id: string) =>
    form.setValue(
      'groupIds',
      groupIds.includes(id) ? groupIds.filter((each) => each !== id) : [...groupIds, id],
      { shouldDirty: true },
    )
  const namesOf = (ids: readonly string[]): string =>
    groups.flatMap(({ id, name }) => (ids.includes(id) ? name : [])).join(', ') || 'Only me'
  const conflict = useConflict({
    form,
    revision: mine?.revision ?? 0,
    fields: {
      text: 'Note',
      groupIds: { label: 'Also read by', words: (ids) => namesOf(ids as string[]) },
    },
    names: groups,
  })
  return (
    <Form
      form={form}
      conflict={conflict}
      onSubmit={async ({ text }) => {
        const revision = conflict.revision()
        const { data, problem, refusal } = await save.attempt({
          documentId: document.id,
          text,
          groupIds: groupIds.length > 0 ? groupIds : null,
          revision: revision === 0 ? null : revision,
        })
        if (problem?.conflict?.of === 'documentNote') {
          const { revision: newer, newer: values } = problem.conflict
          const ids = values.groups.map(({ id }) => id)
          return conflict.mergeNewer({ revision: newer, values: { text: values.text, groupIds: ids } })
        }
        if (refusal) return refusal
        if (data?.saveDocumentNote.note === null && mine) toast.success('Note removed')
        onClose()
        return undefined
      }}
    >
      <DialogBody>
        {others.length > 0 && (
          <Others aria-label="Notes of your groups">
            {others.map((note) => (
              <li key={note.id}>
                <p>{note.text}</p>
                <small>
                  {note.author} · {note.groups.join(', ')} · <RelativeTime at={note.at} />
                </small>
              </li>
            ))}
          </Others>
        )}
        <TextArea
          name="text"
          label="Your note"
          lines={5}
          autoFocus
          helper={`At most ${formatNumber(MAX_NOTE)} characters. Empty it to remove the note.`}
          rules={{ validate: (text) => noteProblem(String(text).trim()) ?? true }}
        />
        {groups.length > 0 && (
          <Readers>
            <legend>Also read by</legend>
            {groups.map(({ id, name }) => (
              <FormControlLabel
                key={id}
                control={<Checkbox checked={groupIds.includes(id)} onChange={() => turn(id)} />}
                label={name}
              />
            ))}
          </Readers>
        )}
        <Note>
          {groupIds.length === 0
            ? 'Only you read this note. Nobody else can open it, no administrator either.'
            : 'You and the members of these groups who see the document read this note, and nobody else.'}
        </Note>
      </DialogBody>
      <DialogFoot>
        <CancelButton />
        <SubmitButton>Save</SubmitButton>
      </DialogFoot>
    </Form>
  )
}
