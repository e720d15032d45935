/** A zip as the server tells of it, waiting for its turn by default otherwise. */
export const zip = (more: object = {}) => ({
  __typename: 'ZipExport',
  id: 'zip-1',
  state: 'QUEUED',
  fileCount: 2,
  filesDone: 0,
  bytes: 2_000_000,
  bytesDone: 0,
  url: null,
  failure: null,
  ...more,
})
