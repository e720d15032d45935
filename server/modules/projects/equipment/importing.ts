import { sql } from 'kysely'
import type { Actor } from '../../../access/actor.ts'
import { badInput, forbidden, notFound } from '../../../access/errors.ts'
import { reauthorise } from '../../../access/reauthorise.ts'
import type { UploadedFile } from '../../../contracts/uploadedFile.ts'
import { readUploadedSheet, type SheetRule } from '../../../contracts/uploadedSheet.ts'
import type { Database, Tx } from '../../../platform/database/database.ts'
import { advisoryLock, withLock } from '../../../platform/database/withLock.ts'
import { newId } from '../../../platform/ids.ts'
import type { SheetReader } from '../../../platform/spreadsheets/read/index.ts'
import { recordBy } from '../../activity/index.ts'
import type { Organisations } from '../../organisations/index.ts'
import { type BrokenRow, type ListedModel, type ReadList, readList } from './rows.ts'

export interface EquipmentImport {
  kind: ReadList['kind']
  added: number
  /** Models that the organisation has already, and those that the file names twice. */
  known: number
  /** The first so many rows that were not taken, and the number of all. */
  broken: BrokenRow[]
  brokenCount: number
}

export interface EquipmentImports {
  /**
   * Takes the models of a CEC list into an organisation's: the good rows, while broken ones are named (BO-27).
   * @throws FORBIDDEN for everybody but staff, NOT_FOUND, BAD_USER_INPUT for a file that is no such list
   */
  take(actor: Actor, organisationId: string, file: UploadedFile): Promise<EquipmentImport>
}

const SHEET: SheetRule = {
  kinds: { csv: 'csvLines' },
  maxBytes: 25 * 1024 * 1024,
  tooLarge: 'The file is larger than 25 MB.',
  limits: { rows: 50_000, cells: 1_000_000 },
}
/** Rows that the answer names. */
const MAX_NAMED = 200
const MODELS_PER_STATEMENT = 5000

const requireStaff = (actor: Actor): void => {
  if (!actor.isSuperUser) throw forbidden()
}

export const createEquipmentImports = (
  db: Database,
  organisations: Organisations,
  reader: SheetReader,
): EquipmentImports => ({
  take: async (actor, organisationId, file) => {
    requireStaff(actor)
    if (!(await organisations.openById(actor, organisationId))) throw notFound('Organisation')
    const [sheet] = await readUploadedSheet(reader, file, SHEET)
    const list = sheet ? readList(sheet) : null
    if (!list) {
      throw badInput(
        'This is no list of the CEC: its first row needs the columns Name and Manufacturer for modules, or Name and Paco for inverters.',
      )
    }
    const added = await withLock(db, advisoryLock(`back office:${list.kind}`), async (tx) => {
      await reauthorise(tx, actor, requireStaff)
      const inserted = await insertModels(tx, organisationId, list)
      await recordBy(tx, actor, [
        {
          kind: 'OFFICE_IMPORT',
          organisationId,
          subject: { kind: list.kind === 'PANEL' ? 'panelmodel' : 'invertermodel', id: organisationId },
          detail: { record: file.filename, added: inserted, broken: list.broken.length },
        },
      ])
      return inserted
    })
    return {
      kind: list.kind,
      added,
      known: list.models.length - added + list.repeated,
      broken: list.broken.slice(0, MAX_NAMED),
      brokenCount: list.broken.length,
    }
  },
})

/** Adds what is not there yet, in statements that don't grow with the rows. @returns how many were added */
async function insertModels(tx: Tx, organisationId: string, { kind, models }: ReadList): Promise<number> {
  const makers = [
    ...new Map(models.map(({ manufacturer }) => [manufacturer.toLowerCase(), manufacturer])).values(),
  ]
  await sql`
    insert into manufacturer (id, organisation_id, name)
    select id, ${organisationId}, name
    from json_to_recordset(${JSON.stringify(makers.map((name) => ({ id: newId(), name })))}) as maker (id uuid, name text)
    on conflict do nothing`.execute(tx)
  let added = 0
  for (let from = 0; from < models.length; from += MODELS_PER_STATEMENT) {
    added += await insertPart(tx, {
      organisationId,
      kind,
      models: models.slice(from, from + MODELS_PER_STATEMENT),
    })
  }
  return added
}

async function insertPart(
  tx: Tx,
  { organisationId, kind, models }: { organisationId: string; kind: string; models: readonly ListedModel[] },
): Promise<number> {
  const rows = models.map((model) => ({ id: newId(), ...model }))
  const { rows: inserted } = await sql`
    insert into equipment_model (id, organisation_id, kind, manufacturer_id, model_number)
    select model.id, ${organisationId}, ${kind}, maker.id, model."modelNumber"
    from json_to_recordset(${JSON.stringify(rows)}) as model (id uuid, manufacturer text, "modelNumber" text)
      join manufacturer maker on maker.organisation_id = ${organisationId}
        and lower(maker.name) = lower(model.manufacturer)
    on conflict do nothing returning id`.execute(tx)
  return inserted.length
}
