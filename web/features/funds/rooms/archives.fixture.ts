/** An archive as the scripted server lists it. */
export const archive = (id: string, state: string, more: object = {}) => ({
  __typename: 'RoomProof',
  id,
  state,
  progress: 0.4,
  by: 'Ann Lee',
  at: '2026-05-01T12:00:00.000Z',
  groupName: null,
  problem: null,
  size: null,
  withVersions: true,
  isEncrypted: false,
  expiresAt: null,
  verifiedAt: null,
  parts: [],
  links: [],
  ...more,
})
