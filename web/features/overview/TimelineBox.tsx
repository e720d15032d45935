import Button from '@mui/material/Button'
import { IconPlus } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useAction } from '../../graphql/useAction.ts'
import { useReading } from '../../graphql/useReading.ts'
import { ErrorState, Loading, lazily, SkeletonLines } from '../../ui/index.ts'
import { styled } from '../../ui/theme/styled.tsx'
import type { OverviewEntity } from './entity.ts'
import { editsOverview } from './entity.ts'
import { MilestoneRow } from './MilestoneRow.tsx'
import {
  CreateMilestoneDocument,
  DeleteMilestoneDocument,
  type MilestoneTextFragment,
  OverviewTimelineDocument,
  ReorderMilestoneDocument,
} from './operations.generated.ts'

const DeleteDialog = lazily(async () => (await import('./DeleteDialog.tsx')).DeleteDialog)
const MilestoneEditor = lazily(async () => (await import('./MilestoneEditor.tsx')).MilestoneEditor)

const Box = styled('section')(({ theme }) => ({
  margin: '26px 0 18px',
  '&& > ol': { maxWidth: 'none', margin: 0, padding: 0, listStyle: 'none' },
  '& > header': { display: 'flex', alignItems: 'center', gap: 16, minHeight: 36, marginBottom: 4 },
  '& > header button': { color: theme.vars.palette.accent.text },
  '& > header > strong': { ...theme.typography.h3, flex: 1 },
}))

const Note = styled('p')(({ theme }) => ({
  ...theme.typography.note,
}))

interface TimelineBoxProps {
  entity: OverviewEntity
  timelineId: string
  /** Whether its controls are shown to whoever may edit it. */
  editable: boolean
}

/** A timeline with its milestones (TIME-04), which whoever may edit it changes in their place (TIME-12). */
export function TimelineBox({ entity, timelineId, editable }: TimelineBoxProps) {
  const { data, loading, error, refetch } = useReading(OverviewTimelineDocument, { timelineId })
  const [open, setOpen] = useState<string | null>(null)
  // Of the milestone that was just made: cancelled, it goes again.
  const [made, setMade] = useState<string | null>(null)
  const box = useRef<HTMLElement>(null)
  const [deleted, setDeleted] = useState<MilestoneTextFragment | null>(null)
  const reread = { refresh: refetch }
  const create = useAction(CreateMilestoneDocument, reread)
  const discard = useAction(DeleteMilestoneDocument, reread)
  const reorder = useAction(ReorderMilestoneDocument, reread)
  const timeline = data?.timeline
  // That of another entity is none of this page's: those who read this one may not see it.
  if (error?.code === 'NOT_FOUND' || (timeline && timeline.subjectId !== entity.id)) {
    // TIME-16
    return editsOverview(entity) ? (
      <Note>There is no timeline with this id here. Insert a new one, or correct the id.</Note>
    ) : null
  }
  if (!timeline) {
    return (
      <Loading active={loading} skeleton={<SkeletonLines />}>
        {error && <ErrorState {...error} />}
      </Loading>
    )
  }
  const canEdit = editable && timeline.canEdit
  const { milestones } = timeline
  const add = async () => {
    const answer = await create.act({ timelineId })
    if (!answer) return
    setMade(answer.createMilestone.milestone.id)
    setOpen(answer.createMilestone.milestone.id)
  }
  /** The focus goes back to where the editor was opened from. */
  const close = async (id: string) => {
    if (id === made) await discard.act({ milestoneId: id })
    flushSync(() => setOpen(null))
    const selector = id === made ? '[data-add]' : `[data-milestone="${CSS.escape(id)}"] button`
    ;[...(box.current?.querySelectorAll<HTMLElement>(selector) ?? [])].at(-1)?.focus()
  }
  const problem = create.problem ?? discard.problem ?? reorder.problem
  return (
    <Box ref={box} aria-label={timeline.name}>
      <header>
        <strong>{timeline.name}</strong>
        {canEdit && (
          <Button data-add="" variant="text" startIcon={<IconPlus />} disabled={create.busy} onClick={add}>
            New milestone
          </Button>
        )}
      </header>
      {problem && <ErrorState message={problem.message} />}
      <ol>
        {milestones.map((milestone, at) =>
          open === milestone.id ? (
            <MilestoneEditor
              key={milestone.id}
              milestone={milestone}
              onClose={() => void close(milestone.id)}
              onSaved={async () => {
                setMade(null)
                await refetch()
                setOpen(null)
              }}
            />
          ) : (
            <MilestoneRow
              key={milestone.id}
              milestone={milestone}
              {...(canEdit && {
                // TIME-07, TIME-10
                controls: {
                  up: at > 0 ? () => reorder.act({ milestoneId: milestone.id, up: true }) : undefined,
                  down:
                    at < milestones.length - 1
                      ? () => reorder.act({ milestoneId: milestone.id, up: false })
                      : undefined,
                  edit: () => setOpen(milestone.id),
                  remove: milestones.length > 1 ? () => setDeleted(milestone) : undefined,
                  busy: reorder.busy,
                },
              })}
            />
          ),
        )}
      </ol>
      {deleted && (
        <DeleteDialog
          what="milestone"
          sentence={`“${deleted.title || 'Untitled milestone'}” will be deleted.`}
          mutation={DeleteMilestoneDocument}
          variables={{ milestoneId: deleted.id }}
          onClose={() => setDeleted(null)}
          onDeleted={async () => {
            await refetch()
            setDeleted(null)
          }}
        />
      )}
    </Box>
  )
}
