import type { Persona, World } from '../world.ts'
import {
  ADMINS,
  allowed,
  EVERYBODY,
  lacking,
  lackingInOrganisation,
  list,
  names,
  object,
  READERS,
  type Row,
} from './row.ts'

/** Who administers the next portfolio. */
const NEXT_ADMINS: readonly Persona[] = ['superUser', 'orgAdmin', 'viewerAdminNext', 'nextAdmin']
const NEXT_READERS: readonly Persona[] = [...NEXT_ADMINS, 'viewerBidderNext']
/** Who sees it, and has nothing in it. */
const BESIDES: readonly Persona[] = ['usersAdmin']
const OF_ADMINS = allowed(NEXT_ADMINS, { FORBIDDEN: [...BESIDES, 'viewerBidderNext'] })
const OF_READERS = allowed(NEXT_READERS, { FORBIDDEN: BESIDES })

const closedPageOf = ({ closedPage }: World['next'], viewerRole: string) => ({
  id: closedPage,
  slug: 'next-closed',
  title: 'Next closed',
  description: '',
  restricted: true,
  roles: [{ id: viewerRole, name: 'Viewer' }],
  groups: [],
})

const ofNext = ({ next }: World) => ({ id: next.id, tree: next.documents })

/** What changes the next portfolio, by the name of its field. */
const change = (field: string, query: string, of: (world: World) => Record<string, unknown>): Row => ({
  field: `Mutation.${field}`,
  title: 'of the next portfolio is for those who hold the right there',
  query,
  variables: of,
  expected: OF_ADMINS,
  holds: (data) => Object.keys(object(data)).length > 0,
})

