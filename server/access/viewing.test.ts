import { describe, expect, test } from 'vitest'
import { PERMISSIONS } from '../../shared/permissions.ts'
import { actorOf, COMPANY, groupOf, HERE, holding, STAFF, sorted, WHOLE } from '../../testing/actors.ts'
import type { HeldGroup, PermissionScope } from './actor.ts'
import { mayViewAs, viewedAs } from './viewing.ts'

describe('a view as others have it', () => {
  const admin = actorOf([groupOf(['DOCUMENTS_ADMIN', 'DOCUMENTS_VIEW', 'QUESTIONS_VIEW'], { id: 'mine' })])
  const stored = (groups: readonly HeldGroup[], place: PermissionScope = HERE) => ({
    id: 'view',
    name: 'Bidders',
    place,
    expiresAt: new Date(0),
    groups,
  })
  const theirs = groupOf(['DOCUMENTS_VIEW', 'QUESTIONS_VIEW', 'PROJECTS_VIEW'], {
    id: 'theirs',
    organisationWide: true,
    holdingCompanyIds: new Set(['company']),
    portfolioIds: new Set(['here', 'next']),
  })

  test('has what both hold there, of what the viewer sees all, and nothing elsewhere', () => {
    const seen = viewedAs(admin, stored([theirs]))
    expect(seen?.groups).toEqual([
      {
        ...theirs,
        permissions: new Set(['DOCUMENTS_VIEW']),
        organisationWide: false,
        organisationItself: false,
        portfolioIds: new Set(['here']),
        holdingCompanyIds: new Set(),
      },
    ])
    expect([seen?.isSuperUser, seen?.viewing?.knownGroupIds]).toEqual([false, new Set(['mine'])])
    expect(viewedAs(STAFF, stored([theirs]))).toMatchObject({
      isSuperUser: false,
      viewing: { knownGroupIds: null },
    })
    expect([...(viewedAs(STAFF, stored([theirs]))?.groups[0]?.permissions ?? [])]).toEqual(
      sorted(['DOCUMENTS_VIEW', 'QUESTIONS_VIEW', 'PROJECTS_VIEW']),
    )
  })

  test('of a holding company or of the organisation itself is narrowed to that', () => {
    expect(viewedAs(STAFF, stored([theirs], COMPANY))?.groups[0]).toMatchObject({
      portfolioIds: new Set(),
      holdingCompanyIds: new Set(['company']),
      organisationItself: false,
    })
    const operations = groupOf(['O_AND_M_VIEW', 'DOCUMENTS_VIEW'], { organisationWide: true })
    const seen = viewedAs(STAFF, stored([operations], WHOLE))
    expect(seen?.groups[0]).toMatchObject({
      permissions: new Set(['O_AND_M_VIEW']),
      organisationItself: true,
      portfolioIds: new Set(),
      holdingCompanyIds: new Set(),
    })
  })

  test('is none where nothing is left, for who may not view, and within another view', () => {
    expect(viewedAs(admin, stored([groupOf(['PROJECTS_VIEW'])]))).toBeNull()
    expect(viewedAs(admin, stored([]))).toBeNull()
    // What both hold is none where the viewer doesn't see all documents, nor what the viewer's own groups don't give.
    expect(viewedAs(holding('PROJECTS_VIEW'), stored([groupOf(['PROJECTS_VIEW'])]))).toBeNull()
    expect(viewedAs(holding('DOCUMENTS_ADMIN'), stored([groupOf(['DOCUMENTS_VIEW'])]))).toBeNull()
    expect(viewedAs(actorOf([groupOf(['DOCUMENTS_VIEW'])]), stored([theirs]))).toBeNull()
    const viewing = viewedAs(admin, stored([groupOf(['DOCUMENTS_ADMIN'])]))
    expect(viewing && mayViewAs(viewing, HERE)).toBe(false)
    // What administers an organisation or its people is in no view.
    expect(viewedAs(STAFF, stored([groupOf(['ORG_ADMIN', 'USERS_ADMIN'])]))?.groups[0]?.permissions).toEqual(
      new Set(PERMISSIONS.filter((each) => each !== 'ORG_ADMIN' && each !== 'USERS_ADMIN')),
    )
  })
})
