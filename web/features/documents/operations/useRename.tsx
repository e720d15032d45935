import { useApolloClient } from '@apollo/client/react'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import { send, useAction } from '../../../graphql/useAction.ts'
import { type Command, lazily, useToast } from '../../../ui/index.ts'
import { useLatest } from '../../../ui/text/useLatest.ts'
import { tellOtherTabs } from '../place/otherTabs.ts'
import { isFolder, type Renamable, usePlace } from '../place/place.ts'
import { refreshTree } from '../place/refreshTree.ts'
import { renameCommand } from './commands.tsx'
import { withFormerEnding } from './extension.ts'
import { RenameDocumentDocument } from './operations.generated.ts'

const RenameField = lazily(async () => (await import('./RenameField.tsx')).RenameField)
const RenameFailedDialog = lazily(async () => (await import('./RenameFailedDialog.tsx')).RenameFailedDialog)

const EndingDialog = lazily(async () => (await import('./EndingDialog.tsx')).EndingDialog)

export interface Renaming {
  /** Begins it, for whoever may rename here (DOC-33). */
  readonly command: Command<Renamable>
  /** The field in the place of the entry's name; null while that entry is not being renamed. */
  readonly field: (entry: Renamable) => ReactNode
  /** Why the last try failed, while that is shown. */
  readonly dialog: ReactNode
}

/**
 * Renames one entry at a time in its place (DOP-04 to DOP-07). What was typed stays where renaming fails.
 * @param onRenamed reads again what shows the name or is sorted by it
 */
export function useRename(onRenamed: () => Promise<unknown>): Renaming {
  const { tree } = usePlace()
  const client = useApolloClient()
  const toast = useToast()
  const { attempt, busy } = useAction(RenameDocumentDocument)
  const [entryId, setEntryId] = useState<string>()
  const [failure, setFailure] = useState<{ entry: Renamable; message: string }>()
  const [asking, setAsking] = useState<{ entry: Renamable; name: string; kept: string }>()
  // Of no matter to what is shown; kept for a row that is scrolled away and back.
  const draft = useRef('')
  const latest = useLatest(onRenamed)

  const undo = useCallback(
    async ({ id, name: former }: Renamable, name: string) => {
      const { data, problem } = await send(client, RenameDocumentDocument, {
        treeId: tree.id,
        documentId: id,
        name: former,
        expectedName: name,
      })
      const message = problem?.message ?? data?.renameDocument.error
      if (message && problem?.code !== 'OFFLINE') toast.error(message)
      await refreshTree(client, tree.id).catch(() => {})
      tellOtherTabs(tree.id)
    },
    [client, toast, tree.id],
  )
  const rename = useCallback(
    async (entry: Renamable, name: string) => {
      if (name === entry.name) return setEntryId(undefined)
      const { data, problem } = await attempt({
        treeId: tree.id,
        documentId: entry.id,
        name,
        expectedName: entry.name,
      })
      const message = problem?.message ?? data?.renameDocument.error
      const now = data?.renameDocument.document?.name
      if (message) setFailure({ entry, message })
      else {
        setEntryId(undefined)
        tellOtherTabs(tree.id)
        if (now !== undefined) {
          toast.success(`${entry.name} is called ${now} now.`, { undo: () => void undo(entry, now) })
        }
      }
      // After a refusal as well: others may have changed what is shown. The next name can be typed meanwhile.
      await latest.current().catch(() => {})
    },
    [attempt, toast, tree.id, undo],
  )
  const save = useCallback(
    async (entry: Renamable, name: string) => {
      const kept = isFolder(entry) ? null : withFormerEnding(entry.name, name)
      if (kept === null) await rename(entry, name)
      else setAsking({ entry, name, kept })
    },
    [rename],
  )
  const field = useCallback(
    (entry: Renamable): ReactNode =>
      entry.id === entryId ? (
        <RenameField
          entry={entry}
          draft={draft.current}
          onDraft={(name) => {
            draft.current = name
          }}
          busy={busy}
          onSave={(name) => void save(entry, name)}
          onCancel={() => setEntryId(undefined)}
        />
      ) : null,
    [entryId, busy, save],
  )
  const start = async (entry: Renamable) => {
    // The name stays until the field can take its place. Why a name was not kept must be said without a connection.
    await Promise.all([RenameField.load(), RenameFailedDialog.load(), EndingDialog.load()])
    draft.current = entry.name
    setEntryId(entry.id)
  }
  return {
    command: renameCommand(tree.canRename, (entry) => void start(entry)),
    field,
    dialog: (
      <>
        {failure && <RenameFailedDialog {...failure} onClose={() => setFailure(undefined)} />}
        {asking && (
          <EndingDialog
            former={asking.entry.name}
            name={asking.name}
            kept={asking.kept}
            onChoose={(name) => {
              setAsking(undefined)
              void rename(asking.entry, name)
            }}
            onClose={() => setAsking(undefined)}
          />
        )}
      </>
    ),
  }
}
