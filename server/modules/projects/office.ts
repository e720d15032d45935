import { type RawBuilder, sql } from 'kysely'
import { PHASE_LABELS } from '../../../shared/enumerations.ts'
import { badInput, conflict } from '../../access/errors.ts'
import {
  type AdminResource,
  type OfficeField,
  ORGANISATION_FIELD,
  optionsOf,
  requiredIn,
  tableResource,
  tableWriter,
  textIn,
} from '../../admin/index.ts'
import type { Tx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'

function offtakers(): AdminResource {
  const fields = [
    { name: 'name', label: 'Name', type: 'TEXT', required: true, listed: true, sortable: true, max: 255 },
    ORGANISATION_FIELD,
    {
      name: 'quality',
      label: 'Quality',
      type: 'NUMBER',
      listed: true,
      help: 'The rating that portfolios take the mean of.',
    },
    { name: 'note', label: 'Note', type: 'LONG_TEXT', max: 2000 },
  ] as const satisfies readonly OfficeField[]
  return {
    ...tableResource({
      name: 'offtaker',
      path: 'projects/offtaker',
      section: 'Projects',
      one: 'offtaker',
      many: 'Offtakers',
      table: 'offtaker',
      names: 'name',
      searched: ['name'],
      sort: 'name',
      fields,
    }),
    ...tableWriter('offtaker', fields, {
      unique: {
        columns: ['organisation_id', 'name'],
        message: 'An offtaker with this name already exists in this organisation.',
      },
    }),
  }
}

function manufacturers(): AdminResource {
  const fields = [
    { name: 'name', label: 'Name', type: 'TEXT', required: true, listed: true, sortable: true, max: 255 },
    ORGANISATION_FIELD,
  ] as const satisfies readonly OfficeField[]
  return {
    ...tableResource({
      name: 'manufacturer',
      path: 'projects/manufacturer',
      section: 'Projects',
      one: 'manufacturer',
      many: 'Manufacturers',
      table: 'manufacturer',
      names: 'name',
      searched: ['name'],
      sort: 'name',
      toldBy: ['organisationId'],
      fields,
    }),
    ...tableWriter('manufacturer', fields, {
      unique: {
        columns: ['organisation_id', 'name'],
        message: 'A manufacturer with this name already exists in this organisation.',
      },
    }),
  }
}

const MODEL_TAKEN = 'This manufacturer has a model with this number already.'

interface Model {
  id: string
  kind: 'PANEL' | 'INVERTER'
  manufacturerId: string
  modelNumber: string
}

/** @returns the organisation of the model's manufacturer. @throws CONFLICT for a number that is taken */
async function placeOfModel(tx: Tx, { id, kind, manufacturerId, modelNumber }: Model): Promise<string> {
  const taken = await sql`
    select from equipment_model where manufacturer_id = ${manufacturerId} and kind = ${kind}
      and lower(model_number) = lower(${modelNumber}) and id <> ${id}`.execute(tx)
  if (taken.rows.length > 0) throw conflict(MODEL_TAKEN, { modelNumber: MODEL_TAKEN })
  const { rows } = await sql<{ organisationId: string }>`
    select organisation_id as "organisationId" from manufacturer where id = ${manufacturerId}`.execute(tx)
  const gone = 'Please choose a manufacturer.'
  if (!rows[0]) throw badInput(gone, { manufacturerId: gone })
  return rows[0].organisationId
}

const isOfKind = (kind: Model['kind']): RawBuilder<boolean> => sql<boolean>`row.kind = ${kind}`

function models(kind: Model['kind'], words: { name: string; one: string; many: string }): AdminResource {
  return {
    ...tableResource({
      ...words,
      path: `projects/${words.name}`,
      section: 'Projects',
      about: 'What the project form offers. The lists of the California Energy Commission can be imported.',
      table: 'equipment_model',
      names: 'model_number',
      searched: ['model_number'],
      where: isOfKind(kind),
      sort: 'modelNumber',
      fields: [
        {
          name: 'modelNumber',
          label: 'Model number',
          type: 'TEXT',
          required: true,
          listed: true,
          sortable: true,
        },
        {
          name: 'manufacturerId',
          label: 'Manufacturer',
          type: 'REFERENCE',
          of: 'manufacturer',
          required: true,
          listed: true,
          filter: true,
        },
        { ...ORGANISATION_FIELD, required: false, readOnly: true, help: 'That of its manufacturer.' },
      ],
    }),
    create: async (tx, _actor, values) => {
      const model = {
        id: newId(),
        kind,
        manufacturerId: requiredIn(values, 'manufacturerId'),
        modelNumber: requiredIn(values, 'modelNumber'),
      }
      const organisationId = await placeOfModel(tx, model)
      await tx
        .insertInto('equipment_model')
        .values({
          id: model.id,
          organisation_id: organisationId,
          kind,
          manufacturer_id: model.manufacturerId,
          model_number: model.modelNumber,
        })
        .execute()
      return model.id
    },
    change: async (tx, _actor, id, values) => {
      const model = {
        id,
        kind,
        manufacturerId: requiredIn(values, 'manufacturerId'),
        modelNumber: requiredIn(values, 'modelNumber'),
      }
      const elsewhere = 'Please choose a manufacturer of the same organisation.'
      if ((await placeOfModel(tx, model)) !== textIn(values, 'organisationId')) {
        throw badInput(elsewhere, { manufacturerId: elsewhere })
      }
      await tx
        .updateTable('equipment_model')
        .set({ manufacturer_id: model.manufacturerId, model_number: model.modelNumber })
        .where('id', '=', id)
        .execute()
    },
    remove: async (tx, _actor, id) => {
      await tx.deleteFrom('equipment_model').where('id', '=', id).execute()
    },
  }
}

/** Projects are kept by their form; here they are found by those that refer to them. */
const projects = (): AdminResource =>
  tableResource({
    name: 'project',
    path: 'projects/project',
    section: 'Projects',
    one: 'project',
    many: 'Projects',
    about: 'Projects are changed on their own page, and imported by the page of their portfolio.',
    table: 'project',
    names: 'name',
    searched: ['name', 'city'],
    where: sql<boolean>`row.deleted_at is null`,
    sort: 'name',
    fields: [
      { name: 'name', label: 'Name', type: 'TEXT', readOnly: true, listed: true, sortable: true },
      { ...ORGANISATION_FIELD, required: false, readOnly: true },
      {
        name: 'status',
        label: 'Phase',
        type: 'CHOICE',
        options: optionsOf(PHASE_LABELS),
        readOnly: true,
        listed: true,
        filter: true,
      },
      { name: 'city', label: 'City', type: 'TEXT', readOnly: true, listed: true },
      { name: 'capacity', label: 'Capacity (kW DC)', type: 'NUMBER', readOnly: true, listed: true },
    ],
  })

/** What the project form offers, as staff keep it (BO-27, BO-28, PFORM-40). */
export const projectKinds = (): AdminResource[] => [
  projects(),
  offtakers(),
  manufacturers(),
  models('PANEL', { name: 'panelmodel', one: 'panel model', many: 'Panel models' }),
  models('INVERTER', { name: 'invertermodel', one: 'inverter model', many: 'Inverter models' }),
]
