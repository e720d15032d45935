import { dayOf } from '../../../../shared/format/day.ts'
import { CONTRACT_FIELDS, FIELDS } from '../../../../shared/project/fields.ts'
import { figureProblem, INVERTERS, MAX_ROWS, PANELS } from '../../../../shared/project/rules.ts'
import { WHOLE_GROUPS } from '../../../../shared/project/sections.ts'
import { type Contract, type ProjectValues, valueProblem } from '../../../../shared/project/values.ts'
import { tidyText } from '../../../../shared/texts.ts'
import type { ProjectInput } from './input.ts'

/** What is wrong with an input, by the paths of its fields. */
export type Problems = Record<string, string>

/** What the input says at a path: undefined where it says nothing, null where the value is to be removed. */
function given(input: ProjectInput, path: string): unknown {
  const [first = '', second] = path.split('.')
  const top: unknown = Object.entries(input).find(([key]) => key === first)?.[1]
  if (second === undefined) return top
  // A group that is removed takes its values along.
  if (top === null) return null
  if (typeof top !== 'object') return undefined
  const value = (top as Readonly<Record<string, unknown>>)[second]
  return value === undefined && WHOLE_GROUPS.has(first) ? null : value
}

/** A value as it is kept: texts in one line, and an empty one is none. */
const tidied = (value: unknown): unknown => (typeof value === 'string' ? tidyText(value) || null : value)

/** The values after the input; what it doesn't say stays (PFORM-38). */
export function valuesOf(
  input: ProjectInput,
  before: ProjectValues,
): { values: ProjectValues; problems: Problems } {
  const problems: Problems = {}
  const changed = FIELDS.flatMap((field) => {
    const said = given(input, field.path)
    if (said === undefined) return []
    const value = tidied(said)
    const isMissing = value === null && !(field.kind === 'text' && field.required)
    const problem = isMissing ? null : valueProblem(field, value)
    if (problem) problems[field.path] = problem
    // What can't be unknown stays as it is.
    const isNeverEmpty = field.required || field.kind === 'yesNo'
    return value === null && isNeverEmpty ? [] : [[field.key, value] as const]
  })
  return { values: { ...before, ...Object.fromEntries(changed) }, problems }
}

const tooMany = (rows: readonly unknown[] | null | undefined): string | null =>
  rows && rows.length > MAX_ROWS ? `Maximum ${MAX_ROWS}.` : null

/** What is wrong with the lists of an input, save for what they refer to. */
export function listProblems({
  ppaContracts,
  panels,
  inverters,
  offtakers,
  portfolios,
}: ProjectInput): Problems {
  const problems: Problems = {}
  const say = (path: string, problem: string | null) => {
    if (problem) problems[path] = problem
  }
  for (const [list, rows] of Object.entries({ ppaContracts, panels, inverters, offtakers, portfolios })) {
    say(list, tooMany(rows))
  }
  for (const [at, contract] of (ppaContracts ?? []).entries()) {
    for (const field of CONTRACT_FIELDS) {
      say(`ppaContracts.${at}.${field.key}`, valueProblem(field, contract[field.key]))
    }
  }
  for (const [at, { count }] of (panels ?? []).entries()) {
    say(`panels.${at}.count`, figureProblem(count, PANELS))
  }
  for (const [at, { count }] of (inverters ?? []).entries()) {
    say(`inverters.${at}.count`, figureProblem(count, INVERTERS))
  }
  return problems
}

export const contractsOf = ({ ppaContracts }: ProjectInput): Contract[] | null =>
  ppaContracts?.map((contract) => ({
    ...contract,
    startDate: dayOf(contract.startDate) ?? contract.startDate,
  })) ?? null
