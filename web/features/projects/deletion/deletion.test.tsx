// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { organisation, viewerOf } from '../../../testing/fixtures.ts'
import { by, renderAt, setWindowWidth } from '../../../testing/renderAt.tsx'
import { projectWith } from '../detail/detail.fixture.ts'

const MERIDIAN = organisation('Meridian', ['PROJECTS_VIEW', 'PROJECTS_ADMIN'])
const removal = (given: object = {}) => ({
  data: {
    projectRemoval: {
      __typename: 'ProjectRemoval',
      count: 1,
      names: ['Harlan County Solar'],
      problem: null,
      portfolios: [{ __typename: 'Portfolio', id: 'room-1', name: 'Republican Valley' }],
      ...given,
    },
  },
})

/** The page of a project, or the import of a deal room, with what is deleted. */
function open(address: string, answer = removal()) {
  const sent: Record<string, unknown>[] = []
  const page = renderAt(address, {
    Viewer: viewerOf([MERIDIAN]),
    ProjectPage: { data: { project: projectWith({ mayEdit: true }) } },
    ProjectCrossLinks: { data: { projectCrossLinks: [] } },
    ProjectsPage: {
      data: {
        projects: {
          __typename: 'ProjectCollection',
          projects: [],
          mayCreate: true,
          aggregations: {
            __typename: 'ProjectAggregations',
            count: 0,
            totalCapacity: 0,
            minCapacity: null,
            maxCapacity: null,
          },
        },
      },
    },
    ProjectPortfolios: { data: { portfolios: [] } },
    ImportPage: {
      data: {
        portfolio: {
          __typename: 'Portfolio',
          id: 'room-1',
          name: 'Valley',
          slug: 'valley',
          permissions: ['DEALROOM_ADMIN'],
          projectCount: 3,
          org: { __typename: 'Organization', id: 'org-Meridian', slug: 'meridian' },
        },
      },
    },
    ProjectImports: {
      data: {
        projectImports: [
          { __typename: 'ProjectImport', id: 'import-1', at: '2026-03-01T14:41:00Z', count: 4234 },
        ],
      },
    },
    ProjectRemoval: answer,
    DeleteProjects: by((variables) => {
      sent.push(variables)
      return {
        data: { deleteProjects: { __typename: 'DeleteProjectsPayload', count: Number(variables.count) } },
      }
    }),
  })
  return { ...page, sent, user: userEvent.setup() }
}

beforeEach(() => setWindowWidth(1440))

test('BO-03 BO-05 a project is deleted once its name is typed, and the dialog says by what it is held', async () => {
  const { sent, user, router } = open('/meridian/projects/project-1')
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByText(/It leaves 1 deal room: Republican Valley\./)
  const typed = within(dialog).getByRole('textbox')
  await user.type(typed, 'Harlan')
  const press = () => user.click(within(dialog).getByRole('button', { name: 'Delete project' }))
  await press()
  await within(dialog).findByText('Please type Harlan County Solar.')
  expect(sent).toEqual([])
  await user.type(typed, ' County Solar')
  await press()
  await waitFor(() => expect(router.state.location.pathname).toBe('/meridian/projects'))
  expect(sent).toEqual([{ orgSlug: 'meridian', of: { projectIds: ['project-1'] }, count: 1 }])
})

test('BO-03 all of an import are deleted once their number is typed', async () => {
  const { sent, user } = open(
    '/tagauks/portfolios/portfolio/room-1/import',
    removal({ count: 4234, names: ['A', 'B', 'C', 'D', 'E'] }),
  )
  await user.click(await screen.findByRole('button', { name: 'Delete 4,234 projects' }))
  const dialog = await screen.findByRole('dialog', { name: /Delete 4,234 projects/ })
  within(dialog).getByText('A, B, C, D, E and 4,229 more')
  await user.type(within(dialog).getByRole('textbox'), '4,234')
  await user.click(within(dialog).getByRole('button', { name: 'Delete 4,234 projects' }))
  await screen.findByText('4,234 projects deleted')
  expect(sent).toEqual([{ orgSlug: 'meridian', of: { importId: 'import-1' }, count: 4234 }])
})

test('BO-05 what others keep is not offered for deletion, and who keeps it is said', async () => {
  const problem = 'Only its deal room admins remove projects from Valley.'
  const { user } = open('/meridian/projects/project-1', removal({ problem }))
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByText(problem)
  expect(within(dialog).queryByRole('textbox')).toBeNull()
  expect(within(dialog).queryByRole('button', { name: 'Delete project' })).toBeNull()
})
