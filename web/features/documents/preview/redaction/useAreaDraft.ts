import { useApolloClient } from '@apollo/client/react'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { RedactionArea } from '../../../../../shared/redactions.ts'
import { send } from '../../../../graphql/useAction.ts'
import { type SaveOutcome, useAutosave } from '../../../../ui/index.ts'
import { usePlace } from '../../place/place.ts'
import { both, type EditedArea, edited, inOrder, isSame, sent } from './areas.ts'
import { SaveRedactionDraftDocument } from './operations.generated.ts'
import { useSteps } from './useSteps.ts'

/** Milliseconds after the last change until it is saved (REDACT-05). */
const SAVE_MS = 1_000

interface Standing {
  /** Null where there is no draft yet. */
  readonly id: string | null
  readonly revision: number
  readonly areas: readonly RedactionArea[]
}

/** The areas of a draft as they are edited: they save themselves, and of two who edit them nothing of either is lost. @param of what it is of, in its scope */
export function useAreaDraft(documentId: string, of: string, now: Standing) {
  const client = useApolloClient()
  const { tree } = usePlace()
  /** The draft as it was saved last. */
  const saved = useRef({ id: now.id, revision: now.revision })
  if (now.id !== null && now.revision >= saved.current.revision) {
    saved.current = { id: now.id, revision: now.revision }
  }
  // One value for each revision that the server has.
  // biome-ignore lint/correctness/useExhaustiveDependencies: areas are read again with each asking
  const current = useMemo(() => edited(now.areas), [now.id, now.revision])
  const [wasChanged, setChanged] = useState(false)
  const save = async (
    value: readonly EditedArea[],
    revision: number,
  ): Promise<SaveOutcome<readonly EditedArea[]>> => {
    const { data, problem, refusal } = await send(client, SaveRedactionDraftDocument, {
      treeId: tree.id,
      documentId,
      marks: sent(value).map(({ boxes, ...area }) => ({ ...area, boxes: [...boxes] })),
      revision,
    })
    const { conflict } = problem ?? {}
    if (conflict?.of === 'redaction') {
      return { kind: 'conflict', revision: conflict.revision, value: edited(conflict.newer.marks) }
    }
    const redaction = data?.saveRedactionDraft.redaction
    if (!redaction) return { kind: 'failed', message: refusal?.message ?? '' }
    saved.current = { id: redaction.id, revision: redaction.revision }
    return { kind: 'saved', revision: redaction.revision }
  }
  const autosave = useAutosave<readonly EditedArea[]>({
    key: `redaction:${documentId}:${of}`,
    value: current,
    revision: now.revision,
    delay: SAVE_MS,
    isEqual: isSame,
    save,
  })
  const { state, value, edit, keepMine } = autosave
  // Both are kept: the areas of two people don't exclude each other.
  useEffect(() => {
    if (state.kind !== 'conflict') return
    edit(both(state.mine, state.theirs))
    keepMine()
    setChanged(true)
  }, [state, edit, keepMine])
  const steps = useSteps<readonly EditedArea[]>()
  return {
    areas: value,
    change: (next: readonly EditedArea[]) => {
      steps.keep(value)
      edit(inOrder(next))
    },
    undo: () => {
      const before = steps.undo(value)
      if (before) edit(before)
    },
    redo: () => {
      const after = steps.redo(value)
      if (after) edit(after)
    },
    autosave,
    /** The draft as it was saved last. */
    saved,
    /** Whether somebody else changed it meanwhile. */
    wasChanged,
    dismiss: () => setChanged(false),
  }
}
