import Button from '@mui/material/Button'
import MuiLink from '@mui/material/Link'
import { IconArrowBackUp, IconExternalLink } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import {
  DOCUMENT_LEVELS,
  type DocumentLevel,
  type DocumentRendition,
} from '../../../../shared/documentLevels.ts'
import { LEVEL_NAMES } from '../../../../shared/levelNames.ts'
import { VIEW_ONLY } from '../../../addresses.ts'
import { useStartView } from '../../../graphql/viewing/useStartView.ts'
import {
  Actions,
  Alert,
  Dialog,
  DialogBody,
  DialogFoot,
  ErrorState,
  Loading,
  MenuButton,
  SearchField,
  SkeletonLines,
  useBreakpoint,
  useToast,
} from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { rootIdOf } from '../place/address.ts'
import { isFolder, type Row, type Tree, usePlace } from '../place/place.ts'
import { documentsText, goneText, itemsText } from '../place/sizes.ts'
import { DifferenceContent } from './DifferenceContent.tsx'
import { PrincipalList } from './PrincipalList.tsx'
import { PrincipalTable } from './PrincipalTable.tsx'
import { StagedFoot } from './StagedFoot.tsx'
import { useMixedLevels } from './useMixedLevels.ts'
import { useToggles } from './useToggles.ts'
import { WithoutPages } from './WithoutPages.tsx'

/** Beside the search, or below it where there is no room. */
const Caveat = styled('span')(({ theme }) => ({
  ...theme.typography.caption,
  marginLeft: 'auto',
  color: theme.vars.palette.ink2,
  '& a': { display: 'inline-flex', alignItems: 'center', gap: 4, marginLeft: 4, fontWeight: 500 },
  [theme.breakpoints.down('md')]: { marginLeft: 0 },
}))

const Note = styled('p')(({ theme }) => ({
  ...theme.typography.caption,
  margin: 0,
  color: theme.vars.palette.ink3,
}))

/** More principals than this have a search above them. */
const FEW = 8

/** A document whose permissions are changed. */
export type Subject = Pick<Row, 'id' | 'name' | 'fileType'>

interface PermissionsDialogProps {
  documents: readonly Subject[]
  onClose: () => void
  /** Reads again what shows permissions. */
  onChanged: () => void
}

