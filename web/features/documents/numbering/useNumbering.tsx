import { IconListNumbers } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { lazily, type MenuEntry } from '../../../ui/index.ts'
import { type OpenDocument, usePlace } from '../place/place.ts'
import { useStaged } from '../place/useStaged.ts'

const NumberingDialog = lazily(async () => (await import('./NumberingDialog.tsx')).NumberingDialog)
const RenumberDialog = lazily(async () => (await import('./RenumberDialog.tsx')).RenumberDialog)

type Asked = 'numbering' | 'renumber' | null

/** The index numbers of a room and of a folder, for those who administer its documents (INDEX-01, INDEX-04). */
export function useNumbering(
  folder: OpenDocument,
  refresh: () => Promise<unknown>,
): { entries: MenuEntry[]; dialog: ReactNode } {
  const { tree } = usePlace()
  const [asked, setAsked] = useStaged<Asked>(null)
  if (!tree.canEditPermissions) return { entries: [], dialog: null }
  const onClose = () => setAsked(null)
  return {
    entries: [
      ...(folder.parentId === null
        ? [
            {
              key: 'numbering',
              label: 'Index numbers',
              icon: <IconListNumbers />,
              onSelect: () => setAsked('numbering'),
            },
          ]
        : []),
      ...(tree.numbering !== 'OFF' && folder.childCount > 0
        ? [
            {
              key: 'renumber',
              label: 'Renumber',
              icon: <IconListNumbers />,
              onSelect: () => setAsked('renumber'),
            },
          ]
        : []),
    ],
    dialog:
      asked === 'numbering' ? (
        <NumberingDialog onClose={onClose} onChanged={refresh} />
      ) : (
        asked === 'renumber' && <RenumberDialog folder={folder} onClose={onClose} onChanged={refresh} />
      ),
  }
}
