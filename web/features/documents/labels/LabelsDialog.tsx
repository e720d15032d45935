import { useMutation, useQuery } from '@apollo/client/react'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import CircularProgress from '@mui/material/CircularProgress'
import { styled } from '@mui/material/styles'
import { IconPlus } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { MAX_LABELS_OF_DOCUMENT } from '../../../../shared/labels.ts'
import { errorCode, errorText } from '../../../graphql/errors.ts'
import {
  Alert,
  Chip,
  Dialog,
  DialogBody,
  DialogFoot,
  ErrorState,
  Loading,
  SearchField,
  SkeletonLines,
} from '../../../ui/index.ts'
import { type Row, usePlace } from '../place.ts'
import { type Label, NewLabel } from './NewLabel.tsx'
import {
  DocumentLabelsDocument,
  LabelsOfDocumentDocument,
  SetDocumentLabelsDocument,
} from './operations.generated.ts'

/** More labels than this have a search above them. */
const FEW = 8

const List = styled('ul')(({ theme }) => ({
  margin: 0,
  padding: 0,
  maxHeight: 300,
  overflowY: 'auto',
  listStyle: 'none',
  borderRadius: 6,
  border: `1px solid ${theme.vars.palette.line}`,
  '& > li': { display: 'flex', alignItems: 'center', gap: 8, minHeight: 36, padding: '0 8px' },
  '& > li + li': { borderTop: `1px solid ${theme.vars.palette.line}` },
  '& > li:hover': { backgroundColor: theme.vars.palette.hover },
  '& label': { flex: 1, display: 'flex', alignItems: 'center', minHeight: 36, cursor: 'pointer' },
  '& > li > p': { margin: 0, padding: '8px 6px', color: theme.vars.palette.ink2 },
  [theme.breakpoints.down('md')]: { maxHeight: 'none', '& > li': { minHeight: 48 } },
}))

/** A document whose labels are set. */
export type Labelled = Pick<Row, 'id' | 'name'>

export interface LabelsDialogProps {
  document: Labelled
  onClose: () => void
  onChanged: () => void
}

/** Sets the labels of one document out of those of the organisation (PERM-16). */
export function LabelsDialog({ document, onClose, onChanged }: LabelsDialogProps) {
  const { tree } = usePlace()
  const offered = useQuery(DocumentLabelsDocument, {
    variables: { orgSlug: tree.org.slug },
    fetchPolicy: 'no-cache',
  })
  // What the list knows may be old.
  const current = useQuery(LabelsOfDocumentDocument, {
    variables: { treeId: tree.id, documentId: document.id },
    fetchPolicy: 'no-cache',
  })
  const [save, { loading: saving }] = useMutation(SetDocumentLabelsDocument)
  const [changes, setChanges] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [created, setCreated] = useState<readonly Label[]>([])
  const [naming, setNaming] = useState(false)
  const [text, setText] = useState('')
  const [failure, setFailure] = useState<string>()

  const former = current.data?.document?.labels
  const ready = offered.data !== undefined && former !== undefined
  const unread = offered.error ?? current.error
  const all = [...(offered.data?.documentLabels ?? []), ...created]
  const isOn = (id: string) => changes.get(id) ?? former?.some((label) => label.id === id) ?? false
  const chosen = all.filter(({ id }) => isOn(id))
  const sought = text.trim().toLowerCase()
  const shown = all.filter(({ label }) => label.toLowerCase().includes(sought))
  const tooMany = chosen.length > MAX_LABELS_OF_DOCUMENT

  const submit = async () => {
    setFailure(undefined)
    try {
      await save({
        variables: {
          treeId: tree.id,
          documentId: document.id,
          labelIds: chosen.map(({ id }) => id),
          formerLabelIds: (former ?? []).map(({ id }) => id),
        },
      })
    } catch (error) {
      setFailure(errorText(error))
      // The newer state shows, and what was ticked here on top of it.
      if (errorCode(error) === 'CONFLICT') await current.refetch().catch(() => {})
      return
    }
    onChanged()
    onClose()
  }
  return (
    <Dialog open onClose={onClose} title="Labels" overline={document.name} busy={saving}>
      <DialogBody>
        {failure !== undefined && <Alert tone="danger">{failure}</Alert>}
        {tooMany && (
          <Alert tone="warning">
            A document has at most {MAX_LABELS_OF_DOCUMENT} labels. Please clear some.
          </Alert>
        )}
        {ready ? (
          <>
            {all.length > FEW && (
              <SearchField value={text} onChange={setText} label="Find labels" width={300} />
            )}
            <List aria-label="Labels">
              {shown.length === 0 && (
                <li>
                  <p>{emptyText(sought !== '', tree.canCreateLabels)}</p>
                </li>
              )}
              {shown.map((label) => (
                <Choice
                  key={label.id}
                  label={label}
                  on={isOn(label.id)}
                  onChange={(on) => setChanges((before) => new Map(before).set(label.id, on))}
                />
              ))}
            </List>
            {tree.canCreateLabels &&
              (naming ? (
                <NewLabel
                  onCancel={() => setNaming(false)}
                  onCreated={(label) => {
                    setCreated((before) => [...before, label])
                    setChanges((before) => new Map(before).set(label.id, true))
                    setNaming(false)
                  }}
                />
              ) : (
                <Button
                  startIcon={<IconPlus />}
                  variant="text"
                  onClick={() => setNaming(true)}
                  sx={{ alignSelf: 'flex-start' }}
                >
                  New label
                </Button>
              ))}
          </>
        ) : unread ? (
          <ErrorState
            message={errorText(unread)}
            onRetry={() => void Promise.allSettled([offered.refetch(), current.refetch()])}
          />
        ) : (
          <Loading active skeleton={<SkeletonLines />} />
        )}
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose} disabled={saving}>
          Cancel
        </Button>
        <Button
          variant="contained"
          disabled={!ready || saving || tooMany || naming}
          aria-busy={saving || undefined}
          startIcon={saving && <CircularProgress size={14} thickness={5} color="inherit" />}
          onClick={() => void submit()}
        >
          Save
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

function emptyText(searching: boolean, mayCreate: boolean): string {
  if (searching) return 'No labels found. Type less of the name.'
  return mayCreate
    ? 'There are no labels yet. Create the first one.'
    : 'There are no labels yet. An organisation admin can create them.'
}

function Choice({ label, on, onChange }: { label: Label; on: boolean; onChange: (on: boolean) => void }) {
  const id = useId()
  return (
    <li>
      <Checkbox id={id} checked={on} onChange={(event) => onChange(event.target.checked)} />
      <label htmlFor={id}>
        <Chip labelColor={label.colour}>{label.label}</Chip>
      </label>
    </li>
  )
}
