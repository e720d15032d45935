import { useApolloClient } from '@apollo/client/react'
import { IconArrowRight } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { RenameRule } from '../../../../shared/renaming.ts'
import { CHANGES_NOTHING } from '../../../graphql/readings.ts'
import { send, useAction } from '../../../graphql/useAction.ts'
import {
  Alert,
  BorderedList,
  CancelButton,
  CheckField,
  Dialog,
  DialogBody,
  DialogFoot,
  FieldPairs,
  Form,
  NumberField,
  numberIn,
  SubmitButton,
  TextField,
  useToast,
  VisuallyHidden,
} from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { tellOtherTabs } from '../place/otherTabs.ts'
import { type Renamable, usePlace } from '../place/place.ts'
import { refreshTree } from '../place/refreshTree.ts'
import { itemsText } from '../place/sizes.ts'
import {
  RenameDocumentsDocument,
  type RenamedRowFragment,
  UndoRenameDocumentsDocument,
} from './operations.generated.ts'

/** Pause after a letter before the preview is asked for, in ms. */
const PAUSE = 250

const NewNames = styled(BorderedList)(({ theme }) => ({
  maxHeight: 'min(300px, 36vh)',
  '& > li': { display: 'block', padding: '7px 12px', overflowWrap: 'anywhere' },
  '& del': { textDecoration: 'none', color: theme.vars.palette.ink3 },
  '& svg': { width: 13, height: 13, margin: '0 6px', verticalAlign: -2, color: theme.vars.palette.ink3 },
  '& b': { fontWeight: 500 },
  '& small': { display: 'block', ...theme.typography.caption, color: theme.vars.palette.danger.text },
}))

interface Values {
  find: string
  replace: string
  before: string
  after: string
  numbered: boolean
  startNumber: string
}

const EMPTY: Values = { find: '', replace: '', before: '', after: '', numbered: false, startNumber: '1' }

const ruleOf = ({ numbered, startNumber, ...texts }: Values): RenameRule => ({
  ...texts,
  startNumber: numbered ? (numberIn(startNumber) ?? 1) : null,
})

interface RenameManyDialogProps {
  documents: readonly Renamable[]
  onClose: () => void
  /** Reads again what shows the names. */
  onRenamed: () => Promise<unknown>
}

/** Renames a selection by a rule, with old and new names before it is done; all or none (INDEX-09). */
export function RenameManyDialog({ documents, onClose, onRenamed }: RenameManyDialogProps) {
  const { tree } = usePlace()
  const client = useApolloClient()
  const toast = useToast()
  const [chosen] = useState(documents)
  const documentIds = chosen.map(({ id }) => id)
  const form = useForm<Values>({ defaultValues: EMPTY })
  const [find, replace, before, after, numbered, startNumber] = useWatch({
    control: form.control,
    name: ['find', 'replace', 'before', 'after', 'numbered', 'startNumber'],
  })
  const rule = ruleOf({ find, replace, before, after, numbered, startNumber })
  const { rows, error } = usePreview(documentIds, rule)
  const rename = useAction(RenameDocumentsDocument)
  const problems = rows.filter(({ problem }) => problem !== null).length
  const changes = rows.filter(({ former, name }) => former !== name).length

  const undo = async (done: readonly RenamedRowFragment[]) => {
    const names = done.map(({ id, former, name }) => ({ id, former, name }))
    const { problem } = await send(client, UndoRenameDocumentsDocument, { treeId: tree.id, names })
    if (problem && problem.code !== 'OFFLINE') toast.error(problem.message)
    await refreshTree(client, tree.id).catch(() => {})
    tellOtherTabs(tree.id)
  }
  return (
    <Dialog open onClose={onClose} title="Rename" overline={itemsText(chosen.length)} busy={rename.busy}>
      <Form
        form={form}
        onSubmit={async (values) => {
          const { data, problem } = await rename.attempt({
            treeId: tree.id,
            documentIds,
            rule: ruleOf(values),
            dryRun: false,
          })
          if (problem) return problem
          if (!data) return undefined
          const { isDone, rows: done } = data.renameDocuments
          if (!isDone) return { message: 'Nothing was renamed. Please look at the names below.' }
          await onRenamed().catch(() => {})
          tellOtherTabs(tree.id)
          onClose()
          toast.success(`${itemsText(done.length)} renamed.`, { undo: () => void undo(done) })
          return undefined
        }}
      >
        <DialogBody>
          <FieldPairs>
            <TextField name="find" label="Replace" autoFocus />
            <TextField name="replace" label="By" />
            <TextField name="before" label="Add before" />
            <TextField name="after" label="Add after" helper="Before the ending of a file" />
            <CheckField name="numbered" label="Number them" />
            <NumberField name="startNumber" label="From" disabled={rule.startNumber === null} />
          </FieldPairs>
          {error !== undefined && <Alert tone="danger">{error}</Alert>}
          {problems > 0 && (
            <Alert tone="warning">
              {problems === 1
                ? 'One entry can’t be called so. All are renamed, or none.'
                : `${problems} entries can’t be called so. All are renamed, or none.`}
            </Alert>
          )}
          <NewNames aria-label="Old and new names">
            {rows.map((row) => (
              <li key={row.id}>
                <Names row={row} />
                {row.problem !== null && <small>{row.problem}</small>}
              </li>
            ))}
          </NewNames>
        </DialogBody>
        <DialogFoot>
          <CancelButton />
          <SubmitButton disabled={problems > 0 || changes === 0}>Rename</SubmitButton>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}

function Names({ row: { former, name } }: { row: RenamedRowFragment }) {
  if (former === name) return <del>{former}</del>
  return (
    <>
      <del>{former}</del>
      <IconArrowRight aria-hidden="true" />
      <VisuallyHidden> becomes </VisuallyHidden>
      <b>{name}</b>
    </>
  )
}

/** What would come of a rule, as the server says it; an older answer never covers a newer one. */
function usePreview(documentIds: readonly string[], rule: RenameRule) {
  const { tree } = usePlace()
  const client = useApolloClient()
  const [said, setSaid] = useState<{ rows: readonly RenamedRowFragment[]; error?: string }>({ rows: [] })
  const turn = useRef(0)
  const question = JSON.stringify({ treeId: tree.id, documentIds, rule, dryRun: true })
  useEffect(() => {
    turn.current += 1
    const mine = turn.current
    const timer = setTimeout(async () => {
      const { data, problem } = await send(
        client,
        RenameDocumentsDocument,
        JSON.parse(question),
        CHANGES_NOTHING,
      )
      if (mine !== turn.current) return
      setSaid((before) => ({
        rows: data?.renameDocuments.rows ?? before.rows,
        ...(problem && { error: problem.message }),
      }))
    }, PAUSE)
    return () => clearTimeout(timer)
  }, [client, question])
  return said
}
