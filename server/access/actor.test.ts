import { describe, expect, test } from 'vitest'
import { CODENAMES, DEFAULT_ROLES, PERMISSIONS, type Permission } from '../../shared/permissions.ts'
import {
  type Actor,
  groupsListing,
  type HeldGroup,
  holds,
  holdsAny,
  isMember,
  type PermissionScope,
  permissionsAnywhere,
  permissionsOn,
} from './actor.ts'
import { entityReach, within } from './reach.ts'

const FUND = 'fund'
const group = (permissions: readonly Permission[], more: Partial<HeldGroup> = {}): HeldGroup => ({
  id: 'group',
  organisationId: FUND,
  roleId: 'role',
  permissions: new Set(permissions),
  organisationWide: false,
  portfolioIds: new Set(['p1']),
  holdingCompanyIds: new Set(['h1']),
  ...more,
})
const actor = (groups: HeldGroup[], isSuperUser = false): Actor => ({
  personId: 'person',
  sessionId: 'session',
  sessionBound: true,
  viewing: null,
  isSuperUser,
  deletedOrganisationIds: new Set(),
  closedRooms: new Map(),
  groups,
})
const organisation: PermissionScope = { kind: 'organisation', organisationId: FUND }
const portfolio = (portfolioId: string, organisationId = FUND): PermissionScope => ({
  kind: 'portfolio',
  organisationId,
  portfolioId,
})
const company = (holdingCompanyId: string, organisationId = FUND): PermissionScope => ({
  kind: 'holdingCompany',
  organisationId,
  holdingCompanyId,
})

describe('the vocabulary', () => {
  test('ORG-09 ORG-10 ORG-11 ORG-12 ORG-13 ORG-14 ORG-15 25 permissions, each with its codename', () => {
    expect(PERMISSIONS).toHaveLength(25)
    expect(new Set(Object.values(CODENAMES)).size).toBe(25)
    expect(CODENAMES).toMatchObject({
      DEALROOM_VIEW: 'dealroom:view',
      DEALROOM_ADMIN: 'dealroom:admin',
      OVERVIEW_VIEW: 'overview:view',
      ACCESS_LOG_VIEW: 'access_log:view',
      CHECKLISTS_ADMIN: 'checklists:admin',
      DOCUMENTS_VIEW: 'documents:view',
      DOCUMENTS_EDIT: 'documents:edit',
      DOCUMENTS_DELETE: 'documents:delete',
      DOCUMENTS_ADMIN: 'documents:admin',
      DOCUMENTS_HISTORY_VIEW: 'documents_history:view',
      REPORTS_VIEW: 'reports:view',
      REPORTS_EDIT: 'reports:edit',
      REPORTS_ADMIN: 'reports:admin',
      REPORTS_HISTORY_VIEW: 'reports_history:view',
      O_AND_M_VIEW: 'o_and_m:view',
      O_AND_M_ADMIN: 'o_and_m:admin',
      PROJECTS_VIEW: 'projects:view',
      PROJECTS_ADMIN: 'projects:admin',
      USERS_ADMIN: 'users:admin',
      ORG_ADMIN: 'org:admin',
      QUESTIONS_VIEW: 'questions:view',
      QUESTIONS_EDIT: 'questions:edit',
      QUESTION_ANSWERS_VIEW: 'question_answers:view',
      QUESTION_ANSWERS_EDIT: 'question_answers:edit',
      QUESTION_LOG_ADMIN: 'questions:admin',
    })
  })

  const codenames = (role: string) => (DEFAULT_ROLES[role] ?? []).map((name) => CODENAMES[name]).sort()
  const bidder = [
    'dealroom:view',
    'overview:view',
    'documents:view',
    'projects:view',
    'questions:view',
    'questions:edit',
    'question_answers:view',
  ]
  const viewer = [...bidder.filter((name) => name !== 'questions:edit'), 'reports:view']
  const contributor = [...viewer, 'documents:edit', 'questions:edit', 'reports:edit', 'o_and_m:view']
  const manager = [...viewer, 'questions:admin', 'questions:edit', 'question_answers:edit']

  test('ORG-18 the roles that an organisation starts with', () => {
    expect(Object.keys(DEFAULT_ROLES)).toEqual([
      'Bidder',
      'Viewer',
      'Contributor',
      'Q&A Manager',
      'Deal Room Admin',
      'Users Admin',
      'Organisation Admin',
    ])
  })
  test('ORG-19 Bidder, Viewer and Contributor', () => {
    expect(codenames('Bidder')).toEqual([...bidder].sort())
    expect(codenames('Viewer')).toEqual([...viewer].sort())
    expect(codenames('Contributor')).toEqual([...contributor].sort())
  })
  test('ORG-20 Q&A Manager', () => expect(codenames('Q&A Manager')).toEqual([...manager].sort()))
  test('ORG-21 Deal Room Admin', () => {
    const admin = [
      ...new Set([...contributor, ...manager]),
      'dealroom:admin',
      'access_log:view',
      'documents:delete',
      'documents:admin',
      'documents_history:view',
      'checklists:admin',
      'projects:admin',
      'reports:admin',
      'reports_history:view',
    ]
    expect(codenames('Deal Room Admin')).toEqual(admin.sort())
  })
  test('ORG-22 Users Admin and Organisation Admin', () => {
    expect(codenames('Users Admin')).toEqual([...viewer, 'users:admin'].sort())
    expect(codenames('Organisation Admin')).toEqual(Object.values(CODENAMES).sort())
  })
})

