import userEvent from '@testing-library/user-event'
import { organisation, viewerOf } from '../../testing/fixtures.ts'
import { type Answer, type Answers, by, renderAt } from '../../testing/renderAt.tsx'

const STAFF = viewerOf([organisation('Meridian', ['DOCUMENTS_VIEW'])], { isSuperUser: true })

export const field = (name: string, label: string, more: object = {}) => ({
  __typename: 'BackOfficeField',
  name,
  label,
  type: 'TEXT',
  required: false,
  help: null,
  initial: null,
  madeFrom: null,
  options: [],
  of: null,
  within: null,
  max: null,
  fixed: false,
  readOnly: false,
  listed: true,
  sortable: false,
  filter: false,
  ...more,
})

export const COMPANY = {
  __typename: 'BackOfficeKind',
  name: 'company',
  path: 'users/company',
  section: 'People',
  one: 'company',
  many: 'Companies',
  about: null,
  sort: 'name',
  count: 1234,
  canCreate: true,
  canChange: true,
  canDelete: true,
  closing: null as string | null,
  fields: [
    field('name', 'Name', { required: true, sortable: true }),
    field('isActive', 'Active', { type: 'FLAG', filter: true }),
  ],
  actions: [
    {
      __typename: 'BackOfficeAction',
      name: 'close',
      label: 'Close company',
      question: 'Nobody can join it then.',
      done: 'Company closed',
    },
  ],
}
export const KINDS: Answer = { data: { backOfficeKinds: [COMPANY] } }

export const value = (name: string, more: object) => ({
  __typename: 'BackOfficeValue',
  field: name,
  text: null,
  flag: null,
  several: null,
  labels: [],
  ...more,
})
export const record = (id: string, name: string, revision = 'r1') => ({
  __typename: 'BackOfficeRecord',
  id,
  label: name,
  revision,
  actions: ['close'],
  canDelete: true,
  values: [value('name', { text: name }), value('isActive', { flag: true })],
})
const RECORD: Answer = { data: { backOfficeRecord: record('c1', 'Calder') } }

/** A page of a list; `count` of all that match. */
export const recordList = (records: readonly object[], count = records.length): Answer => ({
  data: { backOfficeRecords: { __typename: 'BackOfficeRecordList', count, records } },
})

/** Opens a page of the back office as a super user; `asked` is what its lists were read with. */
export function open(address: string, answers: Answers = {}) {
  const asked: Record<string, unknown>[] = []
  const BackOfficeRecords = by((variables) => {
    asked.push(variables)
    return recordList([record('c1', 'Calder'), record('c2', 'Kestrel')], 1234)
  })
  const all = {
    Viewer: STAFF,
    BackOfficeKinds: KINDS,
    BackOfficeRecords,
    BackOfficeRecord: RECORD,
    ...answers,
  }
  return { ...renderAt(address, all), asked, user: userEvent.setup({ applyAccept: false }) }
}
