import { describe, expect, test } from 'vitest'
import type { Actor, HeldGroup, PermissionScope } from '../server/access/actor.ts'
import { isMember } from '../server/access/actor.ts'
import { knowsUsers, mayViewAs } from '../server/access/viewing.ts'
import { keepsRecords } from '../server/modules/backoffice/policy.ts'
import { maySetItems, seesProjects } from '../server/modules/checklists/policy.ts'
import { administered, connectsApplications } from '../server/modules/crm/policy.ts'
import { mayAnalyse, mayCreateLabels, mayEditType } from '../server/modules/documents/policy.ts'
import * as funds from '../server/modules/funds/policy.ts'
import { countsProjects, listsDealRooms } from '../server/modules/landing/policy.ts'
import * as people from '../server/modules/memberships/policy.ts'
import { editsOverview, knowsOverview, seesOverview, seesPage } from '../server/modules/overview/policy.ts'
import * as projects from '../server/modules/projects/policy.ts'
import * as proofs from '../server/modules/proofs/policy.ts'
import * as questions from '../server/modules/questions/policy.ts'
import { seesRecord } from '../server/modules/record/policy.ts'
import { seesOperations } from '../server/modules/reporting/policy.ts'
import { administersConnection, approvesDomains } from '../server/modules/sso/policy.ts'
import { seesTickets } from '../server/modules/support/policy.ts'
import { decidesOnTokens } from '../server/modules/tokens/policy.ts'
import { keepsWebhooks } from '../server/modules/webhooks/policy.ts'
import { PERMISSIONS, type Permission } from '../shared/permissions.ts'
import {
  actorOf,
  by,
  COMPANY,
  ELSEWHERE,
  FUND,
  groupOf,
  HERE,
  NOBODY,
  STAFF,
  sorted,
  WHOLE,
} from './actors.ts'

// Every policy by the permissions that it lets through: held at the place itself, and held at another one.

type Case = readonly [name: string, may: (actor: Actor) => boolean, those: readonly Permission[]]

