import { DomainError } from '../../../access/errors.ts'
import { actorOf } from '../../../contracts/context.ts'
import type { Resolvers } from '../../../schema.generated.ts'
import { IMPORT_COLUMNS } from './columns.ts'
import type { Preview, ProjectImports } from './importing.ts'
import type { Issue } from './plan.ts'
import { type PlannedRow, presentValue } from './rows.ts'

/** Issues of a kind that are listed; of more their number is said. */
const MAX_ISSUES = 5000

/** Issues of one kind, and how many more there are. */
function listed(issues: readonly Issue[], isError: boolean): Issue[] {
  const all = issues.filter((each) => each.isError === isError)
  const more = all.length - MAX_ISSUES
  if (more <= 0) return all
  return [
    ...all.slice(0, MAX_ISSUES),
    {
      isError,
      row: null,
      header: null,
      address: null,
      message: `There ${more === 1 ? 'is one more' : `are ${more} more`} like these.`,
    },
  ]
}

/** As one text: 'Row 8, Capacity AC, kW (H8): …'. */
const textOf = ({ row, header, address, message }: Issue): string => {
  const place = [row === null ? '' : `Row ${row}`, header ?? ''].filter((part) => part !== '').join(', ')
  return place === '' ? message : `${place}${address === null ? '' : ` (${address})`}: ${message}`
}

function resultOf({ plan, fingerprint }: Preview) {
  const { rows, columns, sheet, issues } = plan
  const errors = listed(issues, true)
  const warnings = listed(issues, false)
  const inError = new Set(
    issues.filter(({ isError }) => isError).map(({ row, header }) => `${row} ${header}`),
  )
  const rowsInError = new Set(issues.filter(({ isError }) => isError).map(({ row }) => row))
  const shown = rows.filter(({ changes, row }) => changes.size > 0 || rowsInError.has(row))
  const differing = IMPORT_COLUMNS.filter(
    (column) =>
      column.header !== 'Name' &&
      shown.some(({ changes, row }) => changes.has(column) || inError.has(`${row} ${column.header}`)),
  )
  const isAnnounced = new Set(shown)
  const cellsOf = (planned: PlannedRow) => ({
    now: differing.map((column) => {
      if (inError.has(`${planned.row} ${column.header}`)) return String(planned.raw[column.header] ?? '')
      const given = planned.given.get(column)
      if (given !== undefined) return column.words(given)
      return planned.present ? column.words(presentValue(planned.present, column)) : ''
    }),
    before: differing.map((column) =>
      planned.present && planned.changes.has(column) ? (planned.changes.get(column) ?? '') : null,
    ),
  })
  return {
    diffHeaders: differing.map(({ header }) => header),
    figures: differing.map(({ isFigure }) => isFigure),
    rows: shown.map((planned) => ({
      importType: planned.present ? ('UPDATE' as const) : ('NEW' as const),
      rawValues: planned.raw,
      row: planned.row,
      name: planned.name,
      ...cellsOf(planned),
    })),
    errors: errors.map(textOf),
    warnings: warnings.map(textOf),
    sheet,
    rowCount: rows.length,
    columnCount: columns.length,
    unchanged: rows.filter((row) => !isAnnounced.has(row)).map(({ row }) => row),
    issues: [...errors, ...warnings],
    fingerprint,
  }
}

type Result = ReturnType<typeof resultOf>

/** The legacy form of the same (IMP-08). */
const jsonOf = ({ diffHeaders, rows, errors, warnings }: Result): string =>
  JSON.stringify({
    diff_headers: diffHeaders,
    rows: rows.map(({ importType, rawValues }) => ({
      import_type: importType.toLowerCase(),
      raw_values: rawValues,
    })),
    errors,
    warnings,
  })

/** Project import and its template (IMP). */
export const createImportResolvers = (imports: ProjectImports): Resolvers => ({
  Query: {
    exportProjectTemplate: async (_root, { portfolioId }, context) => ({
      fileContent: (await imports.template(actorOf(context), portfolioId)).toString('base64'),
      error: null,
    }),
  },
  Mutation: {
    importProjects: async (_root, { portfolioId, file }, context) => {
      try {
        const result = resultOf(await imports.preview(actorOf(context), portfolioId, file))
        return {
          errors: result.errors,
          warnings: result.warnings,
          result: jsonOf(result),
          importResult: result,
        }
      } catch (error) {
        // A file that can't be read is the answer's own error; whoever may not import gets theirs.
        if (!(error instanceof DomainError) || error.code !== 'BAD_USER_INPUT') throw error
        return { errors: [error.message], warnings: [], result: null, importResult: null }
      }
    },
    confirmImportProjects: async (_root, { portfolioId, file, fingerprint }, context) => ({
      success: true,
      ...(await imports.confirm(actorOf(context), portfolioId, file, fingerprint ?? null)),
    }),
  },
})
