import { useCallback, useState } from 'react'
import { isCovered, REDACTION_REASONS, reasonProblem } from '../../../../../shared/redactions.ts'
import { useAction } from '../../../../graphql/useAction.ts'
import { Alert, AutosaveStatus, lazily, useToast } from '../../../../ui/index.ts'
import { styled } from '../../../../ui/theme/styled.tsx'
import { type OpenDocument, usePlace } from '../../place/place.ts'
import { Beside, Shown } from '../layout.tsx'
import type { PageSource } from '../pages/pageSource.ts'
import type { AskPlaces, Place } from '../pages/usePlaces.ts'
import { ApplyDialog } from './ApplyDialog.tsx'
import { AreaList } from './AreaList.tsx'
import { type EditedArea, newKey } from './areas.ts'
import { LookAtResult } from './LookAtResult.tsx'
import {
  ApplyRedactionDocument,
  DiscardRedactionDocument,
  UndoRedactionDocument,
} from './operations.generated.ts'
import { QuestionDialog } from './QuestionDialog.tsx'
import { RedactionHead } from './RedactionHead.tsx'
import { RedactionPages } from './RedactionPages.tsx'
import { RedactionTools } from './RedactionTools.tsx'
import { Unredacted } from './Unredacted.tsx'
import { useAreaDraft } from './useAreaDraft.ts'
import type { Redaction, useRedactions } from './useRedactions.ts'
import { WordsDialog } from './WordsDialog.tsx'

const FindMarksDialog = lazily(
  async () => (await import('../../redacting/FindMarksDialog.tsx')).FindMarksDialog,
)

const Side = styled('aside')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  flex: 'none',
  width: 412,
  borderLeft: `1px solid ${theme.vars.palette.line}`,
  backgroundColor: theme.vars.palette.surface,
  ...theme.typography.body1,
  '& > p': { margin: 0, padding: '0 16px', fontWeight: 600, lineHeight: '44px' },
  '& > p > span': { marginLeft: 8, ...theme.typography.note },
  '& > div[role="status"]': { margin: 8 },
}))
const Notes = styled('ul')({ margin: 0, paddingLeft: 18 })

interface RedactionEditorProps {
  file: OpenDocument
  source: PageSource
  known: number
  askPlaces: AskPlaces
  redactions: ReturnType<typeof useRedactions> & { areas: Redaction['marks'] }
  /** Tells what is worked on from what is applied. */
  standing: string
  onLost: () => void
  onClose: () => void
}

type Open = 'words' | 'find' | 'apply' | 'discard' | 'takeBack'

const NONE: readonly Place[] = []

