import { describe, expect, test } from 'vitest'
import {
  type Actor,
  groupsHolding,
  holds,
  isClosedTo,
  type PermissionScope,
  permissionsOn,
} from '../server/access/actor.ts'
import { entityReach, within } from '../server/access/reach.ts'
import * as funds from '../server/modules/funds/policy.ts'
import { PERMISSIONS, type Permission } from '../shared/permissions.ts'
import { actorOf, COMPANY, FUND, groupOf, HERE, holding, NOBODY, sorted, WHOLE } from './actors.ts'

describe('rooms that their phase closes', () => {
  const inPhase = (phase: 'PREPARATION' | 'ARCHIVED', ...permissions: Permission[]) =>
    actorOf([groupOf(permissions)], { closedRooms: new Map([['here', phase]]) })
  const held = (actor: Actor, place: PermissionScope = HERE) => permissionsOn(actor, place)

  test('before it opens it is known to be there, and people are administered', () => {
    const actor = inPhase('PREPARATION', ...PERMISSIONS)
    expect(held(actor)).toEqual(sorted(['DEALROOM_VIEW', 'ORG_ADMIN', 'USERS_ADMIN']))
    expect([isClosedTo(actor, HERE), funds.seesEntity(actor, HERE, 'DILIGENCE')]).toEqual([true, true])
    expect(funds.opensRoom(actor, HERE, 'DILIGENCE')).toBe(false)
    expect(groupsHolding(actor, 'DOCUMENTS_VIEW', HERE)).toEqual([])
    expect(groupsHolding(actor, 'DEALROOM_VIEW', HERE)).toHaveLength(1)
    expect(funds.seesEntity(actor, HERE, 'DRAFT')).toBe(false)
  })

  test('an archived room is nothing to them at all', () => {
    const actor = inPhase('ARCHIVED', 'DEALROOM_VIEW', 'DOCUMENTS_EDIT')
    expect(held(actor)).toEqual([])
    expect([isClosedTo(actor, HERE), funds.seesEntity(actor, HERE, 'DILIGENCE')]).toEqual([true, false])
    expect(groupsHolding(actor, 'DEALROOM_VIEW', HERE)).toEqual([])
  })

  test('other places are open, as the room is where it is closed to nobody', () => {
    const actor = inPhase('ARCHIVED', 'DOCUMENTS_VIEW')
    expect([isClosedTo(actor, COMPANY), isClosedTo(actor, WHOLE), isClosedTo(NOBODY, HERE)]).toEqual([
      false,
      false,
      false,
    ])
    expect(held(actor, COMPANY)).toEqual(['DOCUMENTS_VIEW'])
    expect(funds.opensRoom(holding('DOCUMENTS_VIEW'), HERE, 'DILIGENCE')).toBe(true)
    expect(funds.opensRoom(holding('DOCUMENTS_VIEW'), HERE, 'DELETED')).toBe(false)
  })

  test('the reach that stores put into SQL leaves them out, whether listed or of the whole organisation', () => {
    const places = ['here', 'next'].map((id) => ({ id, organisationId: FUND }))
    for (const phase of ['PREPARATION', 'ARCHIVED'] as const) {
      for (const more of [{}, { organisationWide: true }]) {
        for (const permission of ['DOCUMENTS_VIEW', 'DEALROOM_VIEW', 'ORG_ADMIN', 'USERS_ADMIN'] as const) {
          const actor = actorOf(
            [groupOf([permission], { portfolioIds: new Set(['here', 'next']), ...more })],
            { closedRooms: new Map([['here', phase]]) },
          )
          for (const asked of [permission, 'ANY'] as const) {
            expect(places.map((each) => within(entityReach(actor, 'portfolio', asked), each))).toEqual(
              places.map(({ id }) => holds(actor, asked, { ...HERE, portfolioId: id })),
            )
          }
          expect(entityReach(actor, 'holdingCompany', permission).exceptEntityIds).toEqual([])
        }
      }
    }
  })
})