/** Held at the portfolio; ORG_ADMIN gives it at all of them, and USERS_ADMIN its own right. */
const OF_PORTFOLIO: readonly Case[] = [
  ['CHK-39 maySetItems', (actor) => maySetItems(actor, HERE), ['CHECKLISTS_ADMIN']],
  ['knowsUsers', (actor) => knowsUsers(actor, HERE), ['CHECKLISTS_ADMIN', 'DEALROOM_ADMIN', 'USERS_ADMIN']],
  ['API-106 seesProjects', (actor) => seesProjects(actor, HERE), ['PROJECTS_VIEW']],
  ['ANA-16 mayAnalyse', (actor) => mayAnalyse(actor, HERE), ['DEALROOM_ADMIN', 'DOCUMENTS_ADMIN']],
  ['mayEditType', (actor) => mayEditType(actor, HERE), ['DEALROOM_ADMIN']],
  ['DRM-24 maySetUpRoom', (actor) => funds.maySetUpRoom(actor, HERE), ['DEALROOM_ADMIN']],
  [
    'choosesAmongUsersOf',
    (actor) => funds.choosesAmongUsersOf(actor, HERE),
    ['USERS_ADMIN', 'DEALROOM_ADMIN', 'CHECKLISTS_ADMIN'],
  ],
  ['HOME-03 countsProjects', (actor) => countsProjects(actor, FUND, 'here'), ['PROJECTS_VIEW']],
  ['SUBP-32 TIME-13 editsOverview', (actor) => editsOverview(actor, HERE), ['DEALROOM_ADMIN']],
  ['SUBP-33 seesOverview', (actor) => seesOverview(actor, HERE), ['OVERVIEW_VIEW']],
  [
    'PROJ-29 seesProjectsOf',
    (actor) => projects.seesProjectsOf(actor, { id: 'here', organisationId: FUND }),
    ['PROJECTS_VIEW'],
  ],
  [
    'PFORM-09 linksProjectsTo',
    (actor) => projects.linksProjectsTo(actor, { id: 'here', organisationId: FUND }),
    ['DEALROOM_ADMIN'],
  ],
  [
    'MAP-05 movesProject',
    (actor) => projects.movesProject(actor, FUND, [{ id: 'here', organisationId: FUND }]),
    ['PROJECTS_ADMIN'],
  ],
  ['QA-11 administersLogs', (actor) => questions.administersLogs(actor, HERE), ['QUESTION_LOG_ADMIN']],
  ['ORG-60 seesQuestions', (actor) => questions.seesQuestions(actor, HERE), ['QUESTIONS_VIEW']],
  ['QA-29 editsQuestions', (actor) => questions.editsQuestions(actor, HERE), ['QUESTIONS_EDIT']],
  ['QA-30 editsAnswers', (actor) => questions.editsAnswers(actor, HERE), ['QUESTION_ANSWERS_EDIT']],
  [
    'QA-31 seesAnswers',
    (actor) => questions.seesAnswers(actor, HERE),
    ['QUESTION_ANSWERS_VIEW', 'QUESTION_ANSWERS_EDIT'],
  ],
  ['PERM-11 mayViewAs', (actor) => mayViewAs(actor, HERE), ['DOCUMENTS_ADMIN']],
  ['endsAccess', (actor) => people.endsAccess(actor, HERE), ['DEALROOM_ADMIN']],
  ['makesProofs', (actor) => proofs.makesProofs(actor, HERE), ['DEALROOM_ADMIN']],
  ['makesArchives of a group', (actor) => proofs.makesArchives(actor, HERE, 'group'), ['DEALROOM_ADMIN']],
]
/** Held somewhere in the organisation. */
const SOMEWHERE: readonly Case[] = [
  ['PROJ-28 opensProjects', (actor) => projects.opensProjects(actor, FUND), ['PROJECTS_VIEW']],
  ['choosesAmongUsers', (actor) => funds.choosesAmongUsers(actor, FUND), ['USERS_ADMIN', 'DEALROOM_ADMIN']],
  [
    'holdsSomewhere',
    (actor) => people.holdsSomewhere(actor, FUND, ['DEALROOM_ADMIN', 'QUESTION_LOG_ADMIN']),
    ['DEALROOM_ADMIN', 'QUESTION_LOG_ADMIN'],
  ],
]
/** Held on the organisation itself: by a group of the whole organisation. */
const OF_ORGANISATION: readonly Case[] = [
  ['mayCreateLabels', (actor) => mayCreateLabels(actor, FUND), ['DOCUMENTS_ADMIN']],
  ['OAM-08 seesOperations', (actor) => seesOperations(actor, FUND), ['O_AND_M_VIEW']],
  ['PFORM-05 editsProjects', (actor) => projects.editsProjects(actor, FUND), ['PROJECTS_ADMIN']],
  ['PROJ-29 seesAllProjects', (actor) => projects.seesAllProjects(actor, FUND), ['PROJECTS_VIEW']],
  ['BO-03 deletesProjects', (actor) => projects.deletesProjects(actor, FUND), ['PROJECTS_ADMIN']],
  ['linksAllPortfolios', (actor) => projects.linksAllPortfolios(actor, FUND), []],
  ['DRM-24 mayCreateRoom', (actor) => funds.mayCreateRoom(actor, FUND), []],
  ['O&M mayViewAs', (actor) => mayViewAs(actor, WHOLE), ['O_AND_M_ADMIN']],
  ['isOrganisationAdmin', (actor) => people.isOrganisationAdmin(actor, FUND), []],
  ['CRM-01 connectsApplications', connectsApplications, []],
  ['setsLegalHolds', (actor) => funds.setsLegalHolds(actor, FUND), []],
  ['seesRecord', (actor) => seesRecord(actor, FUND), []],
  ['decidesOnTokens', (actor) => decidesOnTokens(actor, FUND), []],
  ['keepsWebhooks', (actor) => keepsWebhooks(actor, FUND), []],
  [
    'administersConnection',
    (actor) => administersConnection(actor, { organisationId: FUND, companyId: null }),
    [],
  ],
]
/** Which of both administer the organisation, wherever their group lists. */
const everywhere = (those: readonly Permission[]): Permission[] => [
  'ORG_ADMIN',
  ...those.filter((each) => each === 'USERS_ADMIN'),
]

