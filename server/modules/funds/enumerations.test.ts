import { isEnumType } from 'graphql'
import { expect, test } from 'vitest'
import {
  BUILD_STAGES,
  DEAL_STATUSES,
  PRINCIPAL_TYPES,
  TAB_KINDS,
  USUAL_STATUS_LABELS,
} from '../../../shared/enumerations.ts'
import { testDatabase } from '../../../testing/database/index.ts'
import { buildSchemaFromModules } from '../../schema.ts'

const database = testDatabase()

/** The values that a check constraint of the database allows. */
async function allowed(table: string, column: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ definition: string }>(
    `select pg_get_constraintdef(oid) as definition from pg_constraint
     where conrelid = $1::regclass and contype = 'c' and pg_get_constraintdef(oid) ~ ('\\(\\(?' || $2 || ' = ANY')`,
    [table, column],
  )
  return [...(rows[0]?.definition ?? '').matchAll(/'([A-Z_]+)'::text/g)].map(([, value = '']) => value).sort()
}

const inSchema = (name: string): string[] => {
  const type = buildSchemaFromModules().getType(name)
  return isEnumType(type)
    ? type
        .getValues()
        .map((value) => value.name)
        .sort()
    : []
}

test('ORG-35 the deal status is one string enumeration in the API, the database and the code', async () => {
  const statuses = ['ACQUIRED', 'DELETED', 'DILIGENCE', 'DRAFT', 'MARKET', 'SOLD']
  expect([...DEAL_STATUSES].sort()).toEqual(statuses)
  expect(inSchema('DealStatus')).toEqual(statuses)
  expect(await allowed('portfolio', 'status')).toEqual(statuses)
  expect(await allowed('holding_company', 'status')).toEqual(statuses)
})

/** What the specification lists. */
const LISTED: Readonly<Record<string, string>> = {
  BuildStage: 'EARLY_STAGE MID_STAGE LATE_STAGE COMPLETE',
  TabKind: 'O_AND_M DOCUMENTS REPORTS',
  FundEntityType: 'PORTFOLIO HOLDING_COMPANY',
  Mounting: 'ROOF GROUND CARPORT MIXED FLOATING',
  Tracking: 'FIXED_TILT SINGLE DUAL_AXIS MIXED',
  PrincipalType: 'ROLE GROUP',
  ProjectPhase: 'OPERATING NEW_BUILD',
  Technology: 'SOLAR STORAGE SOLAR_PLUS_STORAGE',
  AnalysisType: 'PPA_ANALYSIS INSURANCE DAM_INSPECTION',
  DealStatus: 'DRAFT ACQUIRED DILIGENCE SOLD MARKET DELETED',
  JobState: 'ACTIVE COMPLETE',
  ChecklistItemStatus:
    'STATE_REQUESTED SUBMITTED_FOR_REVIEW UNDER_REVIEW THIRD_PARTY_REVIEW FOLLOW_UP_NEEDED SIGNATURE_REQUIRED DONE',
}

test('ORG-31 ORG-32 ORG-33 ORG-34 the enumerations of the API are those of the specification', () => {
  for (const [name, values] of Object.entries(LISTED)) {
    expect([name, inSchema(name)]).toEqual([name, values.split(' ').sort()])
  }
})

test('build stages, tab kinds and principal types are the same in the API, the database and the code', async () => {
  expect(inSchema('BuildStage')).toEqual([...BUILD_STAGES].sort())
  expect(await allowed('portfolio', 'build_status')).toEqual([...BUILD_STAGES].sort())
  expect(inSchema('TabKind')).toEqual([...TAB_KINDS].sort())
  expect(await allowed('document_tree', 'type')).toEqual([...TAB_KINDS].sort())
  expect(inSchema('PrincipalType')).toEqual([...PRINCIPAL_TYPES].sort())
  expect(await allowed('document_tree', 'permissions_type')).toEqual([...PRINCIPAL_TYPES].sort())
})

test('ORG-37 the usual status labels', () => {
  expect(USUAL_STATUS_LABELS).toEqual({
    DRAFT: 'Draft',
    ACQUIRED: 'Acquired',
    DILIGENCE: 'Diligence',
    SOLD: 'Sold',
    MARKET: 'Market',
    DELETED: 'Deleted',
  })
})
