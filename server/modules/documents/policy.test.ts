import { expect, test } from 'vitest'
import type { TabKind } from '../../../shared/enumerations.ts'
import { PERMISSIONS, type Permission } from '../../../shared/permissions.ts'
import type { Actor, PermissionScope } from '../../access/actor.ts'
import { treeRights } from './policy.ts'

const place: PermissionScope = { kind: 'portfolio', organisationId: 'fund', portfolioId: 'p' }

const actorWith = (...permissions: Permission[]): Actor => ({
  personId: 'person',
  sessionId: 'session',
  sessionBound: true,
  viewing: null,
  isSuperUser: false,
  deletedOrganisationIds: new Set(),
  closedRooms: new Map(),
  groups: [
    {
      id: 'group',
      organisationId: 'fund',
      roleId: 'role',
      permissions: new Set(permissions),
      organisationWide: false,
      portfolioIds: new Set(['p']),
      holdingCompanyIds: new Set(),
    },
  ],
})

/** Names of the rights that the permissions give in a tree of that type. */
const rights = (type: TabKind, ...permissions: Permission[]): string[] =>
  Object.entries(treeRights(actorWith(...permissions), type, place))
    .filter(([, held]) => held)
    .map(([name]) => name)
    .sort()

test('DOC-36 in a documents tree each permission gives its right, and the admin all of them', () => {
  const view = 'DOCUMENTS_VIEW'
  expect(rights('DOCUMENTS', view)).toEqual(['view'])
  expect(rights('DOCUMENTS', view, 'DOCUMENTS_EDIT')).toEqual(['edit', 'view'])
  expect(rights('DOCUMENTS', view, 'DOCUMENTS_DELETE')).toEqual(['delete', 'view'])
  expect(rights('DOCUMENTS', view, 'ACCESS_LOG_VIEW')).toEqual(['accessLog', 'view'])
  expect(rights('DOCUMENTS', view, 'DOCUMENTS_ADMIN')).toEqual(['admin', 'delete', 'edit', 'view'])
  expect(rights('DOCUMENTS', view, 'DOCUMENTS_HISTORY_VIEW')).toEqual(['history', 'view'])
})

test('DOC-37 in a reports tree REPORTS_EDIT edits, REPORTS_ADMIN deletes and sets permissions', () => {
  const view = 'REPORTS_VIEW'
  expect(rights('REPORTS', view)).toEqual(['view'])
  expect(rights('REPORTS', view, 'REPORTS_EDIT')).toEqual(['edit', 'view'])
  expect(rights('REPORTS', view, 'REPORTS_ADMIN')).toEqual(['admin', 'delete', 'edit', 'view'])
  expect(rights('REPORTS', view, 'REPORTS_HISTORY_VIEW')).toEqual(['history', 'view'])
})

test('in an O&M tree O_AND_M_VIEW opens and O_AND_M_ADMIN changes', () => {
  expect(rights('O_AND_M', 'O_AND_M_VIEW')).toEqual(['view'])
  expect(rights('O_AND_M', 'O_AND_M_ADMIN')).toEqual(['admin', 'delete', 'edit', 'history', 'view'])
})

test('ORG-49 no permission of another area opens a tree', () => {
  const own: Readonly<Record<TabKind, readonly Permission[]>> = {
    DOCUMENTS: ['DOCUMENTS_VIEW', 'DOCUMENTS_ADMIN', 'ORG_ADMIN'],
    REPORTS: ['REPORTS_VIEW', 'REPORTS_ADMIN', 'ORG_ADMIN'],
    O_AND_M: ['O_AND_M_VIEW', 'O_AND_M_ADMIN', 'ORG_ADMIN'],
  }
  for (const type of ['DOCUMENTS', 'REPORTS', 'O_AND_M'] as const) {
    for (const permission of PERMISSIONS) {
      const opens = own[type].includes(permission)
      expect([type, permission, rights(type, permission).includes('view')]).toEqual([type, permission, opens])
      if (!opens)
        expect(rights(type, permission).filter((right) => /history|accessLog/.test(right))).toEqual([])
    }
  }
})
