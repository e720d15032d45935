import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { by, refused, renderAt, savedFirst } from '../../testing/renderAt.tsx'
import { ADMIN, answers, at, READS, text } from './overview.fixture.tsx'

const milestone = (title: string, order: number, status = 'ACTIVE') => ({
  __typename: 'Milestone',
  id: `step-${title}`,
  dueDate: '31 Dec 2026',
  title,
  body: `About **${title}**`,
  order,
  status,
  revision: 1,
})

const timeline = (canEdit: boolean, titles: readonly string[]) => ({
  data: {
    timeline: {
      __typename: 'Timeline',
      id: 'line',
      name: 'Timeline',
      subjectId: 'portfolio-Prairie Sun',
      canEdit,
      milestones: titles.map((title, order) => milestone(title, order, order === 0 ? 'COMPLETE' : 'ACTIVE')),
    },
  },
})

test('API-096 TIME-01 TIME-03 TIME-04 TIME-07 TIME-10 TIME-12 milestones show in order; who may edit them has their controls', async () => {
  const page = text('Works', { description: '<Timeline id="line" />' })
  const { unmount } = renderAt(at('works'), {
    ...answers([page]),
    OverviewTimeline: timeline(false, ['Repowering', 'Conversion']),
  })
  await screen.findByText('Repowering', { selector: 'div > strong' })
  expect(screen.getByText('Complete')).toBeDefined()
  expect(screen.getByText('In progress')).toBeDefined()
  expect(screen.queryByRole('button', { name: /Edit|Delete|Move/ })).toBeNull()
  unmount()
  renderAt(at('works'), {
    ...answers([page], ADMIN),
    OverviewTimeline: timeline(true, ['Repowering', 'Conversion']),
  })
  await screen.findByRole('button', { name: 'Move Repowering down' })
  expect(screen.queryByRole('button', { name: 'Move Repowering up' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Move Conversion up' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Move Conversion down' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Actions for Conversion' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete milestone' }))
  expect(await screen.findByRole('dialog', { name: 'Delete milestone' })).toBeDefined()
})

test('TIME-05 TIME-10 a milestone is edited in its place, and Cancel goes back; the only one can’t be deleted', async () => {
  renderAt(at('works'), {
    ...answers([text('Works', { description: '<Timeline id="line" />' })], ADMIN),
    OverviewTimeline: timeline(true, ['Repowering']),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Edit Repowering' }))
  const title = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Title' })
  fireEvent.change(title, { target: { value: 'Other' } })
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Leave without saving' }))
  await screen.findByRole('button', { name: 'Edit Repowering' })
  fireEvent.click(screen.getByRole('button', { name: 'Actions for Repowering' }))
  await screen.findByRole('menuitem', { name: 'Edit' })
  expect(screen.queryByRole('menuitem', { name: /Delete|Move/ })).toBeNull()
})

test('TIME-16 an unknown timeline shows nothing to readers, and a note to editors', async () => {
  const page = text('Works', { description: 'Before\n\n<Timeline id="41" />' })
  const unknown = { OverviewTimeline: refused('NOT_FOUND', 'Timeline not found.') }
  const { unmount } = renderAt(at('works'), answers([page], READS, unknown))
  await screen.findByText('Before')
  await waitFor(() => expect(screen.queryByText(/no timeline/)).toBeNull())
  unmount()
  renderAt(at('works'), answers([page], ADMIN, unknown))
  await screen.findByText(/There is no timeline with this id/)
})

test('TIME-16 a timeline of another entity is shown to nobody, and a note to editors, who may see it there', async () => {
  const page = text('Works', { description: 'Before\n\n<Timeline id="line" />' })
  const { timeline: mine } = timeline(true, ['Repowering']).data
  const foreign = { OverviewTimeline: { data: { timeline: { ...mine, subjectId: 'company-1' } } } }
  renderAt(at('works'), answers([page], ADMIN, foreign))
  await screen.findByText(/There is no timeline with this id here/)
  expect(screen.queryByText('Repowering')).toBeNull()
})

test('of two who edit one milestone the second reads what it has become, its status included, and can save', async () => {
  const newer = { dueDate: '2027', title: 'Theirs', body: '', status: 'COMPLETE' } as const
  const sent: unknown[] = []
  renderAt(at('works'), {
    ...answers([text('Works', { description: '<Timeline id="line" />' })], ADMIN),
    OverviewTimeline: timeline(true, ['First', 'Repowering']),
    UpdateMilestone: by(({ revision }) => {
      sent.push(revision)
      return savedFirst({ of: 'milestone', revision: 2, newer })
    }),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Edit Repowering' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }))
  const panel = within(await screen.findByRole('region', { name: 'Someone else saved meanwhile' }))
  panel.getByText(/Your changes don’t overlap/)
  expect(panel.getAllByRole('listitem').map((each) => each.textContent)).toEqual([
    'Due date31 Dec 2026 → 2027',
    'TitleRepowering → Theirs',
    'StatusIn progress → Complete',
    'TextAbout **Repowering** → –',
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toEqual([1, 2]))
})

test('TIME-05 TIME-08 a new milestone that is cancelled goes again, and the focus goes back to its button', async () => {
  let titles = ['Repowering']
  const deleted: unknown[] = []
  renderAt(at('works'), {
    ...answers([text('Works', { description: '<Timeline id="line" />' })], ADMIN),
    OverviewTimeline: by(() => timeline(true, titles)),
    CreateMilestone: by(() => {
      titles = ['Repowering', 'New']
      return {
        data: {
          createMilestone: { __typename: 'CreateMilestonePayload', milestone: milestone('New', 1) },
        },
      }
    }),
    DeleteMilestone: by(({ milestoneId }) => {
      deleted.push(milestoneId)
      titles = ['Repowering']
      return {
        data: {
          deleteMilestone: {
            __typename: 'DeleteMilestonePayload',
            timeline: { __typename: 'Timeline', id: 'line', milestones: [milestone('Repowering', 0)] },
          },
        },
      }
    }),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'New milestone' }))
  await screen.findByRole('textbox', { name: 'Title' })
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Title' })).toBeNull())
  expect(deleted).toEqual(['step-New'])
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'New milestone' })),
  )
  fireEvent.click(screen.getByRole('button', { name: 'Edit Repowering' }))
  await screen.findByRole('textbox', { name: 'Title' })
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Actions for Repowering' })),
  )
  expect(deleted).toHaveLength(1)
})
