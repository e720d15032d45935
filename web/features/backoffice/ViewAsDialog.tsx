import { useId, useState } from 'react'
import { HOME } from '../../addresses.ts'
import { useStartView } from '../../graphql/viewing/useStartView.ts'
import {
  Alert,
  BusyButton,
  CancelButton,
  ComboBox,
  type ComboOption,
  Dialog,
  DialogBody,
  DialogFoot,
} from '../../ui/index.ts'
import { useRecordSearch } from './choices.ts'
import type { Kind, OfficeRecord } from './kinds.ts'

/** Whether records of the kind have a view of rooms. */
export const isSeenAs = ({ name }: Kind): boolean => name === 'user' || name === 'usergroup'

/** Asks which room is to be seen as a user or a user group sees it. */
export function ViewAsDialog({
  kind,
  record,
  onClose,
}: {
  kind: Kind
  record: OfficeRecord
  onClose: () => void
}) {
  const id = useId()
  // A group sees rooms of its own organisation only; a user's groups may be of several.
  const organisationId = record.values.find(({ field }) => field === 'organisationId')?.text
  const search = useRecordSearch(
    'documenttree',
    organisationId ? [{ field: 'organisationId', value: organisationId }] : [],
  )
  const [tree, setTree] = useState<readonly ComboOption[]>([])
  const { start, busy, problem } = useStartView(HOME)
  const treeId = tree[0]?.value
  const view = async () => {
    if (treeId === undefined) return
    await start(kind.name === 'user' ? { treeId, userId: record.id } : { treeId, groupId: record.id })
  }
  return (
    <Dialog open onClose={onClose} title="View as" overline={record.label} busy={busy}>
      <DialogBody>
        {problem && <Alert tone="danger">{problem.message}</Alert>}
        <div>
          You see the chosen room exactly as {record.label} does, read only and for an hour. A bar says so,
          and it is recorded.
        </div>
        <ComboBox
          id={id}
          label="Room"
          ariaLabel="Room"
          placeholder="Name of a portfolio or holding company"
          search={search}
          value={tree}
          onChange={setTree}
        />
      </DialogBody>
      <DialogFoot>
        <CancelButton />
        <BusyButton
          busy={busy}
          variant="contained"
          disabled={treeId === undefined}
          onClick={() => void view()}
        >
          View
        </BusyButton>
      </DialogFoot>
    </Dialog>
  )
}
