import { FIELDS, type FieldKey } from '../../../../shared/project/fields.ts'
import type { ProjectValues } from '../../../../shared/project/values.ts'
import { snakeCase } from '../../../platform/database/names.ts'

/** A project as the database has it. */
export interface ProjectRow extends ProjectValues {
  id: string
  organisationId: string
  /** Goes up with each change. */
  revision: number
  /** Who saved it last and when; null where nobody has. */
  savedBy: string | null
  savedAt: Date | null
  /** Portfolios that a question limits the nearby projects to; the actor may open them. */
  among?: readonly string[] | null
}

/** The columns of the values, by their fields. */
export const COLUMNS: readonly (readonly [field: FieldKey, column: string])[] = FIELDS.map(
  ({ key }) => [key, snakeCase(key)] as const,
)