describe('what each permission gives', () => {
  test.each(OF_PORTFOLIO)(
    'ORG-24 ORG-25 %s: at the portfolio, and not by a role elsewhere',
    (_name, may, those) => {
      expect(by(may)).toEqual(sorted([...those, 'ORG_ADMIN']))
      expect(by(may, ELSEWHERE)).toEqual(sorted(everywhere(those)))
      expect(by(may, { organisationId: 'other' })).toEqual([])
      expect(by(may, { ...ELSEWHERE, organisationWide: true })).toEqual(sorted([...those, 'ORG_ADMIN']))
      expect([may(STAFF), may(NOBODY)]).toEqual([true, false])
    },
  )

  test.each(SOMEWHERE)('%s: anywhere in the organisation', (_name, may, those) => {
    expect(by(may)).toEqual(sorted([...those, 'ORG_ADMIN']))
    expect(by(may, ELSEWHERE)).toEqual(sorted([...those, 'ORG_ADMIN']))
    expect(by(may, { portfolioIds: new Set() })).toEqual(sorted([...those, 'ORG_ADMIN']))
    expect(by(may, { organisationId: 'other' })).toEqual([])
    expect([may(STAFF), may(NOBODY)]).toEqual([true, false])
  })

  test.each(OF_ORGANISATION)('%s: on the organisation itself', (name, may, those) => {
    expect(by(may)).toEqual(['ORG_ADMIN'])
    expect(by(may, { organisationWide: true })).toEqual(sorted([...those, 'ORG_ADMIN']))
    // Of any organisation: it is no question of a single one.
    expect(by(may, { organisationId: 'other' })).toEqual(name.startsWith('CRM-01') ? ['ORG_ADMIN'] : [])
    expect([may(STAFF), may(NOBODY)]).toEqual([true, false])
  })

  test('PPL-31 DRM-24 users admins and organisation admins administer people and list rooms', () => {
    const both = sorted(['USERS_ADMIN', 'ORG_ADMIN'])
    for (const may of [people.administersPeople, funds.listsRooms]) {
      expect(by((actor) => may(actor, FUND))).toEqual(both)
      expect(by((actor) => may(actor, 'other'))).toEqual([])
      expect(may(STAFF, FUND)).toBe(true)
    }
  })

  test('BO-01 BO-33 records, tickets, domains and the connections of no organisation are for staff alone', () => {
    const ofCompany = (actor: Actor) =>
      administersConnection(actor, { organisationId: null, companyId: 'company' })
    for (const may of [keepsRecords, seesTickets, approvesDomains, ofCompany]) {
      expect([may(STAFF), by(may)]).toEqual([true, []])
    }
  })

  test('ORG-27 staff hold nothing in a deleted organisation', () => {
    const staff = actorOf([], { isSuperUser: true, deletedOrganisationIds: new Set([FUND]) })
    expect(OF_PORTFOLIO.filter(([, may]) => may(staff))).toEqual([])
    expect([isMember(staff, FUND), isMember(staff, 'other'), isMember(NOBODY, FUND)]).toEqual([
      false,
      true,
      false,
    ])
  })

  test('BO-03 whoever links all portfolios and sees all projects deletes them', () => {
    const both = actorOf([groupOf(['ORG_ADMIN'], { portfolioIds: new Set() })])
    expect(projects.deletesProjects(both, FUND)).toBe(true)
    expect(by((actor) => projects.deletesProjects(actor, FUND), { organisationWide: true })).not.toContain(
      'PROJECTS_VIEW',
    )
  })

  test('MAP-05 a project without a portfolio in view is moved by who edits projects alone', () => {
    expect(by((actor) => projects.movesProject(actor, FUND, []))).toEqual(['ORG_ADMIN'])
    const two = [
      { id: 'next', organisationId: FUND },
      { id: 'here', organisationId: FUND },
    ]
    expect(by((actor) => projects.movesProject(actor, FUND, two))).toEqual(
      sorted(['PROJECTS_ADMIN', 'ORG_ADMIN']),
    )
  })

  test('LAND-11 LAND-13 rooms are listed to whoever holds DEALROOM_VIEW somewhere', () => {
    expect(PERMISSIONS.filter((each) => listsDealRooms([each]))).toEqual(['DEALROOM_VIEW'])
  })

  test('an archive of everything is for who has all of the organisation', () => {
    const all = (actor: Actor) => proofs.makesArchives(actor, HERE, null)
    expect([by(all), by(all, { organisationWide: true }), all(STAFF)]).toEqual([
      ['ORG_ADMIN'],
      ['ORG_ADMIN'],
      true,
    ])
  })

  test('a certificate is for who knows each of its parts', () => {
    const may = (...known: proofs.Part[]) => proofs.mayHave(known, ['DOCUMENTS', 'QUESTIONS'])
    expect([may(), may('DOCUMENTS'), may('QUESTIONS', 'REPORTS')]).toEqual([false, false, false])
    expect(may('REPORTS', 'QUESTIONS', 'DOCUMENTS')).toBe(true)
  })

  test('CRM-21 what is imported is for the admins of an organisation, named once', () => {
    const two = actorOf([
      groupOf(['ORG_ADMIN']),
      groupOf(['ORG_ADMIN'], { id: 'second' }),
      groupOf(['DOCUMENTS_VIEW'], { id: 'third', organisationId: 'other' }),
    ])
    expect(administered(two)).toEqual([FUND])
  })
})

