import type { Contract, ProjectValues } from '../../../../shared/project/values.ts'
import type { ProjectRow } from '../core/fields.ts'
import type { ProjectParts } from '../core/parts.ts'
import type { ImportColumn, Value } from './columns.ts'

/** A project of the portfolio as it stands. */
export interface Present {
  project: ProjectRow
  parts: ProjectParts
}

/** What a row of the file does. */
export interface PlannedRow {
  row: number
  name: string
  /** Null for a new one. */
  present: Present | null
  values: ProjectValues
  /** Null where they stay. */
  contracts: readonly Contract[] | null
  offtakerIds: readonly string[] | null
  /** What each filled cell of a known column says, by its column. */
  given: ReadonlyMap<ImportColumn, Value>
  /** The columns in which the project changes, with what stands there now. */
  changes: ReadonlyMap<ImportColumn, string>
  /** As the file has it, by header. */
  raw: Readonly<Record<string, string | number | boolean | null>>
}

/** What a project has in a column now; a contract only where it is the only one. */
export function presentValue({ project, parts }: Present, { of }: ImportColumn): Value {
  if (of.kind === 'id') return project.id
  if (of.kind === 'value') return project[of.field]
  if (of.kind === 'offtakers') return parts.offtakers.map(({ name }) => name).join('; ')
  return parts.contracts.length === 1 ? (parts.contracts[0]?.[of.field] ?? null) : null
}
