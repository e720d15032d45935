import Button from '@mui/material/Button'
import { rootIdOf } from '../place/address.ts'
import { type Pickable, PickingList } from './PickingList.tsx'

/** What was chosen, with its address. */
export interface PickedDocument {
  readonly id: string
  readonly name: string
  readonly link: string
}

interface DocumentPickerProps {
  treeId: string
  /** Address of the tree's page; those of its documents are below it. */
  basePath: string
  onPick: (picked: PickedDocument) => void
  /** Absent where the way back stands around it. */
  onCancel?: () => void
  /** Ids of what was chosen before, where several are. */
  chosen?: ReadonlySet<string>
}

/** Chooses a folder or a file of a tree: folders open, and each can be chosen. */
export function DocumentPicker({ treeId, basePath, onPick, onCancel, chosen }: DocumentPickerProps) {
  const pick = ({ id, name }: Pick<Pickable, 'id' | 'name'>) =>
    onPick({ id, name, link: id === rootIdOf(treeId) ? basePath : `${basePath}/${id}` })
  return (
    <PickingList
      treeId={treeId}
      ofFolder={(folder) => (
        <>
          {!chosen && (
            <Button size="small" onClick={() => pick(folder)}>
              Choose this folder
            </Button>
          )}
          {onCancel && (
            <Button size="small" variant="text" onClick={onCancel}>
              Cancel
            </Button>
          )}
        </>
      )}
      ofEntry={({ id, name }) => (
        <Button
          size="small"
          variant="text"
          aria-label={`Choose ${name}`}
          disabled={chosen?.has(id) ?? false}
          onClick={() => pick({ id, name })}
        >
          {chosen?.has(id) ? 'Chosen' : 'Choose'}
        </Button>
      )}
    />
  )
}
