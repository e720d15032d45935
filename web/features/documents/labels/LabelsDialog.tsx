import { useState } from 'react'
import { type ActionProblem, useAction } from '../../../graphql/useAction.ts'
import { useReading } from '../../../graphql/useReading.ts'
import { useToast } from '../../../ui/index.ts'
import { type Row, usePlace } from '../place/place.ts'
import { goneText, itemsText } from '../place/sizes.ts'
import { type LabelChanges, LabelsForm } from './LabelsForm.tsx'
import type { Label } from './NewLabel.tsx'
import {
  ChangeDocumentLabelsDocument,
  DocumentLabelsDocument,
  LabelsOfDocumentDocument,
  SetDocumentLabelsDocument,
} from './operations.generated.ts'

/** A document whose labels are set. */
export type Labelled = Pick<Row, 'id' | 'name' | 'labels'>

interface LabelsDialogProps {
  /** One at least. */
  documents: readonly Labelled[]
  onClose: () => void
  onChanged: () => void
}

/** Sets the labels of documents out of those of the organisation (PERM-16). */
export function LabelsDialog({ documents, ...props }: LabelsDialogProps) {
  const [only] = documents.length === 1 ? documents : []
  return only ? <OfOne document={only} {...props} /> : <OfSeveral documents={documents} {...props} />
}

type Callbacks = Omit<LabelsDialogProps, 'documents'>

/** The labels of the tree's organisation. */
function useOffered() {
  const { tree } = usePlace()
  return useReading(DocumentLabelsDocument, { orgSlug: tree.org.slug }, { fetchPolicy: 'no-cache' })
}

const has = (labels: readonly { id: string }[], id: string): boolean =>
  labels.some((label) => label.id === id)

/** One document: what somebody else changed meanwhile is told, and shows. */
function OfOne({ document, onClose, onChanged }: { document: Labelled } & Callbacks) {
  const { tree } = usePlace()
  const { attempt } = useAction(SetDocumentLabelsDocument)
  const offered = useOffered()
  // What the list knows may be old.
  const current = useReading(
    LabelsOfDocumentDocument,
    { treeId: tree.id, documentId: document.id },
    { fetchPolicy: 'no-cache' },
  )
  const former = current.data?.document?.labels

  const save = async (changes: LabelChanges, all: readonly Label[]) => {
    const before = former ?? []
    const labelIds = all.filter(({ id }) => changes.get(id) ?? has(before, id)).map(({ id }) => id)
    const { problem } = await attempt({
      treeId: tree.id,
      documentId: document.id,
      labelIds,
      formerLabelIds: before.map(({ id }) => id),
    })
    // The newer state shows, and what was ticked here on top of it.
    if (problem?.code === 'CONFLICT') await current.refetch().catch(() => {})
    if (!problem) onChanged()
    return problem
  }
  return (
    <LabelsForm
      subject={document.name}
      offered={offered.data?.documentLabels}
      before={former && ((id) => has(former, id))}
      unread={offered.error ?? current.error}
      onRetry={() => void Promise.allSettled([offered.refetch(), current.refetch()])}
      save={save}
      onClose={onClose}
    />
  )
}

/** A selection: what is ticked is added to all, what is cleared is taken from all, and the rest stays as it is. */
function OfSeveral({ documents, onClose, onChanged }: LabelsDialogProps) {
  const { attempt } = useAction(ChangeDocumentLabelsDocument)
  const toast = useToast()
  const { tree } = usePlace()
  const [chosen] = useState(documents)
  const offered = useOffered()
  const before = (id: string): boolean | null => {
    const count = chosen.filter(({ labels }) => has(labels, id)).length
    return count === chosen.length ? true : count === 0 ? false : null
  }

  const save = async (changes: LabelChanges): Promise<ActionProblem | undefined> => {
    if (changes.size === 0) return undefined
    const idsOf = (wanted: boolean) => [...changes].filter(([, on]) => on === wanted).map(([id]) => id)
    const { data, problem } = await attempt({
      treeId: tree.id,
      documentIds: chosen.map(({ id }) => id),
      addLabelIds: idsOf(true),
      removeLabelIds: idsOf(false),
    })
    if (problem) return problem
    const left = chosen.length - (data?.changeDocumentLabels.count ?? 0)
    if (left > 0) toast.warning(goneText(left, chosen.length))
    onChanged()
    return undefined
  }
  return (
    <LabelsForm
      subject={itemsText(chosen.length)}
      offered={offered.data?.documentLabels}
      before={before}
      unread={offered.error}
      onRetry={() => void offered.refetch().catch(() => {})}
      save={save}
      onClose={onClose}
    />
  )
}
