import { sql } from 'kysely'
import { conflict } from '../../access/errors.ts'
import {
  type AdminResource,
  choiceIn,
  flagIn,
  type OfficeField,
  ORGANISATION_FIELD,
  optionsOf,
  requiredIn,
  tableResource,
  tableWriter,
  textIn,
} from '../../admin/index.ts'
import { alsoLock } from '../../platform/database/withLock.ts'
import { addLabel, labelsLock } from './labels/labels.ts'
import { createTree } from './trees/createTree.ts'

function labels(): AdminResource {
  const fields = [
    { name: 'label', label: 'Text', type: 'TEXT', required: true, listed: true, sortable: true, max: 40 },
    {
      name: 'colour',
      label: 'Colour',
      type: 'COLOUR',
      required: true,
      listed: true,
      help: 'Seven characters, such as #2f7d4f.',
    },
    ORGANISATION_FIELD,
  ] as const satisfies readonly OfficeField[]
  const kept = tableWriter('document_label', fields, {
    unique: {
      columns: ['organisation_id', 'label'],
      message: 'A label with this text already exists.',
    },
  })
  return {
    ...tableResource({
      name: 'documentlabel',
      path: 'documents/documentlabel',
      section: 'Documents',
      one: 'document label',
      many: 'Document labels',
      about: 'Shown where the organisation has document labels switched on.',
      table: 'document_label',
      names: 'label',
      searched: ['label'],
      sort: 'label',
      heldBy: ['document_labelling'],
      fields,
    }),
    lockOf: async (db, id) => {
      const { rows } = await sql<{ organisationId: string }>`
        select organisation_id as "organisationId" from document_label where id = ${id}`.execute(db)
      return rows[0] ? labelsLock(rows[0].organisationId) : null
    },
    create: async (tx, _actor, values) => {
      const organisationId = requiredIn(values, 'organisationId')
      await alsoLock(tx, labelsLock(organisationId))
      const label = { label: requiredIn(values, 'label'), colour: requiredIn(values, 'colour') }
      const { documentLabel, errors } = await addLabel(tx, organisationId, label)
      if (documentLabel) return documentLabel.id
      throw conflict(
        errors[0]?.message ?? '',
        Object.fromEntries(errors.map(({ field, message }) => [field ?? 'label', message])),
      )
    },
    change: (tx, actor, id, values, before) => kept.change(tx, actor, id, lowerCased(values), before),
    remove: kept.remove,
  }
}

const lowerCased = (values: Parameters<typeof requiredIn>[0]) => ({
  ...values,
  colour: requiredIn(values, 'colour').toLowerCase(),
})

const TYPES = { DOCUMENTS: 'Documents', REPORTS: 'Reports', O_AND_M: 'O&M' } as const
const ENTITY_TYPES = ['DOCUMENTS', 'REPORTS'] as const
const PRINCIPALS = ['GROUP', 'ROLE'] as const
const ONE_PLACE = 'Please choose either a portfolio or a holding company.'

const trees = (): AdminResource => ({
  ...tableResource({
    name: 'documenttree',
    path: 'documents/documenttree',
    section: 'Documents',
    one: 'document tree',
    many: 'Document trees',
    about: 'The Documents and Reports of a portfolio or holding company. O&M trees are made by themselves.',
    table: 'document_tree',
    names: sql`case row.type when 'DOCUMENTS' then 'Documents' when 'REPORTS' then 'Reports' else 'O&M' end || ' of '
      || coalesce((select name from portfolio where id = row.portfolio_id),
        (select name from holding_company where id = row.holding_company_id),
        (select name from organisation where id = row.organisation_id))`,
    searched: [],
    // As arrays, of which PostgreSQL expects few: of queries it expects half of all trees, and would read them all.
    finds: (pattern) =>
      sql`row.portfolio_id = any(array(select id from portfolio where name ilike ${pattern}))
        or row.holding_company_id = any(array(select id from holding_company where name ilike ${pattern}))`,
    sort: '-createdAt',
    fields: [
      {
        name: 'type',
        label: 'Type',
        type: 'CHOICE',
        required: true,
        fixed: true,
        options: optionsOf(TYPES),
        listed: true,
        filter: true,
      },
      {
        name: 'portfolioId',
        label: 'Portfolio',
        type: 'REFERENCE',
        of: 'portfolio',
        fixed: true,
        listed: true,
        filter: true,
      },
      {
        name: 'holdingCompanyId',
        label: 'Holding company',
        type: 'REFERENCE',
        of: 'holdingcompany',
        fixed: true,
        listed: true,
        filter: true,
      },
      { ...ORGANISATION_FIELD, required: false, readOnly: true },
      {
        name: 'permissionsType',
        label: 'Permissions by',
        type: 'CHOICE',
        required: true,
        fixed: true,
        initial: 'GROUP',
        options: optionsOf({ GROUP: 'User groups', ROLE: 'Roles' }),
      },
      {
        name: 'allowRootFiles',
        label: 'Files in the root',
        type: 'FLAG',
        initial: 'true',
        help: 'Whether files may lie beside the folders of the root.',
      },
      { name: 'createdAt', label: 'Created', type: 'MOMENT', readOnly: true, listed: true, sortable: true },
    ],
  }),
  create: async (tx, _actor, values) => {
    const [portfolioId, holdingCompanyId] = [
      textIn(values, 'portfolioId'),
      textIn(values, 'holdingCompanyId'),
    ]
    const type = choiceIn(values, 'type', ENTITY_TYPES)
    const never = 'O&M trees are made by themselves. Please choose Documents or Reports.'
    if (type === null) throw conflict(never, { type: never })
    if ((portfolioId === null) === (holdingCompanyId === null))
      throw conflict(ONE_PLACE, { portfolioId: ONE_PLACE })
    const { rows } = await sql<{ organisationId: string; isThere: boolean }>`
      select place.organisation_id as "organisationId", exists (
        select from document_tree tree where tree.type = ${type}
          and (tree.portfolio_id = ${portfolioId} or tree.holding_company_id = ${holdingCompanyId})) as "isThere"
      from (
        select organisation_id from portfolio where id = ${portfolioId}
        union all select organisation_id from holding_company where id = ${holdingCompanyId}) place`.execute(
      tx,
    )
    const [place] = rows
    const taken = `It has its ${TYPES[type]} already.`
    if (!place || place.isThere) throw conflict(taken, { type: taken })
    return createTree(tx, {
      type,
      organisationId: place.organisationId,
      ...(portfolioId === null ? {} : { portfolioId }),
      ...(holdingCompanyId === null ? {} : { holdingCompanyId }),
      permissionsType: choiceIn(values, 'permissionsType', PRINCIPALS) ?? 'GROUP',
      allowRootFiles: flagIn(values, 'allowRootFiles'),
    })
  },
  change: async (tx, _actor, id, values) => {
    await tx
      .updateTable('document_tree')
      .set({ allow_root_files: flagIn(values, 'allowRootFiles') })
      .where('id', '=', id)
      .execute()
  },
})

/** Labels and trees of documents, as staff keep them (BO-21, BO-32, PERM-16). */
export const documentKinds = (): AdminResource[] => [labels(), trees()]