describe('what an actor holds', () => {
  test('ORG-17 ORG-24 a role holds on the entities of its group and nowhere else', () => {
    const me = actor([group(['DOCUMENTS_VIEW'])])
    expect(holds(me, 'DOCUMENTS_VIEW', portfolio('p1'))).toBe(true)
    expect(holds(me, 'DOCUMENTS_VIEW', company('h1'))).toBe(true)
    expect(holds(me, 'DOCUMENTS_VIEW', portfolio('p2'))).toBe(false)
    expect(holds(me, 'DOCUMENTS_VIEW', company('h2'))).toBe(false)
    expect(holds(me, 'DOCUMENTS_VIEW', organisation)).toBe(false)
    expect(holds(me, 'DOCUMENTS_EDIT', portfolio('p1'))).toBe(false)
    expect(holds(me, 'DOCUMENTS_VIEW', portfolio('p1', 'other'))).toBe(false)
  })
  test('ORG-24 users:admin holds on the whole organisation, an organisation-wide group everywhere in it', () => {
    const admin = actor([group(['USERS_ADMIN', 'DOCUMENTS_VIEW'])])
    expect(holds(admin, 'USERS_ADMIN', organisation)).toBe(true)
    expect(holds(admin, 'USERS_ADMIN', portfolio('p2'))).toBe(true)
    expect(holds(admin, 'DOCUMENTS_VIEW', portfolio('p2'))).toBe(false)
    const wide = actor([group(['DOCUMENTS_VIEW'], { organisationWide: true })])
    expect(holds(wide, 'DOCUMENTS_VIEW', organisation)).toBe(true)
    expect(holds(wide, 'DOCUMENTS_VIEW', portfolio('p9'))).toBe(true)
    expect(holds(wide, 'DOCUMENTS_VIEW', company('h9'))).toBe(true)
    expect(holds(wide, 'DOCUMENTS_VIEW', portfolio('p9', 'other'))).toBe(false)
  })
  test('ORG-23 several groups give their union', () => {
    const me = actor([group(['DOCUMENTS_VIEW']), group(['REPORTS_VIEW'], { id: 'second' })])
    expect(permissionsOn(me, portfolio('p1'))).toEqual(['DOCUMENTS_VIEW', 'REPORTS_VIEW'])
  })
  test('ORG-25 ORG_ADMIN gives every permission on its organisation and on every portfolio of it', () => {
    const me = actor([group(['ORG_ADMIN'], { portfolioIds: new Set(), holdingCompanyIds: new Set() })])
    expect(permissionsOn(me, organisation)).toEqual(PERMISSIONS)
    expect(permissionsOn(me, portfolio('p7'))).toEqual(PERMISSIONS)
    expect(permissionsOn(me, portfolio('p7', 'other'))).toEqual([])
  })
  test('ORG-26 ORG_ADMIN on a holding company counts only for a super user', () => {
    const me = actor([group(['ORG_ADMIN', 'REPORTS_VIEW'])])
    expect(permissionsOn(me, company('h1'))).toEqual(['REPORTS_VIEW'])
    expect(permissionsOn(me, company('h2'))).toEqual([])
    expect(holds(actor([], true), 'ORG_ADMIN', company('h1'))).toBe(true)
  })
  test('ORG-27 a super user holds every permission everywhere', () => {
    const staff = actor([], true)
    for (const place of [organisation, portfolio('p1'), company('h1'), portfolio('x', 'y')]) {
      expect(permissionsOn(staff, place)).toEqual(PERMISSIONS)
    }
  })
  test("ORG-24 an organisation's permissions are the union of what holds anywhere in it", () => {
    const me = actor([
      group(['DOCUMENTS_VIEW']),
      group(['REPORTS_VIEW'], { id: 'idle', portfolioIds: new Set(), holdingCompanyIds: new Set() }),
      group(['DEALROOM_VIEW'], { id: 'else', organisationId: 'other' }),
    ])
    expect(permissionsAnywhere(me, FUND)).toEqual(['DOCUMENTS_VIEW'])
    expect(permissionsAnywhere(me, 'other')).toEqual(['DEALROOM_VIEW'])
  })
})

