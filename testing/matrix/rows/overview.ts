import { widePng } from '../../hostileFiles.ts'
import type { Persona, World } from '../world.ts'
import { ADMINS, allowed, lacking, list, object, READERS, type Row } from './row.ts'

/** Who sees the page that is restricted to the bidder's group. */
const IN_CLOSED: readonly Persona[] = [...ADMINS, 'bidder']
/** A page is not there for who doesn't see it; who does learns that they lack another right. */
const PAGE_ADMINS = allowed(ADMINS, { FORBIDDEN: READERS.filter((each) => !ADMINS.includes(each)) })
const ENTITY_ADMINS = allowed(ADMINS, lacking(ADMINS))

const change = (
  field: string,
  query: string,
  of: (world: World) => Record<string, unknown>,
  expected: Row['expected'] = PAGE_ADMINS,
): Row => ({
  field: `Mutation.${field}`,
  title: 'is for deal-room admins (SUBP-32, TIME-13)',
  query,
  variables: of,
  expected,
  holds: (data) => Object.keys(object(data)).length > 0,
})

/** Pages, images and timelines of an overview. */
export const OVERVIEW_ROWS: readonly Row[] = [
  {
    field: 'Query.portfolio',
    title: 'SUBP-29 SUBP-33 has the pages that one sees, whose groups deal-room admins are told',
    query:
      'query($id: ID!) { portfolio(id: $id) { hasSubpages subpages { title groups { name } } closed: subpage(slug: "matrix-closed") { title } netYields { year } } }',
    variables: ({ portfolio }) => ({ id: portfolio.id }),
    expected: allowed([...READERS, 'usersAdmin', 'reports', 'guest']),
    holds: (data, persona) => {
      const { subpages, closed, hasSubpages } = object(data)
      const titles = list(subpages).map(({ title }) => title)
      const groups = list(subpages).flatMap(({ groups: named }) => list(named))
      return (
        hasSubpages === true &&
        titles.includes('Matrix open') === READERS.includes(persona) &&
        titles.includes('Matrix closed') === IN_CLOSED.includes(persona) &&
        (closed !== null) === IN_CLOSED.includes(persona) &&
        groups.length > 0 === ADMINS.includes(persona)
      )
    },
  },
  {
    field: 'Query.timeline',
    title: 'TIME-12 TIME-13 is there for who sees the overview, to be edited by deal-room admins',
    query: 'query($id: ID!) { timeline(timelineId: $id) { canEdit milestones { title } } }',
    variables: ({ timeline }) => ({ id: timeline }),
    expected: allowed(READERS),
    holds: (data, persona) => object(data).canEdit === ADMINS.includes(persona),
  },
  {
    field: 'Query.subpageMedia',
    title: 'SUBP-33 follows the page',
    query: 'query($id: ID!) { subpageMedia(subpageId: $id, subjectType: PORTFOLIO) { url } }',
    variables: ({ closedPage }) => ({ id: closedPage }),
    expected: allowed(IN_CLOSED),
    holds: (data) => list(data).length === 0,
  },
  {
    field: 'Query.subpagePrincipals',
    title: 'SUBP-28 is for deal-room admins',
    query: 'query($id: ID!) { subpagePrincipals(subjectId: $id, subjectType: PORTFOLIO) { name } }',
    variables: ({ portfolio }) => ({ id: portfolio.id }),
    expected: ENTITY_ADMINS,
    holds: (data) => list(data).some(({ name }) => name === 'Group of bidder'),
  },
  change(
    'createSubpage',
    'mutation($id: ID!) { createSubpage(subjectId: $id, subjectType: PORTFOLIO, title: "Matrix new") { subpage { id } } }',
    ({ portfolio }) => ({ id: portfolio.id }),
    ENTITY_ADMINS,
  ),
  change(
    'updateSubpage',
    'mutation($id: ID!) { updateSubpage(id: $id, subjectType: PORTFOLIO, description: "Matrix text") { subpage { id } } }',
    ({ openPage }) => ({ id: openPage }),
  ),
  change(
    'reorderSubpage',
    'mutation($id: ID!) { reorderSubpage(subpageId: $id, subjectType: PORTFOLIO, up: true) { subpage { id } } }',
    ({ openPage }) => ({ id: openPage }),
  ),
  change(
    'createSubpageMedia',
    'mutation($id: ID!, $portfolio: ID!, $file: Upload!) { createSubpageMedia(subpageId: $id, subjectId: $portfolio, subjectType: PORTFOLIO, file: $file) { subpageMedia { url } } }',
    ({ openPage, portfolio }) => ({
      id: openPage,
      portfolio: portfolio.id,
      file: new File([new Uint8Array(widePng(9, 9))], 'site.png'),
    }),
  ),
  change(
    'createTimeline',
    'mutation($id: ID!) { createTimeline(subjectType: PORTFOLIO, subjectId: $id) { id } }',
    ({ portfolio }) => ({ id: portfolio.id }),
    ENTITY_ADMINS,
  ),
  change(
    'createMilestone',
    'mutation($id: ID!) { createMilestone(timelineId: $id) { milestone { id } } }',
    ({ timeline }) => ({ id: timeline }),
  ),
  change(
    'updateMilestone',
    'mutation($id: ID!) { updateMilestone(milestoneId: $id, title: "Matrix step") { milestone { id } } }',
    ({ milestone }) => ({ id: milestone }),
  ),
  change(
    'reorderMilestone',
    'mutation($id: ID!) { reorderMilestone(milestoneId: $id, up: false) { timeline { id } } }',
    ({ milestone }) => ({ id: milestone }),
  ),
  {
    field: 'Mutation.deleteMilestone',
    title: 'is for deal-room admins; an unknown one is alike for all',
    query: 'mutation($id: ID!) { deleteMilestone(milestoneId: $id) { timeline { id } } }',
    variables: ({ portfolio }) => ({ id: portfolio.id }),
    expected: allowed([]),
    holds: () => true,
  },
  {
    field: 'Mutation.deleteSubpageMedia',
    title: 'an unknown one is alike for all',
    query: 'mutation($id: ID!) { deleteSubpageMedia(mediaId: $id, subjectType: PORTFOLIO) { success } }',
    variables: ({ timeline }) => ({ id: timeline }),
    expected: allowed([]),
    holds: () => true,
  },
  {
    field: 'Mutation.deleteSubpage',
    title: 'an unknown one is alike for all',
    query: 'mutation($id: ID!) { deleteSubpage(subpageId: $id, subjectType: PORTFOLIO) { success } }',
    variables: ({ timeline }) => ({ id: timeline }),
    expected: allowed([]),
    holds: () => true,
  },
]
