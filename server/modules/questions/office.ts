import { sql } from 'kysely'
import { type AdminResource, type OfficeField, tableResource, tableWriter } from '../../admin/index.ts'

const logs = (): AdminResource =>
  tableResource({
    name: 'questionlog',
    path: 'questions/questionlog',
    section: 'Q&A',
    one: 'question log',
    many: 'Question logs',
    about: 'Logs are made and restricted on the Q&A page of their portfolio or holding company.',
    table: 'question_log',
    names: 'name',
    searched: ['name'],
    sort: '-createdAt',
    toldBy: ['portfolioId', 'holdingCompanyId'],
    fields: [
      { name: 'name', label: 'Name', type: 'TEXT', readOnly: true, listed: true },
      {
        name: 'organisationId',
        label: 'Organisation',
        type: 'REFERENCE',
        of: 'organisation',
        readOnly: true,
        listed: true,
        filter: true,
      },
      {
        name: 'portfolioId',
        label: 'Portfolio',
        type: 'REFERENCE',
        of: 'portfolio',
        readOnly: true,
        listed: true,
        filter: true,
      },
      {
        name: 'holdingCompanyId',
        label: 'Holding company',
        type: 'REFERENCE',
        of: 'holdingcompany',
        readOnly: true,
        listed: true,
      },
      { name: 'restricted', label: 'Restricted', type: 'FLAG', readOnly: true, listed: true },
      {
        name: 'createdAt',
        label: 'Created',
        type: 'MOMENT',
        readOnly: true,
        listed: true,
        sortable: true,
      },
    ],
  })

/** Categories and topics differ in nothing but their tables. */
function choices(
  table: 'question_category' | 'question_topic',
  usedBy: 'question_categorising' | 'question_on_topic',
  words: { name: string; one: string; many: string },
): AdminResource {
  const fields = [
    { name: 'name', label: 'Name', type: 'TEXT', required: true, listed: true, sortable: true, max: 120 },
    {
      name: 'logId',
      label: 'Question log',
      type: 'REFERENCE',
      of: 'questionlog',
      required: true,
      fixed: true,
      listed: true,
      filter: true,
    },
    {
      name: 'position',
      label: 'Position',
      type: 'NUMBER',
      required: true,
      whole: true,
      least: 0,
      most: 10_000,
      initial: '100',
      listed: true,
      help: 'Its place in the list of choices.',
    },
  ] as const satisfies readonly OfficeField[]
  return {
    ...tableResource({
      ...words,
      path: `questions/${words.name}`,
      section: 'Q&A',
      about: 'A new log starts with the usual ones.',
      table,
      names: 'name',
      searched: ['name'],
      sort: 'name',
      heldBy: [usedBy],
      orders: { name: [sql`row.name collate name_order`] },
      fields,
    }),
    ...tableWriter(table, fields, {
      unique: { columns: ['log_id', 'name'], message: `This log has a ${words.one} with this name already.` },
    }),
  }
}

/** Categories and topics of question logs, as staff keep them (BO-31, QA-36). */
export const questionKinds = (): AdminResource[] => [
  logs(),
  choices('question_category', 'question_categorising', {
    name: 'questioncategory',
    one: 'question category',
    many: 'Question categories',
  }),
  choices('question_topic', 'question_on_topic', {
    name: 'questiontopic',
    one: 'question topic',
    many: 'Question topics',
  }),
]
