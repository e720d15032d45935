import {
  ADMINS,
  allowed,
  DEALROOM_ADMINS_SOMEWHERE,
  EDITORS,
  lacking,
  lackingInOrganisation,
  list,
  MEMBERS,
  names,
  ORGANISATION_ADMINS,
  object,
  type Row,
  USERS_ADMINS,
  without,
} from './row.ts'

const emails = (data: unknown) => list(data).map(({ id }) => id)

/** Deal rooms as they are listed, created, set up and removed (DRM-24). */
export const ROOM_ROWS: readonly Row[] = [
  {
    field: 'Query.orgPortfolios',
    title: 'lists rooms for whoever gives access to them, drafts for admins (DRM-25)',
    query: '{ orgPortfolios(orgSlug: "matrix-fund") { name revision isSystemSizeDynamic } }',
    variables: () => ({}),
    expected: allowed(USERS_ADMINS, lackingInOrganisation(USERS_ADMINS)),
    holds: (data, persona) =>
      names(data).includes('Matrix One') &&
      names(data).includes('Matrix Draft') === (persona !== 'usersAdmin'),
  },
  {
    field: 'Query.dealRooms',
    title: 'is for ORG_ADMIN and USERS_ADMIN (DRM-24)',
    query: '{ dealRooms(orgSlug: "matrix-fund", search: "matrix") { count portfolios { name } } }',
    variables: () => ({}),
    expected: allowed(USERS_ADMINS, lackingInOrganisation(USERS_ADMINS)),
    holds: (data, persona) => {
      const seen = names(object(data).portfolios)
      const draft = seen.includes('Matrix Draft') === (persona !== 'usersAdmin')
      return seen.includes('Matrix One') && draft && Number(object(data).count) >= seen.length
    },
  },
  {
    field: 'Query.orgUsers',
    title: 'is for who chooses among users',
    query: '{ orgUsers(orgSlug: "matrix-fund") { id } }',
    variables: () => ({}),
    expected: allowed([...USERS_ADMINS, ...DEALROOM_ADMINS_SOMEWHERE], lackingInOrganisation([])),
    holds: (data) => emails(data).length >= 9,
  },
  {
    field: 'Query.portfolioUsers',
    title: 'is for who chooses among users of the room',
    query: 'query($id: ID!) { portfolioUsers(portfolioId: $id, search: "matrix") { id } }',
    variables: ({ bare }) => ({ id: bare.id }),
    expected: allowed([...USERS_ADMINS, 'dealAdmin'], lacking([...USERS_ADMINS, 'dealAdmin'])),
    holds: (data) => emails(data).length >= 9,
  },
  {
    field: 'Query.portfolioUsers',
    title:
      'names those of their own groups to who opens the checklist, all to the deal team, rivals never (CHK-40, API-106)',
    query: 'query($id: ID!) { portfolioUsers(portfolioId: $id, search: "matrix") { id } }',
    variables: ({ portfolio }) => ({ id: portfolio.id }),
    expected: allowed(MEMBERS),
    holds: (data, persona, { people }) =>
      [...EDITORS, 'usersAdmin'].includes(persona)
        ? emails(data).length >= 9
        : JSON.stringify(emails(data)) === JSON.stringify([people[persona]]),
  },
  {
    field: 'Mutation.createPortfolio',
    title: 'is for ORG_ADMIN (DRM-24)',
    query:
      'mutation { createPortfolio(orgSlug: "matrix-fund", name: "Made in matrix") { portfolio { name status systemSize } errors { field } } }',
    variables: () => ({}),
    expected: allowed(ORGANISATION_ADMINS, lackingInOrganisation(ORGANISATION_ADMINS)),
    holds: (data) => object(object(data).portfolio).status === 'DRAFT',
  },
  {
    field: 'Mutation.updatePortfolio',
    title: 'is for DEALROOM_ADMIN on the room (DRM-24)',
    query:
      'mutation($id: ID!) { updatePortfolio(orgSlug: "matrix-fund", portfolioId: $id, headerEnabled: true) { portfolio { headerEnabled } errors { field } } }',
    variables: ({ bare }) => ({ id: bare.id }),
    expected: allowed(ADMINS, lacking(ADMINS)),
    holds: (data) => object(object(data).portfolio).headerEnabled === true,
  },
  {
    field: 'Mutation.updatePortfolio',
    title: 'of a draft',
    query:
      'mutation($id: ID!) { updatePortfolio(orgSlug: "matrix-fund", portfolioId: $id, headerEnabled: true) { portfolio { headerEnabled } errors { field } } }',
    variables: ({ draft }) => ({ id: draft.id }),
    expected: allowed(without(ADMINS, 'dealAdmin')),
    holds: (data) => object(object(data).portfolio).headerEnabled === true,
  },
  ...(['PREPARATION', 'OPEN'] as const).map(
    (phase): Row => ({
      field: 'Mutation.setRoomPhase',
      title: `gives a room the phase ${phase} for DEALROOM_ADMIN on it (STAGE-01)`,
      query:
        'mutation($id: ID!, $phase: RoomPhase!) { setRoomPhase(portfolioId: $id, phase: $phase) { phase } }',
      variables: ({ bare }) => ({ id: bare.id, phase }),
      expected: allowed(ADMINS, lacking(ADMINS)),
      holds: (data) => object(data).phase === phase,
    }),
  ),
  {
    field: 'Mutation.setGroupAccessEnd',
    title: 'is for DEALROOM_ADMIN on the room (STAGE-10)',
    query:
      'mutation($id: ID!, $group: ID!) { setGroupAccessEnd(portfolioId: $id, groupId: $group) { success errors { message } } }',
    variables: ({ bare, viewerGroup }) => ({ id: bare.id, group: viewerGroup }),
    expected: allowed(ADMINS, lacking(ADMINS)),
    holds: (data) => object(data).success === true,
  },
  {
    field: 'Query.portfolio',
    title: 'tells admins of the room alone when its groups lose it (STAGE-10)',
    query: 'query($id: ID!) { portfolio(id: $id) { groupAccess { items { name endsAt } } } }',
    variables: ({ bare }) => ({ id: bare.id }),
    expected: allowed(MEMBERS),
    holds: (data, persona) => (object(data).groupAccess !== null) === ADMINS.includes(persona),
  },
  {
    field: 'Query.roomReadiness',
    title: 'is for DEALROOM_ADMIN on the room (STAGE-07)',
    query: 'query($id: ID!) { roomReadiness(portfolioId: $id) { kind text path count } }',
    variables: ({ portfolio }) => ({ id: portfolio.id }),
    expected: allowed(ADMINS, lacking(ADMINS)),
    holds: (data) => list(data).every(({ path }) => String(path).startsWith('/')),
  },
  ...[true, false].map(
    (isFrozen): Row => ({
      field: 'Mutation.freezeRoom',
      title: `${isFrozen ? 'freezes' : 'unfreezes'} a room for DEALROOM_ADMIN on it (STAGE-09)`,
      query:
        'mutation($id: ID!, $on: Boolean!) { freezeRoom(portfolioId: $id, isFrozen: $on) { frozenSince } }',
      variables: ({ bare }) => ({ id: bare.id, on: isFrozen }),
      expected: allowed(ADMINS, lacking(ADMINS)),
      holds: (data) => (object(data).frozenSince !== null) === isFrozen,
    }),
  ),
  {
    field: 'Mutation.setLegalHold',
    title: 'is for ORG_ADMIN (STAGE-12)',
    query: 'mutation($id: ID!) { setLegalHold(portfolioId: $id, reason: "Dispute") { legalHold } }',
    variables: ({ bare }) => ({ id: bare.id }),
    expected: allowed(ORGANISATION_ADMINS, lacking(ORGANISATION_ADMINS)),
    holds: (data) => /^Set on .*: Dispute$/.test(String(object(data).legalHold)),
  },
  {
    field: 'Query.portfolio',
    title: 'tells admins of the room of its legal hold (STAGE-12)',
    query: 'query($id: ID!) { portfolio(id: $id) { legalHold } }',
    variables: ({ bare }) => ({ id: bare.id }),
    expected: allowed(MEMBERS),
    holds: (data, persona) => (object(data).legalHold !== null) === ADMINS.includes(persona),
  },
  {
    field: 'Mutation.deletePortfolio',
    title: 'is for DEALROOM_ADMIN on the room (DRM-24)',
    query: 'mutation($id: ID!) { deletePortfolio(orgSlug: "matrix-fund", portfolioId: $id) { id } }',
    variables: ({ closing, bare }, persona) => ({ id: closing[persona] ?? bare.id }),
    expected: allowed(ADMINS, lacking(ADMINS)),
    holds: (data, persona, { closing }) => object(data).id === closing[persona],
  },
]