describe('what may be seen', () => {
  test('DRM-25 a draft is for deal-room admins, a deleted one for staff, another one for any permission', () => {
    const sees = (status: 'DILIGENCE' | 'DRAFT' | 'DELETED', place: PermissionScope = HERE) =>
      by((actor) => funds.seesEntity(actor, place, status))
    expect(sees('DILIGENCE')).toEqual([...PERMISSIONS])
    expect(sees('DRAFT')).toEqual(sorted(['DEALROOM_ADMIN', 'ORG_ADMIN']))
    expect(sees('DELETED')).toEqual([])
    expect(funds.seesEntity(STAFF, HERE, 'DELETED')).toBe(true)
    expect(by((actor) => funds.seesEntity(actor, HERE, 'DILIGENCE'), ELSEWHERE)).toEqual(
      sorted(['ORG_ADMIN', 'USERS_ADMIN']),
    )
    // HOLD-22 ORG-26: administering is no sight of a holding company.
    expect(sees('DILIGENCE', COMPANY)).toEqual(
      PERMISSIONS.filter((each) => each !== 'ORG_ADMIN' && each !== 'USERS_ADMIN'),
    )
  })

  test('SUBP-29 SUBP-30 a restricted page: its groups, its roles held there, deal-room admins', () => {
    const page = { restricted: true, roleIds: ['r1'], groupIds: ['g1'] }
    const sees = (more: Partial<HeldGroup>, groups: readonly HeldGroup[] = []) =>
      seesPage(actorOf([groupOf(['OVERVIEW_VIEW'], more), ...groups]), HERE, page)
    expect(sees({})).toBe(false)
    expect(sees({ id: 'g1' })).toBe(true)
    expect(sees({ roleId: 'r1' })).toBe(true)
    expect(sees({ roleId: 'r1', ...ELSEWHERE })).toBe(false)
    // Sees the overview here by one group, and has the role on another portfolio by the other.
    expect(sees({}, [groupOf(['OVERVIEW_VIEW'], { id: 'second', roleId: 'r1', ...ELSEWHERE })])).toBe(false)
    // Has the role here by a group that doesn't see the overview.
    expect(sees({}, [groupOf(['DOCUMENTS_VIEW'], { id: 'second', roleId: 'r1' })])).toBe(false)
    expect(sees({}, [groupOf(['DEALROOM_ADMIN'], { id: 'second' })])).toBe(true)
    // One group of several is enough, or one that has the role.
    expect(sees({}, [groupOf([], { id: 'g1' })])).toBe(true)
    expect(sees({}, [groupOf(['OVERVIEW_VIEW'], { id: 'second', roleId: 'r1' })])).toBe(true)
    expect(seesPage(actorOf([groupOf(['DOCUMENTS_VIEW'], { id: 'g1' })]), HERE, page)).toBe(false)
    expect(seesPage(actorOf([groupOf(['OVERVIEW_VIEW'])]), HERE, { ...page, restricted: false })).toBe(true)
  })

  test('what a room was operated with is for everybody who sees the room, once it is open to them', () => {
    const inPhase = (phase: 'PREPARATION' | 'ARCHIVED') =>
      actorOf([groupOf(['OVERVIEW_VIEW'])], { closedRooms: new Map([['here', phase]]) })
    expect(knowsOverview(actorOf([groupOf([])]), HERE)).toBe(true)
    expect(knowsOverview(inPhase('PREPARATION'), HERE)).toBe(false)
    expect(knowsOverview(inPhase('ARCHIVED'), HERE)).toBe(false)
    expect(knowsOverview(inPhase('PREPARATION'), COMPANY)).toBe(true)
  })

  test('QA-13 QA-14 a restricted log: its groups and who administers logs, who alone are told all groups', () => {
    const log = { place: HERE, restricted: true, groupIds: ['g1', 'g2'] }
    const of = (...permissions: Permission[]) => actorOf([groupOf(permissions, { id: 'g2' })])
    const member = of('QUESTIONS_VIEW')
    const stranger = actorOf([groupOf(['QUESTIONS_VIEW'])])
    const admin = actorOf([groupOf(['QUESTIONS_VIEW', 'QUESTION_LOG_ADMIN'])])
    expect([member, stranger, admin].map((each) => questions.seesLog(each, log))).toEqual([true, false, true])
    expect([member, stranger, admin].map((each) => questions.groupsShown(each, log))).toEqual([
      ['g2'],
      [],
      ['g1', 'g2'],
    ])
    expect(questions.seesLog(stranger, { ...log, restricted: false })).toBe(true)
    expect(questions.seesLog(of('DOCUMENTS_VIEW'), log)).toBe(false)
  })
})
