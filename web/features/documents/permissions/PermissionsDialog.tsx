import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import {
  Alert,
  Dialog,
  DialogBody,
  DialogFoot,
  ErrorState,
  Loading,
  SearchField,
  SkeletonLines,
} from '../../../ui/index.ts'
import { rootIdOf } from '../place/address.ts'
import { isFolder, type Row, type Tree, usePlace } from '../place/place.ts'
import { documentsText, goneText, itemsText } from '../place/sizes.ts'
import { PrincipalList } from './PrincipalList.tsx'
import { useToggles } from './useToggles.ts'

const Note = styled('p')(({ theme }) => ({
  ...theme.typography.caption,
  margin: 0,
  color: theme.vars.palette.ink3,
}))

/** More principals than this have a search above them. */
const FEW = 8

/** A document whose permissions are changed. */
export type Subject = Pick<Row, 'id' | 'name' | 'fileType'>

export interface PermissionsDialogProps {
  documents: readonly Subject[]
  onClose: () => void
  /** Reads again what shows permissions. */
  onChanged: () => void
}

/** Who may see documents: one toggle for each role or group, in effect at once (PERM-03, PERM-08, PERM-09). */
export function PermissionsDialog({ documents, onClose, onChanged }: PermissionsDialogProps) {
  const { tree } = usePlace()
  const { toggles, count, includesLater, over, failure, retry, toggle, only } = useToggles(
    documents.map(({ id }) => id),
    onChanged,
  )
  const [text, setText] = useState('')
  const sought = text.trim().toLowerCase()
  const shown = toggles?.filter(({ principal }) => principal.name.toLowerCase().includes(sought))
  const kind = tree.permissionsType === 'ROLE' ? 'roles' : 'groups'
  const permitted = toggles?.filter(({ permissible }) => permissible === true).length
  return (
    <Dialog open onClose={onClose} title="Permissions" overline={documentsText(documents)}>
      <DialogBody>
        {over !== undefined ? (
          <Alert tone="warning">{over}</Alert>
        ) : (
          <>
            {failure !== undefined && toggles && <Alert tone="danger">{failure}</Alert>}
            {count < documents.length && (
              <Alert tone="info">{goneText(documents.length - count, documents.length)}</Alert>
            )}
            <p style={{ margin: 0 }}>{explain(tree, documents)}</p>
            {toggles ? (
              <>
                {toggles.length > FEW && (
                  <SearchField value={text} onChange={setText} label={`Find ${kind}`} width={300} />
                )}
                <PrincipalList
                  label={`Permitted ${kind}`}
                  toggles={shown ?? []}
                  empty={
                    sought === ''
                      ? `No ${kind} have access here yet.`
                      : `No ${kind} found. Try fewer letters.`
                  }
                  onToggle={(id, permissible) => void toggle(id, permissible)}
                  onOnly={(id) => void only(id)}
                />
                <Note role="status">
                  {permitted} of {toggles.length} {kind} permitted. Documents admins see everything.{' '}
                  {laterText(kind, includesLater === true)}
                </Note>
              </>
            ) : failure === undefined ? (
              <Loading active skeleton={<SkeletonLines />} />
            ) : (
              <ErrorState message={failure} onRetry={retry} />
            )}
          </>
        )}
      </DialogBody>
      <DialogFoot>
        <Button variant="contained" onClick={onClose}>
          {over === undefined ? 'Done' : 'Close'}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

/** Whether documents open by themselves to whoever gets access to the room later. */
function laterText(kind: string, included: boolean): string {
  const principals = kind === 'roles' ? 'Roles' : 'Groups'
  return included
    ? `${principals} that get access later will see these, too.`
    : `${principals} that get access later will not see these until you permit them here.`
}

/** What a change does, before it is made. */
function explain(tree: Tree, documents: readonly Subject[]): string {
  const [first] = documents
  if (documents.length === 1 && first) {
    if (first.id === rootIdOf(tree.id)) {
      return `Who may see the documents of ${tree.name}. A change applies to everything in the room at once, and to what is added later.`
    }
    return isFolder(first)
      ? 'Who may see this folder. A change applies to everything below it at once, and to what is added later.'
      : 'Who may see this file. A change takes effect at once.'
  }
  return documents.some(isFolder)
    ? `Who may see these ${itemsText(documents.length)}. A change applies to all of them and to everything below the folders, at once.`
    : `Who may see these ${itemsText(documents.length)}. A change takes effect at once.`
}
