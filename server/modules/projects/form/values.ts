import { dayOf } from '../../../../shared/format/day.ts'
import { tidyText } from '../../../../shared/profileRules.ts'
import {
  dayProblem,
  ESCALATOR,
  FIGURES,
  type FigureRule,
  figureProblem,
  INVERTERS,
  MAX_ROWS,
  nameProblem,
  PANELS,
  RATE,
  TERM,
  textProblem,
  zipProblem,
} from '../../../../shared/projectRules.ts'
import type { ProjectValues } from '../fields.ts'
import type { Contract } from '../parts.ts'
import type { ProjectInput } from './input.ts'

/** What is wrong with an input, by the paths of its fields. */
export type Problems = Record<string, string>

type Group = 'location' | 'contact' | 'system' | 'utility'

/** Where each value of a project stands in the input; those that aren't named stand there under their own names. */
const PATHS: Partial<Record<keyof ProjectValues, string>> = {
  type: 'projectType',
  ntp: 'noticeToProceed',
  cod: 'commercialOperatingDate',
  address: 'location.address',
  city: 'location.city',
  state: 'location.state',
  zipCode: 'location.zipCode',
  elevation: 'location.elevation',
  latitude: 'location.latitude',
  longitude: 'location.longitude',
  phoneNumber: 'contact.phoneNumber',
  balancingAuthorityArea: 'contact.balancingAuthorityAreaName',
  utilityName: 'utility.name',
  utilityZone: 'utility.zone',
  utilityIso: 'utility.iso',
  system: 'system.system',
  solarCapacityDc: 'system.solarCapacityDc',
  solarCapacityAc: 'system.solarCapacityAc',
  bessKw: 'system.bessKw',
  bessKwh: 'system.bessKwh',
  installation: 'system.installation',
  mounting: 'system.mounting',
  panelWarranty: 'system.panelWarranty',
  inverterWarranty: 'system.inverterWarranty',
  contractorWarranty: 'system.contractorWarranty',
}

/** Groups that are sent without what is empty (PFORM-32): what isn't in them is removed. */
const WHOLE: ReadonlySet<string> = new Set<Group>(['system', 'utility'])
const DAYS: ReadonlySet<string> = new Set<keyof ProjectValues>([
  'ntp',
  'cod',
  'permissionToOperateDate',
  'acquisitionDate',
])

/** What the input says at a path: undefined where it says nothing, null where the value is to be removed. */
function given(input: ProjectInput, path: string): unknown {
  const [first = '', second] = path.split('.')
  const top: unknown = Object.entries(input).find(([key]) => key === first)?.[1]
  if (second === undefined) return top
  // A group that is removed takes its values along.
  if (top === null) return null
  if (typeof top !== 'object') return undefined
  const value = (top as Readonly<Record<string, unknown>>)[second]
  return value === undefined && WHOLE.has(first) ? null : value
}

const FIGURE_RULES: Readonly<Record<string, FigureRule>> = FIGURES

function problemOf(field: keyof ProjectValues, path: string, value: unknown): string | null {
  const rule = FIGURE_RULES[path]
  if (rule) return figureProblem(Number(value), rule)
  if (typeof value !== 'string') return null
  if (field === 'name') return nameProblem(value)
  if (field === 'zipCode') return zipProblem(value)
  return DAYS.has(field) ? dayProblem(value) : textProblem(value)
}

/** Texts without blanks around them; an empty one is none. */
const cleaned = (value: unknown): unknown =>
  typeof value === 'string' ? value.normalize('NFC').trim() || null : value

/** The values after the input; what it doesn't say stays (PFORM-38). */
export function valuesOf(
  input: ProjectInput,
  before: ProjectValues,
): { values: ProjectValues; problems: Problems } {
  const problems: Problems = {}
  const changed = (Object.keys(before) as (keyof ProjectValues)[]).flatMap((field) => {
    const path = PATHS[field] ?? field
    const said = given(input, path)
    if (said === undefined) return []
    const value = field === 'name' ? tidyText(String(said ?? '')) || null : cleaned(said)
    const problem =
      field === 'name'
        ? nameProblem(String(said ?? ''))
        : value === null
          ? null
          : problemOf(field, path, value)
    if (problem) problems[path] = problem
    // What can't be unknown stays as it is.
    return value === null && before[field] !== null && NEVER_EMPTY.has(field) ? [] : [[field, value]]
  })
  return { values: { ...before, ...Object.fromEntries(changed) }, problems }
}

const NEVER_EMPTY: ReadonlySet<string> = new Set<keyof ProjectValues>(['name', 'type', 'status', 'isOwned'])

const tooMany = (rows: readonly unknown[] | null | undefined): string | null =>
  rows && rows.length > MAX_ROWS ? `There can be ${MAX_ROWS} at most.` : null

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
  for (const [at, { startDate, term, rate, escalator }] of (ppaContracts ?? []).entries()) {
    say(`ppaContracts.${at}.startDate`, dayProblem(startDate))
    say(`ppaContracts.${at}.term`, figureProblem(term, TERM))
    say(`ppaContracts.${at}.rate`, figureProblem(rate, RATE))
    say(`ppaContracts.${at}.escalator`, figureProblem(escalator, ESCALATOR))
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
  ppaContracts?.map(({ startDate, term, rate, escalator }) => ({
    startDate: dayOf(startDate) ?? startDate,
    term,
    rate,
    escalator,
  })) ?? null
