import type { Persona } from '../world.ts'
import { ADMINS, allowed, EDITORS, lacking, list, MEMBERS, names, object, READERS, type Row } from './row.ts'

const UNKNOWN = '018f0000-0000-7000-8000-000000000000'

/** Who edits documents or administers something of the room (QA-40). */
const DEAL_TEAM = EDITORS
const seesBidders = (persona: Persona) => persona === 'bidder' || DEAL_TEAM.includes(persona)

/** Checklists: whoever sees the portfolio opens them and comments, CHECKLISTS_ADMIN changes them (CHK-39). */
export const CHECKLIST_ROWS: readonly Row[] = [
  {
    field: 'Query.activeChecklists',
    title: 'are shown to whoever sees the portfolio, inactive ones to nobody (CHK-46)',
    query: 'query($id: ID!) { activeChecklists(portfolioId: $id) { id name } }',
    variables: ({ portfolio }) => ({ id: portfolio.id }),
    expected: allowed(MEMBERS),
    holds: (data, _persona, { checklist }) => list(data).length === 1 && list(data)[0]?.id === checklist,
  },
  {
    field: 'Query.activeChecklists',
    title: 'are none where the portfolio does not show any (CHK-45)',
    query: 'query($id: ID!) { activeChecklists(portfolioId: $id) { id name } }',
    variables: ({ bare }) => ({ id: bare.id }),
    expected: allowed(MEMBERS),
    holds: (data) => list(data).length === 0,
  },
  {
    field: 'Query.checklist',
    title: 'is for whoever sees the portfolio (CHK-28, CHK-39)',
    query:
      'query($id: ID!) { checklist(checklistId: $id) { name portfolioId categories { name children { name } } items { id status userId } assignees { fullName } } }',
    variables: ({ checklist }) => ({ id: checklist }),
    expected: allowed(MEMBERS),
    holds: (data, _persona, { item }) =>
      names(object(data).categories).includes('Site control') &&
      list(object(data).items).some((each) => each.id === item && each.status === 'STATE_REQUESTED'),
  },
  {
    field: 'Query.checklist',
    title: 'that is inactive is unknown to everybody',
    query: 'query($id: ID!) { checklist(checklistId: $id) { name } }',
    variables: ({ idleChecklist }) => ({ id: idleChecklist }),
    expected: allowed([]),
    holds: () => false,
  },
  {
    field: 'Query.checklistComments',
    title: 'are for whoever sees the portfolio',
    query: 'query($id: ID!) { checklistComments(itemId: $id) { comment user { fullname } } }',
    variables: ({ item }) => ({ id: item }),
    expected: allowed(MEMBERS),
    holds: (data) => Array.isArray(data),
  },
  {
    field: 'Query.checklistComments',
    title: 'of a party are for it and the deal team, and so is their number (CHK-47)',
    query:
      'query($id: ID!) { checklistComments(itemId: $id) { comment user { company } audience isRemoved canChange } }',
    variables: ({ item }) => ({ id: item }),
    expected: allowed(MEMBERS),
    holds: (data, persona) =>
      seesBidders(persona) === list(data).some(({ comment }) => comment === 'We would pay 41') &&
      list(data).every(({ canChange }) => canChange === (persona === 'bidder')),
  },
  {
    field: 'Query.checklist',
    title:
      'counts the comments that are for the viewer, and names parties to the deal team alone (CHK-47, QA-40)',
    query:
      'query($checklist: ID!, $id: ID!) { checklist(checklistId: $checklist) { items(ids: [$id]) { commentCount } parties { name } } }',
    variables: ({ checklist, item }) => ({ checklist, id: item }),
    expected: allowed(MEMBERS),
    holds: (data, persona, { comments }) =>
      list(object(data).items)[0]?.commentCount ===
        (seesBidders(persona) ? Object.keys(comments).length : 0) &&
      (DEAL_TEAM.includes(persona)
        ? names(object(data).parties).includes('Group of rival')
        : object(data).parties === null),
  },
  {
    field: 'Mutation.updateChecklistComment',
    title: 'is for who wrote it; of other parties it is unknown (CHK-48)',
    query:
      'mutation($id: ID!) { updateChecklistComment(id: $id, comment: "We would pay 42") { comment audience } }',
    variables: ({ comments }, persona) => ({ id: comments[persona] }),
    expected: allowed(['bidder'], { FORBIDDEN: DEAL_TEAM }),
    holds: (data) => object(data).comment === 'We would pay 42',
  },
  {
    field: 'Mutation.removeChecklistComment',
    title: 'is for who wrote it and CHECKLISTS_ADMIN; of other parties it is unknown (CHK-48)',
    query: 'mutation($id: ID!) { removeChecklistComment(id: $id) { success } }',
    variables: ({ comments }, persona) => ({ id: comments[persona] }),
    expected: allowed([...ADMINS, 'bidder'], { FORBIDDEN: ['contributor'] }),
    holds: (data) => object(data).success === true,
  },
  {
    field: 'Query.checklistComments',
    title: 'of an item of an inactive checklist are unknown to everybody',
    query: 'query($id: ID!) { checklistComments(itemId: $id) { comment } }',
    variables: ({ idleItem }) => ({ id: idleItem }),
    expected: allowed([]),
    holds: () => false,
  },
  {
    field: 'Query.portfolioProjects',
    title: 'are for whoever opens the checklist (API-106)',
    query: 'query($id: ID!) { portfolioProjects(portfolioId: $id) { name } }',
    variables: ({ portfolio }) => ({ id: portfolio.id }),
    expected: allowed(MEMBERS),
    holds: (data) => names(data).includes('Matrix Solar'),
  },
  {
    field: 'Query.portfolioProjects',
    title: 'need PROJECTS_VIEW where there is no checklist (API-106)',
    query: 'query($id: ID!) { portfolioProjects(portfolioId: $id) { name } }',
    variables: ({ bare }) => ({ id: bare.id }),
    ...(() => {
      return { expected: allowed(READERS, lacking(READERS)) }
    })(),
    holds: (data) => Array.isArray(data),
  },
  {
    field: 'Mutation.updateChecklistItem',
    title: 'needs CHECKLISTS_ADMIN (ORG-48, CHK-39)',
    query:
      'mutation($id: ID!) { updateChecklistItem(id: $id, status: UNDER_REVIEW) { id status userId link } }',
    variables: ({ item }) => ({ id: item }),
    expected: allowed(ADMINS, lacking(ADMINS)),
    holds: (data) => object(data).status === 'UNDER_REVIEW',
  },
  {
    field: 'Mutation.updateChecklistItem',
    title: 'of an unknown item is alike for all',
    query: 'mutation($id: ID!) { updateChecklistItem(id: $id, status: DONE) { id } }',
    variables: () => ({ id: UNKNOWN }),
    expected: allowed([]),
    holds: () => false,
  },
  {
    field: 'Mutation.updateChecklistItems',
    title: 'needs CHECKLISTS_ADMIN (CHK-11, CHK-39)',
    query: 'mutation($ids: [ID!]!) { updateChecklistItems(ids: $ids, link: "/portfolios") { id link } }',
    variables: ({ parentItem }) => ({ ids: [parentItem] }),
    expected: allowed(ADMINS, lacking(ADMINS)),
    holds: (data) => list(data)[0]?.link === '/portfolios',
  },
]
