import { IconEye, IconListNumbers, IconZoomScan } from '@tabler/icons-react'
import { lazily, type MenuEntry } from '../../../ui/index.ts'
import type { OpenDocument, Place } from '../place/place.ts'

const NumberingDialog = lazily(async () => (await import('../numbering/NumberingDialog.tsx')).NumberingDialog)
const MarkDialog = lazily(async () => (await import('../marks/MarkDialog.tsx')).MarkDialog)
const TraceDialog = lazily(async () => (await import('../marks/TraceDialog.tsx')).TraceDialog)
const RenumberDialog = lazily(async () => (await import('../numbering/RenumberDialog.tsx')).RenumberDialog)

/** What an administrator has asked for in the menu of a folder. */
export type AdministrationKey = 'numbering' | 'renumber' | 'mark' | 'trace' | null

/** What whoever administers the documents may do with the whole room, and the numbers of a folder. */
export function entriesOf(
  folder: OpenDocument,
  { tree, isReadOnly }: Pick<Place, 'tree' | 'isReadOnly'>,
  ask: (asked: AdministrationKey) => void,
): MenuEntry[] {
  const entry = (
    key: Exclude<AdministrationKey, null>,
    label: string,
    icon = <IconListNumbers />,
  ): MenuEntry => ({
    key,
    label,
    icon,
    onSelect: () => ask(key),
  })
  const tracing = entry('trace', 'Trace a mark', <IconZoomScan />)
  if (isReadOnly) return [tracing]
  return [
    ...(folder.parentId === null ? [entry('numbering', 'Index numbers')] : []),
    ...(tree.numbering !== 'OFF' && folder.childCount > 0 ? [entry('renumber', 'Renumber')] : []),
    entry('mark', 'Viewing and marks', <IconEye />),
    tracing,
  ]
}

interface AskedDialogProps {
  asked: AdministrationKey
  folder: OpenDocument
  onClose: () => void
  onChanged: () => Promise<unknown>
}

export function AskedDialog({ asked, folder, onClose, onChanged }: AskedDialogProps) {
  if (asked === 'numbering') return <NumberingDialog onClose={onClose} onChanged={onChanged} />
  if (asked === 'renumber') return <RenumberDialog folder={folder} onClose={onClose} onChanged={onChanged} />
  if (asked === 'mark') return <MarkDialog onClose={onClose} />
  return asked === 'trace' && <TraceDialog onClose={onClose} />
}
