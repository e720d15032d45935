import type { ProjectField } from '../../../../shared/project/fields.ts'
import type { Contract, ProjectValues } from '../../../../shared/project/values.ts'

/** What may be left out, and may be removed by null. */
type Given<Value> = Value | null | undefined

type ValueOf<Field extends ProjectField> = NonNullable<ProjectValues[Field['key']]>
type GroupOf<Path extends string> = Path extends `${infer Group}.${string}` ? Group : never

/** Values of the form by the table of fields: days as YYYY-MM-DD, what is left out stays as it is. */
export type ProjectInput = {
  [Field in ProjectField as Field extends { required: true } ? Field['path'] : never]: ValueOf<Field>
} & {
  [Field in ProjectField as Field extends { required: true } | { path: `${string}.${string}` }
    ? never
    : Field['path']]?: Given<ValueOf<Field>>
} & {
  [Group in GroupOf<ProjectField['path']>]?: Given<{
    [Field in ProjectField as Field['path'] extends `${Group}.${infer Own}` ? Own : never]?: Given<
      ValueOf<Field>
    >
  }>
} & {
  /** Each list replaces the one before. */
  ppaContracts?: Given<readonly Contract[]>
  panels?: Given<readonly { modelId: string; count: number }[]>
  inverters?: Given<readonly { modelId: string; count: number }[]>
  offtakers?: Given<readonly { id: string }[]>
  portfolios?: Given<readonly { id: string }[]>
}
