import {
  CONTRACT_FIELDS,
  FIELDS,
  type FieldKind,
  type ProjectField,
} from '../../../../shared/project/fields.ts'
import { type SectionKey, WHOLE_GROUPS } from '../../../../shared/project/sections.ts'
import { numberIn } from '../../../ui/index.ts'
import type { CreateProjectMutationVariables, ProjectFormQuery } from './operations.generated.ts'

export type SavedForm = NonNullable<ProjectFormQuery['projectForm']>
export type ProjectInput = CreateProjectMutationVariables['input']

/** A value in the form: texts as they are typed, days as YYYY-MM-DD, '' for nothing. */
type Typed<Field> = Field extends { kind: 'yesNo' }
  ? boolean
  : Field extends { kind: 'choice'; labels: infer Labels }
    ? keyof Labels | (Field extends { required: true } ? never : '')
    : string

type Group = Extract<SectionKey, 'location' | 'contact' | 'system' | 'utility'>

/** The values of the form. */
export type ProjectValues = {
  [Field in ProjectField as Field['path'] extends `${Group}.${string}` ? never : Field['path']]: Typed<Field>
} & {
  [Name in Group]: {
    [Field in ProjectField as Field['path'] extends `${Name}.${infer Own}` ? Own : never]: Typed<Field>
  }
} & {
  ppaContracts: { startDate: string; term: string; rate: string; escalator: string }[]
  panels: { modelId: string; count: string }[]
  inverters: { modelId: string; count: string }[]
  offtakers: { id: string }[]
  portfolios: { id: string }[]
}

type Tree = { [name: string]: unknown }

/** The values of the table in their groups. */
function grouped(valueFor: (field: (typeof FIELDS)[number]) => unknown): Tree {
  const tree: Tree = {}
  for (const field of FIELDS) {
    const [first = '', second] = field.path.split('.')
    const value = valueFor(field)
    if (second === undefined) tree[first] = value
    else
      tree[first] = { ...(tree[first] as Tree | undefined), ...(value !== undefined && { [second]: value }) }
  }
  return tree
}

/** What is at the path of a field. */
function at(values: Tree, path: string): unknown {
  const [first = '', second] = path.split('.')
  return second === undefined ? values[first] : (values[first] as Tree | undefined)?.[second]
}

/** What a new project begins with (PFORM-10). */
export const NEW_PROJECT = {
  ...grouped((field) => (field.kind === 'yesNo' ? false : field.kind === 'choice' ? field.start : '')),
  ppaContracts: [],
  panels: [],
  inverters: [],
  offtakers: [],
  portfolios: [],
} as unknown as ProjectValues

/** A figure as it is typed, never in powers of ten. */
const figure = (value: number): string => {
  const text = String(value)
  return text.includes('e') ? value.toFixed(20).replace(/\.?0+$/, '') : text
}

/** A saved project as the form shows it (PFORM-39). */
export function valuesOf(saved: SavedForm): ProjectValues {
  const values = grouped(({ path }) => {
    const value = at(saved, path)
    return typeof value === 'number' ? figure(value) : (value ?? '')
  })
  return {
    ...values,
    ppaContracts: saved.ppaContracts.map(({ startDate, term, rate, escalator }) => ({
      startDate,
      term: figure(term),
      rate: figure(rate),
      escalator: figure(escalator),
    })),
    panels: saved.panels.map(({ modelId, count }) => ({ modelId, count: String(count) })),
    inverters: saved.inverters.map(({ modelId, count }) => ({ modelId, count: String(count) })),
    offtakers: saved.offtakers.map(({ id }) => ({ id })),
    portfolios: saved.portfolios.map(({ id }) => ({ id })),
  } as unknown as ProjectValues
}

/** A typed value as it is sent; null for nothing. */
function sent(field: FieldKind, typed: unknown): unknown {
  if (field.kind === 'figure') return numberIn(String(typed ?? ''))
  return typeof typed === 'string' ? typed.trim() || null : typed
}

const count = ({ modelId, count: typed }: { modelId: string; count: string }) => ({
  modelId,
  count: numberIn(typed) ?? 0,
})

/** What is sent of the form's values. @param withPortfolios whether they may be changed (PFORM-08) */
export function inputOf(values: ProjectValues, withPortfolios: boolean): ProjectInput {
  const own = grouped((field) => {
    const value = sent(field, at(values, field.path))
    if (field.key === 'name') return value ?? ''
    // PFORM-32
    return value === null && WHOLE_GROUPS.has(field.path.split('.')[0] ?? '') ? undefined : value
  })
  return {
    ...own,
    ppaContracts: values.ppaContracts.map((contract) =>
      Object.fromEntries(CONTRACT_FIELDS.map((field) => [field.key, sent(field, contract[field.key]) ?? ''])),
    ),
    panels: values.panels.map(count),
    inverters: values.inverters.map(count),
    offtakers: values.offtakers,
    ...(withPortfolios && { portfolios: values.portfolios }),
  } as ProjectInput
}
