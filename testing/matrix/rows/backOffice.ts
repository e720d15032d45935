import { allowed, EVERYBODY, list, object, type Row, without } from './row.ts'

const STAFF = allowed(['superUser'], { FORBIDDEN: without(EVERYBODY, 'superUser') })

/** The back office answers to super users alone, whatever is asked of it (BO-01). */
export const BACK_OFFICE_ROWS: readonly Row[] = [
  {
    field: 'Query.backOfficeKinds',
    title: 'are for staff alone (BO-01)',
    query: '{ backOfficeKinds { name path count fields { name type } actions { name } } }',
    variables: () => ({}),
    expected: STAFF,
    holds: (data) => list(data).some(({ name, count }) => name === 'organisation' && Number(count) > 0),
  },
  {
    field: 'Query.backOfficeRecords',
    title: 'are for staff alone (BO-01)',
    query:
      '{ backOfficeRecords(kind: "user", search: "viewer@matrix") { count records { label values { field text } } } }',
    variables: () => ({}),
    expected: STAFF,
    holds: (data) =>
      object(data).count === 1 && JSON.stringify(data).includes('"email","text":"viewer@matrix.example"'),
  },
  {
    field: 'Query.backOfficeRecords',
    title: 'of an unknown kind tell nobody else what kinds there are',
    query: '{ backOfficeRecords(kind: "nothing") { count } }',
    variables: () => ({}),
    expected: allowed([], { FORBIDDEN: without(EVERYBODY, 'superUser') }),
    holds: () => false,
  },
  {
    field: 'Query.backOfficeRecord',
    title: 'is for staff alone (BO-01)',
    query: 'query($id: ID!) { backOfficeRecord(kind: "portfolio", id: $id) { id label } }',
    variables: ({ portfolio }) => ({ id: portfolio.id }),
    expected: STAFF,
    holds: (data, _persona, world) => object(data).id === world.portfolio.id,
  },
  {
    field: 'Query.backOfficeStatus',
    title: 'is for staff alone (BO-01)',
    query: '{ backOfficeStatus { version databaseBytes migration storageWritable jobsFailed mailServer } }',
    variables: () => ({}),
    expected: STAFF,
    holds: (data) => Number(object(data).databaseBytes) > 0 && object(data).storageWritable === true,
  },
  {
    field: 'Query.backOfficeRemoval',
    title: 'is for staff alone (BO-01)',
    query:
      'query($id: ID!) { backOfficeRemoval(kind: "portfolio", id: $id) { blocked { words count } taken { words count } } }',
    variables: ({ portfolio }) => ({ id: portfolio.id }),
    expected: STAFF,
    holds: (data) => list(object(data).blocked).some(({ words }) => words === 'Document trees'),
  },
  {
    field: 'Mutation.backOfficeCreate',
    title: 'is for staff alone (BO-01)',
    query:
      'mutation { backOfficeCreate(kind: "company", values: [{ field: "name", text: "Matrix Advisers" }]) { record { label } errors { message } } }',
    variables: () => ({}),
    expected: STAFF,
    holds: (data) => object(object(data).record).label === 'Matrix Advisers',
  },
  {
    field: 'Mutation.backOfficeChange',
    title: 'is for staff alone (BO-01)',
    query:
      'mutation($id: ID!) { backOfficeChange(kind: "portfolio", id: $id, values: [{ field: "buildStatus", text: "MID_STAGE" }]) { record { id } errors { message } } }',
    variables: ({ portfolio }) => ({ id: portfolio.id }),
    expected: STAFF,
    holds: (data, _persona, world) => object(object(data).record).id === world.portfolio.id,
  },
  {
    field: 'Mutation.backOfficeDelete',
    title: 'is for staff alone, and keeps what is used (BO-01, BO-05)',
    query: 'mutation($id: ID!) { backOfficeDelete(kind: "session", id: $id) { id } }',
    variables: () => ({ id: '018f0000-0000-7000-8000-000000000000' }),
    expected: allowed([], { FORBIDDEN: without(EVERYBODY, 'superUser') }),
    holds: () => false,
  },
  {
    field: 'Mutation.backOfficeImportEquipment',
    title: 'is for staff alone, before the file is looked at (BO-01, BO-27)',
    query:
      'mutation($id: ID!, $file: Upload!) { backOfficeImportEquipment(organisationId: $id, file: $file) { added } }',
    variables: () => ({ id: '018f0000-0000-7000-8000-000000000000', file: new File(['Name'], 'list.csv') }),
    expected: allowed([], { FORBIDDEN: without(EVERYBODY, 'superUser') }),
    holds: () => false,
  },
  {
    field: 'Mutation.backOfficeSetPicture',
    title: 'is for staff alone, before the file is looked at (BO-01, BO-20)',
    query:
      'mutation($id: ID!, $file: Upload!) { backOfficeSetPicture(kind: "portfolio", id: $id, field: "cover", file: $file) { record { id } errors { message } } }',
    variables: ({ portfolio }) => ({ id: portfolio.id, file: new File(['no picture'], 'cover.png') }),
    expected: STAFF,
    holds: (data) => Array.isArray(object(data).errors),
  },
  {
    field: 'Mutation.backOfficeAct',
    title: 'is for staff alone (BO-01)',
    query: 'mutation($id: ID!) { backOfficeAct(kind: "user", id: $id, action: "deactivate") { id } }',
    variables: () => ({ id: '018f0000-0000-7000-8000-000000000000' }),
    expected: allowed([], { FORBIDDEN: without(EVERYBODY, 'superUser') }),
    holds: () => false,
  },
]
