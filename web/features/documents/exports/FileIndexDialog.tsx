import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import { useState } from 'react'
import { CancelButton, Dialog, DialogBody, DialogFoot } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { namedDocument } from '../place/address.ts'
import { type OpenDocument, usePlace } from '../place/place.ts'

/** Columns of the file index by their names in its address (DOP-29). */
const ALWAYS = { modified: 'Modified', path: 'Path', name: 'Name', link: 'Link' } as const
const OPTIONAL = { download_url: 'Download URL', created: 'Created', size: 'Size' } as const

type OptionalColumn = keyof typeof OPTIONAL

const Columns = styled('fieldset')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '1fr 1fr',
  gap: '2px 16px',
  margin: 0,
  padding: 0,
  border: 0,
  '& > legend': { padding: 0, marginBottom: 6, fontWeight: 500 },
  [theme.breakpoints.down('md')]: { gridTemplateColumns: '1fr' },
}))

const Choice = styled('label')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 4,
  minHeight: 32,
  marginLeft: -6,
  [theme.breakpoints.down('md')]: { minHeight: 44 },
}))

/** The address of a folder's file index: each column by itself, and the folder unless it is the root (DOC-28). */
export function fileIndexAddress(
  url: string,
  folderId: string | null,
  optional: readonly OptionalColumn[],
): string {
  const query = new URLSearchParams([...Object.keys(ALWAYS), ...optional].map((name) => ['columns', name]))
  if (folderId !== null) query.set('folderId', folderId)
  return `${url}?${query}`
}

interface FileIndexDialogProps {
  folder: OpenDocument
  /** The tree's address for file indexes. */
  url: string
  onClose: () => void
}

/** Asks for the columns of the file index, and opens it in a new tab (DOP-29 to DOP-31). */
export function FileIndexDialog({ folder, url, onClose }: FileIndexDialogProps) {
  const { tree } = usePlace()
  const [chosen, setChosen] = useState<ReadonlySet<OptionalColumn>>(new Set())
  const optional = (Object.keys(OPTIONAL) as OptionalColumn[]).filter((name) => chosen.has(name))
  const toggle = (name: OptionalColumn) =>
    setChosen(
      (before) =>
        new Set(before.has(name) ? [...before].filter((other) => other !== name) : [...before, name]),
    )
  return (
    <Dialog open onClose={onClose} title="File index" overline={folder.name}>
      <DialogBody>
        <Columns>
          <legend>Always included</legend>
          {Object.entries(ALWAYS).map(([name, label]) => (
            <Choice key={name}>
              <Checkbox checked disabled />
              {label}
            </Choice>
          ))}
        </Columns>
        <Columns>
          <legend>Optional columns</legend>
          {Object.entries(OPTIONAL).map(([name, label]) => (
            <Choice key={name}>
              <Checkbox
                checked={chosen.has(name as OptionalColumn)}
                onChange={() => toggle(name as OptionalColumn)}
              />
              {label}
            </Choice>
          ))}
        </Columns>
      </DialogBody>
      <DialogFoot>
        <CancelButton />
        <Button
          variant="contained"
          href={fileIndexAddress(url, namedDocument(tree.id, folder.id), optional)}
          target="_blank"
          rel="noopener"
          onClick={onClose}
        >
          Export
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