/** Areas over the pages and in a list, and what is done with them. */
export function RedactionEditor(props: RedactionEditorProps) {
  const { file, source, known, askPlaces, redactions, standing, onLost, onClose } = props
  const { open, applied, reading } = redactions
  const { tree } = usePlace()
  const toast = useToast()
  const draft = useAreaDraft(file.id, standing, {
    id: open?.id ?? null,
    revision: open?.revision ?? 0,
    areas: redactions.areas,
  })
  const { areas, change, autosave, saved } = draft
  const [chosen, setChosen] = useState<string | null>(null)
  const [found, setFound] = useState<readonly Place[]>(NONE)
  const [reason, setReason] = useState<string>(REDACTION_REASONS[0])
  const [page, setPage] = useState(1)
  const [dialog, setDialog] = useState<Open | null>(null)
  const [isLooking, setLooking] = useState(false)
  const close = useCallback(() => setDialog(null), [])
  const refresh = reading.refetch
  const onFound = useCallback(() => void refresh().catch(() => {}), [refresh])
  const applying = useAction(ApplyRedactionDocument, { refresh })
  const discarding = useAction(DiscardRedactionDocument, { refresh })
  const takingBack = useAction(UndoRedactionDocument, { refresh })

  // What is applied is shown as it is until it is changed.
  const state = open?.state ?? (applied && autosave.state.kind === 'untouched' ? 'APPLIED' : 'DRAFT')
  const isEdited = state !== 'APPLYING' && !isLooking
  const add = (those: readonly Omit<EditedArea, 'key' | 'reason'>[]): void => {
    const problem = reasonProblem(reason)
    if (problem !== null) {
      toast.error(problem)
      return
    }
    const made = those.map((area) => ({ ...area, key: newKey(), reason }))
    change([...areas, ...made])
    setChosen(made[0]?.key ?? null)
  }
  const cover = (places: readonly Place[], words: string): void =>
    add(places.map((place) => ({ page: place.page, boxes: place.boxes, kind: 'WORDS', words })))
  const remove = (key: string): void => change(areas.filter((area) => area.key !== key))
  const update = (key: string, by: Partial<EditedArea>): void =>
    change(areas.map((area) => (area.key === key ? { ...area, ...by } : area)))
  const focusReason = (key: string): void =>
    document.querySelector<HTMLInputElement>(`input[data-reason="${key}"]`)?.focus()

  const apply = async (): Promise<void> => {
    if (!(await autosave.flush())) return
    const { id, revision } = saved.current
    if (id === null) return
    if (await applying.act({ treeId: tree.id, redactions: [{ id, revision }] })) close()
  }
  const confirm = async (): Promise<void> => {
    if (dialog === 'takeBack' && applied) {
      if (await takingBack.act({ treeId: tree.id, redactionId: applied.id })) onClose()
    }
    const { id } = saved.current
    if (dialog === 'discard' && id !== null) {
      if (await discarding.act({ treeId: tree.id, redactionId: id })) onClose()
    }
  }
  const pagesWith = new Set(areas.map((area) => area.page)).size
  const remarks = state === 'APPLIED' ? (applied?.remarks ?? []) : []
  const isUnapplied = state === 'DRAFT' || state === 'FAILED'
  return (
    <Shown
      onKeyDown={({ key, ctrlKey, metaKey, target }) => {
        if (!(ctrlKey || metaKey) || !isEdited || target instanceof HTMLInputElement) return
        if (key === 'z') draft.undo()
        if (key === 'y') draft.redo()
      }}
    >
      <RedactionHead
        name={file.name}
        version={file.versionNumber ?? 1}
        state={state}
        status={state === 'APPLYING' ? null : <AutosaveStatus autosave={autosave} />}
        isLooking={isLooking}
        onLook={applied && (() => setLooking((is) => !is))}
        onDiscard={isUnapplied && saved.current.id !== null ? () => setDialog('discard') : undefined}
        onTakeBack={applied && state === 'APPLIED' ? () => setDialog('takeBack') : undefined}
        onApply={isUnapplied && areas.length > 0 ? () => setDialog('apply') : undefined}
        onClose={onClose}
      />
      {open?.state === 'FAILED' && open.failure !== null && <Alert tone="danger">{open.failure}</Alert>}
      {!applied && <Unredacted file={file} />}
      {draft.wasChanged && (
        <Alert tone="warning" onClose={draft.dismiss}>
          Someone else changed this draft. Yours and theirs are both here.
        </Alert>
      )}
      {isEdited && (
        <RedactionTools
          askPlaces={askPlaces}
          areas={areas}
          page={page}
          reason={reason}
          onReason={setReason}
          onFound={setFound}
          onCover={cover}
          onWords={() => setDialog('words')}
          onFind={() => void autosave.flush().then((isSaved) => isSaved && setDialog('find'))}
          onUndo={draft.undo}
          onRedo={draft.redo}
        />
      )}
      <Beside>
        <Shown>
          {isLooking && applied ? (
            <LookAtResult file={file} redactionId={applied.id} />
          ) : (
            <RedactionPages
              name={file.name}
              source={source}
              known={known}
              areas={areas}
              found={found.filter((place) => !isCovered(place, areas))}
              chosen={chosen}
              onChoose={setChosen}
              onDraw={
                isEdited
                  ? (number, box) => add([{ page: number, boxes: [box], kind: 'AREA', words: null }])
                  : undefined
              }
              onChange={(key, boxes) => update(key, { boxes })}
              onRemove={remove}
              onReason={focusReason}
              onPage={setPage}
              onLost={onLost}
            />
          )}
        </Shown>
        <Side aria-label="Areas">
          <p>
            {areas.length === 1 ? '1 area' : `${areas.length} areas`}
            <span>on {pagesWith === 1 ? '1 page' : `${pagesWith} pages`}</span>
          </p>
          <AreaList
            areas={areas}
            chosen={chosen}
            onChoose={setChosen}
            onReason={isEdited ? (key, text) => update(key, { reason: text }) : undefined}
            onRemove={remove}
          />
          {remarks.length > 0 && (
            <Alert tone="warning">
              <Notes>
                {remarks.map((remark) => (
                  <li key={remark}>{remark}</li>
                ))}
              </Notes>
            </Alert>
          )}
        </Side>
      </Beside>
      {dialog === 'words' && (
        <WordsDialog
          page={page}
          words={source.wordsOf(page - 1)}
          askPlaces={askPlaces}
          onCover={cover}
          onClose={close}
        />
      )}
      {dialog === 'find' && (
        <FindMarksDialog
          documents={[file]}
          folder={file.ancestors.at(-1)}
          onFound={onFound}
          onClose={close}
        />
      )}
      {dialog === 'apply' && (
        <ApplyDialog
          name={file.name}
          areas={areas.length}
          pages={pagesWith}
          busy={applying.busy}
          error={applying.problem?.message}
          onConfirm={() => void apply()}
          onClose={close}
        />
      )}
      {(dialog === 'discard' || dialog === 'takeBack') && (
        <QuestionDialog
          kind={dialog}
          busy={discarding.busy || takingBack.busy}
          error={discarding.problem?.message ?? takingBack.problem?.message}
          onConfirm={() => void confirm()}
          onClose={close}
        />
      )}
    </Shown>
  )
}
