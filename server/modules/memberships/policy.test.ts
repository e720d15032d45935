import { describe, expect, test } from 'vitest'
import type { Permission } from '../../../shared/permissions.ts'
import { actorOf, ELSEWHERE, groupOf } from '../../../testing/actors.ts'
import type { Actor, HeldGroup } from '../../access/actor.ts'
import * as people from './policy.ts'

describe('PPL-32 GRP-24 who fills and changes groups', () => {
  const usersAdmin = (...more: Permission[]) => actorOf([groupOf(['USERS_ADMIN', ...more], { id: 'mine' })])
  const orgAdmin = actorOf([groupOf(['ORG_ADMIN'], { id: 'mine' })])
  const viewers = groupOf(['DOCUMENTS_VIEW'])
  const admins = groupOf(['DOCUMENTS_ADMIN'])
  const organisationAdmins = groupOf(['ORG_ADMIN'])

  test('nobody gives what administers something that they don’t hold at its place', () => {
    expect([viewers, admins, organisationAdmins].map(people.isAdminGroup)).toEqual([false, true, true])
    expect(people.mayFill(usersAdmin(), viewers)).toBe(true)
    expect(people.mayFill(usersAdmin(), admins)).toBe(false)
    expect(people.mayFill(usersAdmin('DOCUMENTS_ADMIN'), admins)).toBe(true)
    const elsewhere = groupOf(['DOCUMENTS_ADMIN'], ELSEWHERE)
    expect(people.mayFill(usersAdmin('DOCUMENTS_ADMIN'), elsewhere)).toBe(false)
    const ofCompany = groupOf(['DOCUMENTS_ADMIN'], {
      portfolioIds: new Set(),
      holdingCompanyIds: new Set(['other']),
    })
    expect(people.mayFill(usersAdmin('DOCUMENTS_ADMIN'), ofCompany)).toBe(false)
    expect([admins, organisationAdmins, elsewhere].map((each) => people.mayFill(orgAdmin, each))).toEqual([
      true,
      true,
      true,
    ])
  })

  test('organisation admins are taken out by one of them, and nobody joins a group to raise themselves', () => {
    expect(people.mayEmpty(usersAdmin(), organisationAdmins)).toBe(false)
    expect(people.mayEmpty(usersAdmin(), admins)).toBe(true)
    expect(people.mayEmpty(orgAdmin, organisationAdmins)).toBe(true)
    expect(people.mayJoin(usersAdmin(), viewers)).toBe(false)
    expect(people.mayJoin(usersAdmin(), groupOf(['DOCUMENTS_VIEW'], { id: 'mine' }))).toBe(true)
    expect(people.mayJoin(orgAdmin, viewers)).toBe(true)
    const inTwo = actorOf([groupOf(['USERS_ADMIN'], { id: 'mine' }), groupOf(['DOCUMENTS_VIEW'])])
    expect(people.mayJoin(inTwo, viewers)).toBe(true)
  })

  test('a group is changed within what the actor holds, and one’s own never becomes wider', () => {
    const change = (actor: Actor, before: HeldGroup, after: HeldGroup, isFilled = true) =>
      people.mayChangeGroup(actor, { before, after, isFilled })
    expect(change(orgAdmin, viewers, organisationAdmins)).toBe(true)
    expect(change(usersAdmin(), viewers, organisationAdmins, false)).toBe(false)
    expect(change(usersAdmin(), organisationAdmins, viewers, false)).toBe(false)
    expect(change(usersAdmin(), viewers, admins)).toBe(false)
    expect(change(usersAdmin(), viewers, admins, false)).toBe(true)
    expect(change(usersAdmin('DOCUMENTS_ADMIN'), viewers, admins)).toBe(true)
    expect(change(usersAdmin(), admins, admins)).toBe(true)
    expect(
      change(usersAdmin(), admins, groupOf(['DOCUMENTS_ADMIN'], { portfolioIds: new Set(['here', 'next']) })),
    ).toBe(false)
    const mine = groupOf(['USERS_ADMIN', 'DOCUMENTS_VIEW'], { id: 'mine' })
    const of = (permissions: readonly Permission[], more: Partial<HeldGroup> = {}) =>
      change(usersAdmin(), mine, groupOf(permissions, { id: 'mine', ...more }))
    expect(of(['USERS_ADMIN'])).toBe(true)
    expect(of(['USERS_ADMIN', 'DOCUMENTS_VIEW', 'DOCUMENTS_EDIT'])).toBe(false)
    expect(of(['USERS_ADMIN'], { portfolioIds: new Set(['here', 'next']) })).toBe(false)
    expect(of(['USERS_ADMIN'], { holdingCompanyIds: new Set(['company', 'other']) })).toBe(false)
    expect(of(['USERS_ADMIN'], { portfolioIds: new Set(), holdingCompanyIds: new Set() })).toBe(true)
  })
})
