import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import { IconPlus } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { MAX_LABELS_OF_DOCUMENT } from '../../../../shared/labels.ts'
import type { ReadingError } from '../../../graphql/useReading.ts'
import {
  Alert,
  BorderedList,
  BusyButton,
  CancelButton,
  Chip,
  Dialog,
  DialogBody,
  DialogFoot,
  ErrorState,
  Loading,
  SearchField,
  SkeletonLines,
  UnsavedMark,
} from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { usePlace } from '../place/place.ts'
import { type Label, NewLabel } from './NewLabel.tsx'

/** More labels than this have a search above them. */
const FEW = 8

const LabelList = styled(BorderedList)(({ theme }) => ({
  maxHeight: 300,
  '& > li': { gap: 8, minHeight: 36, padding: '0 8px' },
  '& > li:hover': { backgroundColor: theme.vars.palette.hover },
  '& label': { flex: 1, display: 'flex', alignItems: 'center', minHeight: 36, cursor: 'pointer' },
  '& small': { ...theme.typography.caption, color: theme.vars.palette.ink3 },
  '& > li > p': { margin: 0, padding: '8px 6px', color: theme.vars.palette.ink2 },
  [theme.breakpoints.down('md')]: { maxHeight: 'none', '& > li': { minHeight: 48 } },
}))

/** Labels that were ticked (true) or cleared (false), by id. */
export type LabelChanges = ReadonlyMap<string, boolean>

interface LabelsFormProps {
  /** What is labelled. */
  subject: string
  /** All labels to choose from, and whether the documents have one: null where only some do. */
  offered: readonly Label[] | undefined
  before: ((labelId: string) => boolean | null) | undefined
  /** Why these could not be read. */
  unread: ReadingError | undefined
  onRetry: () => void
  /** @returns why they could not be saved */
  save: (changes: LabelChanges, all: readonly Label[]) => Promise<{ readonly message: string } | undefined>
  onClose: () => void
}

/** Labels to tick and to clear, saved together (PERM-16). What was ticked stays where saving fails. */
export function LabelsForm({ subject, offered, before, unread, onRetry, save, onClose }: LabelsFormProps) {
  const { tree } = usePlace()
  const [changes, setChanges] = useState<LabelChanges>(new Map())
  const [created, setCreated] = useState<readonly Label[]>([])
  const [naming, setNaming] = useState(false)
  const [text, setText] = useState('')
  const [saving, setSaving] = useState(false)
  const [failure, setFailure] = useState<string>()
  const markId = useId()

  const ready = offered !== undefined && before !== undefined
  const all = [...(offered ?? []), ...created]
  const stateOf = (id: string): boolean | null => {
    const changed = changes.get(id)
    return changed === undefined && before ? before(id) : (changed ?? false)
  }
  const sought = text.trim().toLowerCase()
  const shown = all.filter(({ label }) => label.toLowerCase().includes(sought))
  const tooMany = all.filter(({ id }) => stateOf(id) === true).length > MAX_LABELS_OF_DOCUMENT

  /** Partly becomes on, then off, then partly again. */
  const turn = (id: string) =>
    setChanges((former) => {
      const next = new Map(former)
      const state = stateOf(id)
      if (state === false && before?.(id) === null) next.delete(id)
      else next.set(id, state !== true)
      return next
    })
  const submit = async () => {
    setFailure(undefined)
    setSaving(true)
    const problem = await save(changes, all)
    if (!problem) return onClose()
    setFailure(problem.message)
    setSaving(false)
  }
  return (
    <Dialog open onClose={onClose} title="Labels" overline={subject} busy={saving} unsaved={changes.size > 0}>
      <DialogBody>
        {failure !== undefined && <Alert tone="danger">{failure}</Alert>}
        {tooMany && (
          <Alert tone="warning">
            A document can have at most {MAX_LABELS_OF_DOCUMENT} labels. Please remove some.
          </Alert>
        )}
        {ready ? (
          <>
            {all.length > FEW && (
              <SearchField value={text} onChange={setText} label="Find labels" width={300} />
            )}
            <LabelList aria-label="Labels">
              {shown.length === 0 && (
                <li>
                  <p>{emptyText(sought !== '', tree.canCreateLabels)}</p>
                </li>
              )}
              {shown.map((label) => (
                <Choice
                  key={label.id}
                  label={label}
                  state={stateOf(label.id)}
                  onTurn={() => turn(label.id)}
                />
              ))}
            </LabelList>
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
          <ErrorState message={unread.message} onRetry={onRetry} />
        ) : (
          <Loading active skeleton={<SkeletonLines />} />
        )}
      </DialogBody>
      <DialogFoot>
        {changes.size > 0 && <UnsavedMark id={markId} />}
        <CancelButton />
        <BusyButton
          busy={saving}
          variant="contained"
          aria-describedby={changes.size > 0 ? markId : undefined}
          disabled={!ready || tooMany || naming}
          onClick={() => void submit()}
        >
          Save
        </BusyButton>
      </DialogFoot>
    </Dialog>
  )
}

function emptyText(searching: boolean, mayCreate: boolean): string {
  if (searching) return 'No labels found. Try fewer letters.'
  return mayCreate
    ? 'There are no labels yet. Create the first one.'
    : 'There are no labels yet. An organisation admin can create them.'
}

interface ChoiceProps {
  label: Label
  /** Null where only some of the documents have it. */
  state: boolean | null
  onTurn: () => void
}

function Choice({ label, state, onTurn }: ChoiceProps) {
  const id = useId()
  return (
    <li>
      <Checkbox
        id={id}
        checked={state === true}
        indeterminate={state === null}
        onChange={onTurn}
        slotProps={{ input: state === null ? { 'aria-describedby': `${id}-hint` } : {} }}
      />
      <label htmlFor={id}>
        <Chip labelColor={label.colour}>{label.label}</Chip>
      </label>
      {state === null && <small id={`${id}-hint`}>Assigned to some</small>}
    </li>
  )
}
