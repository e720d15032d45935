import { lastSecond } from '../content.ts'
import { ADMINS, allowed, lacking, list, MEMBERS, ORGANISATION_ADMINS, object, type Row } from './row.ts'

/** Certificates of deal rooms, for who administers the room. */
export const PROOF_ROWS: readonly Row[] = [
  {
    field: 'Query.roomProofs',
    title: 'PROOF-09 are for DEALROOM_ADMIN on the room',
    query: 'query($id: ID!) { roomProofs(portfolioId: $id) { count items { id by state urls } } }',
    variables: ({ bare }) => ({ id: bare.id }),
    expected: allowed(ADMINS, lacking(ADMINS)),
    holds: (data) => object(data).count === list(object(data).items).length,
  },
  {
    field: 'Mutation.makeCertificate',
    title: 'PROOF-07 is for DEALROOM_ADMIN on the room',
    query:
      'mutation($id: ID!, $from: DateTime!, $to: DateTime!) { makeCertificate(portfolioId: $id, from: $from, to: $to) { state urls } }',
    variables: ({ bare }) => ({ id: bare.id, ...lastSecond() }),
    expected: allowed(ADMINS, lacking(ADMINS)),
    holds: (data) => object(data).state === 'WAITING',
  },
  {
    field: 'Mutation.makeArchive',
    title: 'ARCH-01 of everything is for DEALROOM_ADMIN on the room with ORG_ADMIN',
    query: 'mutation($id: ID!) { makeArchive(portfolioId: $id) { kind state urls } }',
    variables: ({ bare }) => ({ id: bare.id }),
    expected: allowed(ORGANISATION_ADMINS, lacking(ORGANISATION_ADMINS)),
    holds: (data) => object(data).kind === 'ARCHIVE' && object(data).state === 'WAITING',
  },
  ...([false, true] as const).map((withArchive): Row => {
    const those = withArchive ? ORGANISATION_ADMINS : ADMINS
    return {
      field: 'Mutation.closeRoom',
      title: `is for DEALROOM_ADMIN on the room${withArchive ? ', and with an archive of everything for ORG_ADMIN besides' : ''} (STAGE-11)`,
      query: `mutation($id: ID!, $group: ID!, $archive: Boolean!) {
        closeRoom(portfolioId: $id, groupIds: [$group], endsAt: "2099-01-01T00:00Z", withArchive: $archive) { phase offeredPhases }
      }`,
      variables: ({ bare, viewerGroup }) => ({ id: bare.id, group: viewerGroup, archive: withArchive }),
      expected: allowed(those, lacking(those)),
      holds: (data) =>
        object(data).phase === 'CLOSING' &&
        !list(object(data).offeredPhases).some((each) => String(each) === 'ARCHIVED'),
    }
  }),
  {
    field: 'Query.portfolio',
    title: 'offers phases to its admins alone (STAGE-11)',
    query: 'query($id: ID!) { portfolio(id: $id) { offeredPhases } }',
    variables: ({ bare }) => ({ id: bare.id }),
    expected: allowed(MEMBERS),
    holds: (data, persona) => list(object(data).offeredPhases).length === (ADMINS.includes(persona) ? 3 : 0),
  },
  {
    field: 'Mutation.linkArchive',
    title: 'ARCH-06 is for whoever makes such an archive',
    query:
      'mutation($id: ID!, $personId: ID!) { linkArchive(id: $id, personId: $personId) { links { id } } }',
    variables: ({ archive, people }) => ({ id: archive, personId: people.bidder }),
    expected: allowed(ORGANISATION_ADMINS, lacking(ORGANISATION_ADMINS)),
    holds: (data) => list(object(data).links).length > 0,
  },
  {
    field: 'Mutation.unlinkArchive',
    title: 'ARCH-06 is for whoever makes such an archive',
    query: 'mutation($id: ID!) { unlinkArchive(linkId: $id) { id } }',
    variables: ({ archiveLinks }, persona) => ({ id: archiveLinks[persona] ?? archiveLinks.viewer ?? '' }),
    expected: allowed(ORGANISATION_ADMINS, lacking(ORGANISATION_ADMINS)),
    holds: (data) => object(data).id !== undefined,
  },
  {
    field: 'Mutation.cancelRoomProof',
    title: 'PROOF-09 is for DEALROOM_ADMIN on the room',
    query: 'mutation($id: ID!) { cancelRoomProof(id: $id) { success } }',
    variables: ({ proof }) => ({ id: proof }),
    expected: allowed(ADMINS, lacking(ADMINS)),
    holds: (data) => object(data).success === true,
  },
  // After one was cancelled: a person has three of them in the making at most.
  {
    field: 'Mutation.makeArchive',
    title: 'ARCH-01 of what a group could see is for DEALROOM_ADMIN on the room',
    query:
      'mutation($id: ID!, $groupId: ID) { makeArchive(portfolioId: $id, groupId: $groupId) { kind state } }',
    variables: ({ bare, viewerGroup }) => ({ id: bare.id, groupId: viewerGroup }),
    expected: allowed(ADMINS, lacking(ADMINS)),
    holds: (data) => object(data).kind === 'ARCHIVE' && object(data).state === 'WAITING',
  },
]