/** The next portfolio: a role on one place is no role on the other (ORG-24). */
export const PLACE_ROWS: readonly Row[] = [
  {
    field: 'Query.portfolio',
    title: 'ORG-24 SUBP-29 SUBP-30 SUBP-31 shows the page that is restricted to a role to who has it there',
    query: `query($id: ID!) {
      portfolio(id: $id) {
        name qAndALogs { name } documentsTree { id }
        subpages { id slug title description restricted roles { id name } groups { id name } }
        closed: subpage(slug: "next-closed") { title }
      }
    }`,
    variables: ofNext,
    expected: allowed([...NEXT_READERS, ...BESIDES]),
    holds: (data, persona, { next, viewerRole }) => {
      const { name, subpages, closed, qAndALogs, documentsTree } = object(data)
      const administers = NEXT_ADMINS.includes(persona)
      return (
        name === 'Matrix Next' &&
        JSON.stringify(subpages) === JSON.stringify(administers ? [closedPageOf(next, viewerRole)] : []) &&
        (closed !== null) === administers &&
        list(qAndALogs).length === (administers ? 1 : 0) &&
        (documentsTree !== null) === NEXT_READERS.includes(persona)
      )
    },
  },
  {
    field: 'Query.portfolios',
    title: 'ORG-24 lists the next portfolio to who holds something there, and the other one by its own roles',
    query: '{ portfolios { name permissions } }',
    variables: () => ({}),
    expected: allowed(EVERYBODY),
    holds: (data, persona) => {
      const of = (name: string) => list(list(data).find((each) => each.name === name)?.permissions)
      const administers = (name: string) => (of(name) as unknown[]).includes('DEALROOM_ADMIN')
      return (
        names(data).includes('Matrix Next') === [...NEXT_READERS, ...BESIDES].includes(persona) &&
        administers('Matrix Next') === NEXT_ADMINS.includes(persona) &&
        administers('Matrix One') === ADMINS.includes(persona)
      )
    },
  },
  {
    field: 'Query.documentTree',
    title: 'of the next portfolio, by the role held there',
    query:
      'query($tree: ID!) { documentTree(treeId: $tree) { canEdit canDelete canEditPermissions canViewAs } }',
    variables: ofNext,
    expected: OF_READERS,
    holds: (data, persona) =>
      Object.values(object(data)).every((may) => may === NEXT_ADMINS.includes(persona)),
  },
  {
    field: 'Query.document',
    title: 'PERM-10 of the next portfolio, which a role may not see, is not opened by another role elsewhere',
    query:
      'query($tree: ID!) { document(treeId: $tree) { childCount folderCount fileCount children { name } } }',
    variables: ofNext,
    expected: OF_READERS,
    holds: (data, persona) =>
      names(object(data).children).join() ===
        (NEXT_ADMINS.includes(persona) ? 'Next closed,Next open' : 'Next open') &&
      object(data).childCount === list(object(data).children).length,
  },
  {
    field: 'Query.document',
    title: 'PERM-10 that is closed to the role held there',
    query: 'query($tree: ID!, $id: ID!) { document(treeId: $tree, documentId: $id) { name } }',
    variables: ({ next }) => ({ tree: next.documents, id: next.closedFile }),
    expected: allowed(NEXT_ADMINS, { FORBIDDEN: BESIDES }),
    holds: (data) => object(data).name === 'next.pdf',
  },
  {
    field: 'Query.search',
    title: 'PERM-10 finds nothing that is closed to the role held there',
    query: 'query($tree: ID!) { search(treeId: $tree, search: "next") { name } }',
    variables: ofNext,
    expected: OF_READERS,
    holds: (data, persona) => names(data).includes('next.pdf') === NEXT_ADMINS.includes(persona),
  },
  {
    field: 'Query.subpageMedia',
    title: 'SUBP-33 of a page that is restricted to a role held elsewhere',
    query: 'query($id: ID!) { subpageMedia(subpageId: $id, subjectType: PORTFOLIO) { url } }',
    variables: ({ next }) => ({ id: next.closedPage }),
    expected: allowed(NEXT_ADMINS),
    holds: (data) => list(data).length === 0,
  },
  {
    field: 'Query.timeline',
    title: 'TIME-13 is edited by who administers its own portfolio',
    query: 'query($id: ID!) { timeline(timelineId: $id) { canEdit } }',
    variables: ({ next }) => ({ id: next.timeline }),
    expected: allowed(NEXT_READERS),
    holds: (data, persona) => object(data).canEdit === NEXT_ADMINS.includes(persona),
  },
  {
    field: 'Query.questionLog',
    title: 'QA-14 that is restricted is there for who administers the logs of its own portfolio',
    query: 'query($id: ID!) { questionLog(logId: $id) { name } }',
    variables: ({ next }) => ({ id: next.closedLog }),
    expected: allowed(NEXT_ADMINS),
    holds: (data) => object(data).name === 'Next closed',
  },
  {
    field: 'Query.project',
    title: 'PROJ-29 is there for who sees the projects of its own portfolio',
    query: 'query($id: ID!) { project(projectId: $id) { name mayMove } }',
    variables: ({ next }) => ({ id: next.project }),
    expected: allowed(NEXT_READERS),
    holds: (data, persona) => object(data).mayMove === NEXT_ADMINS.includes(persona),
  },
  {
    field: 'Query.projects',
    title: 'PROJ-29 lists those of each portfolio in view',
    query:
      '{ projects(orgSlug: "matrix-fund", search: "solar") { projects { name } aggregations { count totalCapacity } } }',
    variables: () => ({}),
    expected: allowed([...READERS, 'guestAdminCompany', 'nextAdmin'], lackingInOrganisation([])),
    holds: (data, persona) => {
      const { projects, aggregations } = object(data)
      return (
        names(projects).includes('Next Solar') === NEXT_READERS.includes(persona) &&
        names(projects).includes('Matrix Solar') === READERS.includes(persona) &&
        object(aggregations).count === names(projects).length
      )
    },
  },
  {
    field: 'Query.portfolioUsers',
    title: 'API-106 names the people of the next portfolio to who chooses among them',
    query: 'query($id: ID!) { portfolioUsers(portfolioId: $id, search: "matrix") { id } }',
    variables: ofNext,
    expected: allowed([...NEXT_READERS, ...BESIDES]),
    holds: (data, persona, { people }) => {
      const seen = list(data).map(({ id }) => id)
      return NEXT_ADMINS.includes(persona) || persona === 'usersAdmin'
        ? seen.includes(people.nextAdmin) && !seen.includes(people.bidder)
        : JSON.stringify(seen) === JSON.stringify([people[persona]])
    },
  },
  {
    field: 'Query.history',
    title: 'ORG-53 of the next portfolio, with the history right there',
    query: 'query($tree: ID!) { history(treeId: $tree) { count } }',
    variables: ofNext,
    expected: OF_ADMINS,
    holds: (data) => Number(object(data).count) > 0,
  },
  {
    field: 'Query.treeUserAnalytics',
    title: 'ANA-16 of the next portfolio',
    query: 'query($tree: ID!) { treeUserAnalytics(treeId: $tree) { count } }',
    variables: ofNext,
    expected: OF_ADMINS,
    holds: (data) => Number(object(data).count) >= 0,
  },
  {
    field: 'Query.exportProjectTemplate',
    title: 'IMP-13 of the next portfolio',
    query: 'query($id: ID!) { exportProjectTemplate(portfolioId: $id) { fileContent } }',
    variables: ofNext,
    expected: OF_ADMINS,
    holds: (data) => String(object(data).fileContent).length > 1000,
  },
  {
    field: 'Mutation.startView',
    title: 'as who has nothing in the room finds nobody; staff know everybody',
    query: 'mutation($t: ID!, $u: ID!) { startView(treeId: $t, userId: $u) { view { id name } } }',
    variables: ({ documents, people }) => ({ t: documents, u: people.nextAdmin }),
    expected: allowed([], { ...lacking(ADMINS), CONFLICT: ['superUser'] }),
    holds: () => false,
  },
  {
    field: 'Mutation.startView',
    title: 'as a group that has nothing in the room is refused, and known to who administers one',
    query: 'mutation($t: ID!, $g: ID!) { startView(treeId: $t, groupId: $g) { view { id name } } }',
    variables: ({ next, bidderGroup }) => ({ t: next.documents, g: bidderGroup }),
    expected: allowed([], { CONFLICT: NEXT_ADMINS, FORBIDDEN: [...BESIDES, 'viewerBidderNext'] }),
    holds: () => false,
  },
  change(
    'updatePortfolio',
    'mutation($id: ID!) { updatePortfolio(orgSlug: "matrix-fund", portfolioId: $id, headerEnabled: true) { portfolio { id } } }',
    ofNext,
  ),
  change(
    'createFolder',
    'mutation($tree: ID!) { createFolder(treeId: $tree, name: "More") { errors { message } } }',
    ofNext,
  ),
  change(
    'createSubpage',
    'mutation($id: ID!) { createSubpage(subjectId: $id, subjectType: PORTFOLIO, title: "More") { subpage { id } } }',
    ofNext,
  ),
  change(
    'createQuestionLog',
    'mutation($id: ID!) { createQuestionLog(subjectType: PORTFOLIO, subjectId: $id, name: "More", restricted: true, groupIds: []) { errors { message } } }',
    ofNext,
  ),
  change(
    'updateChecklistItem',
    'mutation($item: ID!) { updateChecklistItem(id: $item, status: UNDER_REVIEW) { id } }',
    ({ next }) => ({ item: next.item }),
  ),
  {
    ...change(
      'moveProject',
      'mutation($id: ID!) { moveProject(projectId: $id, latitude: 41, longitude: -98) { project { id } } }',
      ({ next }) => ({ id: next.project }),
    ),
    expected: allowed(NEXT_ADMINS, { FORBIDDEN: ['viewerBidderNext'] }),
  },
]