test('users:admin holds on companies that its group does not list, and a group lists places of its own organisation alone', () => {
  expect(holds(actor([group(['USERS_ADMIN'])]), 'USERS_ADMIN', company('h2'))).toBe(true)
  const ours = group(['DOCUMENTS_VIEW'])
  const theirs = group(['DOCUMENTS_VIEW'], { organisationId: 'other' })
  const listed = (groups: HeldGroup[], place: PermissionScope) => groupsListing(actor(groups), place)
  expect(listed([ours, theirs], portfolio('p1'))).toEqual([ours])
  expect(listed([ours, theirs], portfolio('p2'))).toEqual([])
  expect(['fund', 'other', 'third'].map((id) => isMember(actor([ours, theirs]), id))).toEqual([
    true,
    true,
    false,
  ])
})

test('what holds somewhere in an organisation holds at one place at least', () => {
  const nowhere = { portfolioIds: new Set<string>(), holdingCompanyIds: new Set<string>() }
  const anywhere = (more: Partial<HeldGroup>) =>
    permissionsAnywhere(actor([group(['O_AND_M_VIEW'], { ...nowhere, ...more })]), FUND)
  expect(anywhere({})).toEqual([])
  for (const more of [
    { organisationWide: true },
    { organisationItself: true },
    { portfolioIds: new Set(['p1']) },
    { holdingCompanyIds: new Set(['h1']) },
  ]) {
    expect(anywhere(more)).toEqual(['O_AND_M_VIEW'])
  }
  const itself = actor([group(['O_AND_M_VIEW'], { ...nowhere, organisationItself: true })])
  expect(holds(itself, 'O_AND_M_VIEW', organisation)).toBe(true)
})

test('the reach that stores put into SQL says what holds and holdsAny say', () => {
  const actors = [
    actor([group(['DOCUMENTS_VIEW'])]),
    actor([group(['USERS_ADMIN'], { portfolioIds: new Set() })]),
    actor([group(['ORG_ADMIN'], { portfolioIds: new Set() })]),
    actor([group(['DOCUMENTS_VIEW'], { organisationWide: true, portfolioIds: new Set() })]),
    actor([group([])]),
    actor([]),
    actor([], true),
  ]
  for (const me of actors) {
    for (const [id, organisationId] of [
      ['p1', FUND],
      ['p2', FUND],
      ['p1', 'other'],
    ] as const) {
      // An entity lies in one organisation; the third pair is a portfolio of another one that no group lists.
      const entity = { id: organisationId === FUND ? id : 'foreign', organisationId }
      const place = portfolio(entity.id, organisationId)
      expect(within(entityReach(me, 'portfolio', 'ANY'), entity)).toBe(holdsAny(me, place))
      for (const permission of PERMISSIONS) {
        expect(within(entityReach(me, 'portfolio', permission), entity)).toBe(holds(me, permission, place))
      }
    }
  }
})

test('ORG-24 ORG-26 the reach over holding companies says what holds and holdsAny say', () => {
  const actors = [
    actor([group(['REPORTS_VIEW'])]),
    actor([group(['USERS_ADMIN'], { holdingCompanyIds: new Set() })]),
    actor([group(['ORG_ADMIN'], { holdingCompanyIds: new Set() })]),
    actor([group(['ORG_ADMIN', 'REPORTS_VIEW'])]),
    actor([group(['REPORTS_VIEW'], { organisationWide: true, holdingCompanyIds: new Set() })]),
    actor([group([])]),
    actor([], true),
  ]
  for (const me of actors) {
    for (const [id, organisationId] of [
      ['h1', FUND],
      ['h2', FUND],
      ['foreign', 'other'],
    ] as const) {
      const place = company(id, organisationId)
      expect(within(entityReach(me, 'holdingCompany', 'ANY'), { id, organisationId })).toBe(
        holdsAny(me, place),
      )
      for (const permission of PERMISSIONS) {
        expect(within(entityReach(me, 'holdingCompany', permission), { id, organisationId })).toBe(
          holds(me, permission, place),
        )
      }
    }
  }
})
