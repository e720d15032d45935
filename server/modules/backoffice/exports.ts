import type { Actor } from '../../access/actor.ts'
import { notFound } from '../../access/errors.ts'
import { isFigure, type OfficeField, type OfficeRow } from '../../admin/index.ts'
import type { LinkRequest, SpreadsheetLink } from '../../contracts/links.ts'
import { searchOf } from '../../contracts/pages.ts'
import { MAX_CELL, type Row } from '../../platform/spreadsheets/index.ts'
import type { AdminResource, BackOffice, OfficeRecord, RecordQuery } from './index.ts'
import { keepsRecords } from './policy.ts'

const PAGE = 200
/** Rows of one spreadsheet, as many as a list counts. */
const MAX_ROWS = 100_000

/** A list as it is in view: its address has search, order and filters as the page's own has them. */
export const recordsLink = (office: BackOffice): SpreadsheetLink => ({
  kind: 'spreadsheet',
  url: '/tagauks/exports/:kind',
  open: async (actor, asked) => {
    // To others there is no such address (BO-01, transport.md 1).
    if (!keepsRecords(actor)) throw notFound('Page')
    const query = queryOf(asked, office.kind(actor, asked.part('kind')))
    // Asked once before the answer begins, so that a wrong address is refused as such.
    const { kind } = await office.list(actor, asked.part('kind'), { ...query, limit: 1, offset: 0 })
    return {
      fileName: `${kind.name}-${new Date().toISOString().slice(0, 10)}.xlsx`,
      subject: {},
      spreadsheet: {
        sheet: kind.many.replace(/[^\w &-]/g, ' ').slice(0, 25),
        columns: kind.fields.map(({ label }) => ({ header: label, width: 24 })),
        rows: rowsOf(office, actor, kind, query),
      },
    }
  },
})

function queryOf(asked: LinkRequest, kind: AdminResource): Omit<RecordQuery, 'limit' | 'offset'> {
  const filters = kind.fields.flatMap((field) => {
    const value = field.filter ? asked.one(field.name) : null
    return value === null ? [] : [{ field: field.name, value }]
  })
  return { search: searchOf(asked.one('q'), 1), filters, ordering: asked.one('sort') }
}

async function* rowsOf(
  office: BackOffice,
  actor: Actor,
  kind: AdminResource,
  query: Omit<RecordQuery, 'limit' | 'offset'>,
): AsyncGenerator<readonly Row[]> {
  for (let offset = 0; offset < MAX_ROWS; offset += PAGE) {
    const { rows } = await office.list(actor, kind.name, { ...query, limit: PAGE, offset })
    yield rows.map((row) => kind.fields.map((field) => cellOf(field, row)))
    if (rows.length < PAGE) return
  }
}

function cellOf(
  field: OfficeField,
  { values, labels }: OfficeRow & Pick<OfficeRecord, 'labels'>,
): Row[number] {
  const value = values[field.name] ?? null
  if (value === null) return null
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (field.type === 'PICTURE') return 'Yes'
  const words = (each: string): string =>
    labels.get(each) ?? field.options?.find((option) => option.value === each)?.label ?? each
  if (typeof value !== 'string') return value.map(words).join(', ').slice(0, MAX_CELL)
  if (isFigure(field)) return Number(value)
  if (field.type === 'MOMENT') return new Date(value)
  return words(value).slice(0, MAX_CELL)
}