/** Who may see documents, and at which level: a row for each role or group (PERM-03, PERM-08, PERM-09, VIEW-11). */
export function PermissionsDialog({ documents, onClose, onChanged }: PermissionsDialogProps) {
  const { tree } = usePlace()
  const toast = useToast()
  const {
    toggles,
    count,
    files,
    includesLater,
    ended,
    failure,
    retry,
    toggle,
    setGiven,
    stage,
    isSweeping,
    staged,
    applyStaged,
    collects,
    collect,
    stageForLater,
    unstage,
    plan,
    planned,
    applying,
    apply,
    applyLater,
    cancel,
    undo,
  } = useToggles(
    documents.map(({ id }) => id),
    onChanged,
  )
  const wide = useBreakpoint('md')
  const ids = documents.map(({ id }) => id)
  const countsOf = useMixedLevels(ids, wide ? toggles : undefined, files)
  const isStaging = (collects || staged.size > 0) && ended === undefined
  const saidStaged = (isKept: boolean) => {
    if (isKept) toast.success('The change of permissions is staged. It holds once it is published.')
  }
  const [text, setText] = useState('')
  const sought = text.trim().toLowerCase()
  const shown = toggles?.filter(({ principal }) => principal.name.toLowerCase().includes(sought))
  const kind = tree.permissionsType === 'ROLE' ? 'roles' : 'groups'
  // Groups are looked at; a role is held by several of them.
  const mayViewAs = kind === 'groups' && tree.canViewAs
  const view = useStartView()
  const permitted = toggles?.filter(({ permissible }) => permissible === true).length
  const close = () => {
    onClose()
    // What was changed last can still be taken back once the dialog has gone.
    if (undo) toast.success('Permissions changed.', { undo: () => void undo() })
  }
  // The toggles stay, so that the focus returns to the one from which a change was asked for.
  const origin = useRef<HTMLElement>(null)
  const isPlanned = planned !== undefined && ended === undefined
  useEffect(() => {
    if (!isPlanned) origin.current?.focus()
  }, [isPlanned])
  const planFrom = (principalIds: string[]) => {
    if (document.activeElement instanceof HTMLElement) origin.current = document.activeElement
    plan(principalIds)
  }
  const principals = {
    label: `Permitted ${kind}`,
    toggles: shown ?? [],
    empty: sought === '' ? `No ${kind} have access here yet.` : `No ${kind} found. Try fewer letters.`,
    kind: kind === 'roles' ? ('role' as const) : ('group' as const),
    isStaging,
    onToggle: (id: string, permissible: boolean) => void toggle(id, permissible),
    onLevel: (id: string, level: DocumentLevel) => void setGiven(id, { level }),
    onRendition: (id: string, rendition: DocumentRendition) => void setGiven(id, { rendition }),
    onOnly: (id: string) => planFrom([id]),
    ...(mayViewAs && { onViewAs: (groupId: string) => void view.start({ treeId: tree.id, groupId }) }),
  }
  return (
    <Dialog
      open
      unsaved={staged.size > 0 && isStaging}
      onClose={isPlanned ? cancel : close}
      size="medium"
      title="Permissions"
      overline={documentsText(documents)}
      busy={isPlanned && applying}
    >
      {isPlanned && (
        <DifferenceContent
          documentIds={ids}
          planned={planned}
          busy={applying}
          error={failure}
          onApply={() => void apply()}
          onStage={() => void applyLater().then(saidStaged)}
          onCancel={cancel}
        />
      )}
      <div style={{ display: isPlanned ? 'none' : 'contents' }}>
        <DialogBody>
          {ended !== undefined ? (
            <Alert tone="warning">{ended}</Alert>
          ) : (
            <>
              {failure !== undefined && toggles && !isStaging && <Alert tone="danger">{failure}</Alert>}
              {view.problem && <Alert tone="danger">{view.problem.message}</Alert>}
              {count < documents.length && (
                <Alert tone="info">{goneText(documents.length - count, documents.length)}</Alert>
              )}
              <p style={{ margin: 0 }}>{explain(tree, documents)}</p>
              {toggles ? (
                <>
                  <Actions>
                    {toggles.length > FEW && (
                      <SearchField value={text} onChange={setText} label={`Find ${kind}`} width={220} />
                    )}
                    <MenuButton
                      label="Everyone"
                      variant="outlined"
                      entries={[
                        // Whoever has a level keeps it.
                        ...(isStaging
                          ? []
                          : [
                              {
                                key: 'all',
                                label: `Permit all ${kind}`,
                                onSelect: () => planFrom(toggles.map(({ principal }) => principal.id)),
                              },
                            ]),
                        ...DOCUMENT_LEVELS.map((level, at) => ({
                          key: level,
                          label: LEVEL_NAMES[level],
                          divider: at === 0 && !isStaging,
                          onSelect: () =>
                            stage(
                              (shown ?? []).map(({ principal }) => principal.id),
                              { level },
                            ),
                        })),
                      ]}
                    />
                    <Caveat>
                      Pixels can be photographed.{' '}
                      <MuiLink href={VIEW_ONLY} target="_blank" rel="noopener">
                        What view only can do
                        <IconExternalLink size={14} aria-hidden />
                      </MuiLink>
                    </Caveat>
                  </Actions>
                  {wide ? (
                    <PrincipalTable
                      {...principals}
                      countsOf={countsOf}
                      arrowsChoose={isSweeping || isStaging}
                    />
                  ) : (
                    <PrincipalList {...principals} />
                  )}
                  <WithoutPages documentIds={ids} />
                  <Note role="status">
                    {permitted} of {toggles.length} {kind} permitted. Documents admins see everything.{' '}
                    {laterText(kind, includesLater === true)}
                  </Note>
                  {undo && (
                    <Actions role="status">
                      <span>Saved. The change is in effect.</span>
                      <Button size="small" startIcon={<IconArrowBackUp />} onClick={() => void undo()}>
                        Undo
                      </Button>
                    </Actions>
                  )}
                </>
              ) : failure === undefined ? (
                <Loading active skeleton={<SkeletonLines />} />
              ) : (
                <ErrorState message={failure} onRetry={retry} />
              )}
            </>
          )}
        </DialogBody>
        {isStaging ? (
          <StagedFoot
            documentIds={ids}
            changes={staged}
            busy={applying}
            error={failure}
            onApply={() => void applyStaged()}
            onStage={() => void stageForLater().then(saidStaged)}
            onCancel={unstage}
          />
        ) : (
          <DialogFoot>
            {ended === undefined && toggles && (
              <Button variant="outlined" onClick={collect}>
                Stage
              </Button>
            )}
            <Button variant="contained" onClick={close}>
              {ended === undefined ? 'Done' : 'Close'}
            </Button>
          </DialogFoot>
        )}
      </div>
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
      return `Who may see the documents of ${tree.name}. A change applies to everything in the room immediately, and to what is added later.`
    }
    return isFolder(first)
      ? 'Who may see this folder. A change applies to everything below it immediately, and to what is added later.'
      : 'Who may see this file. A change takes effect immediately.'
  }
  return documents.some(isFolder)
    ? `Who may see these ${itemsText(documents.length)}. A change applies to all of them and to everything below the folders, immediately.`
    : `Who may see these ${itemsText(documents.length)}. A change takes effect immediately.`
}
