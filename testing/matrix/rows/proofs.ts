import { lastSecond } from '../content.ts'
import { ADMINS, allowed, lacking, list, object, type Row } from './row.ts'

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
    field: 'Mutation.cancelRoomProof',
    title: 'PROOF-09 is for DEALROOM_ADMIN on the room',
    query: 'mutation($id: ID!) { cancelRoomProof(id: $id) { success } }',
    variables: ({ proof }) => ({ id: proof }),
    expected: allowed(ADMINS, lacking(ADMINS)),
    holds: (data) => object(data).success === true,
  },
]
