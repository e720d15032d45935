import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { Permission } from '../../shared/permissions.ts'
import { type Rights, room, TREE } from '../features/documents/testing/room.ts'
import { holdingCompany, organisation, viewerOf } from '../testing/fixtures.ts'
import { renderAt, setWindowWidth } from '../testing/renderAt.tsx'

beforeEach(() => setWindowWidth(1440))

const REPORTING = '/meridian/reporting/holdco-i/reports'
const ALL: Rights = { canEditPermissions: true, canViewDocumentsHistory: true, canFilterHistoryByGroup: true }

function open(address: string, permissions: readonly Permission[], rights: Rights) {
  const company = holdingCompany('HoldCo I', {
    permissions: ['REPORTS_VIEW', ...permissions],
    reportsTree: { __typename: 'DocumentTree', id: TREE },
  })
  return renderAt(address, {
    ...room([{ id: 'f1', name: '2026', folder: true }], rights).answers,
    Viewer: viewerOf([organisation('Meridian', ['REPORTS_VIEW'])]),
    HoldingCompanyPage: { data: { holdingCompanyBySlug: company } },
    DocumentHistory: {
      data: { history: { __typename: 'DocumentHistory', count: 0, activity: [], ancestors: [] } },
    },
    HistoryFilterChoices: {
      data: {
        documentTree: { __typename: 'DocumentTree', id: TREE, fileTypes: ['folder'] },
        userGroups: [],
      },
    },
  })
}

const hasPermissions = async () => {
  await screen.findByRole('link', { name: '2026' })
  return screen.queryByRole('columnheader', { name: 'Permissions' }) !== null
}

test('REP-05 the permissions column is for documents admins of the company', async () => {
  const admin = open(REPORTING, ['DOCUMENTS_ADMIN', 'REPORTS_ADMIN'], ALL)
  expect(await hasPermissions()).toBe(true)
  admin.unmount()
  const reportsAdmin = open(REPORTING, ['REPORTS_ADMIN'], ALL)
  expect(await hasPermissions()).toBe(false)
  reportsAdmin.unmount()
  // The company's own tab goes by the tree alone (DOC-33).
  open('/holding-company/holdco-i/storage/reports', ['REPORTS_ADMIN'], ALL)
  expect(await hasPermissions()).toBe(true)
})

test('REP-05 history and its filter by user group go by the company’s rights', async () => {
  const historian = open(`${REPORTING}?view=history`, ['REPORTS_HISTORY_VIEW', 'USERS_ADMIN'], ALL)
  await screen.findByRole('button', { name: 'Filter by user group' })
  historian.unmount()
  const alone = open(`${REPORTING}?view=history`, ['REPORTS_HISTORY_VIEW'], {
    ...ALL,
    canFilterHistoryByGroup: false,
  })
  await screen.findByRole('button', { name: 'Filter by activity' })
  expect(screen.queryByRole('button', { name: 'Filter by user group' })).toBeNull()
  alone.unmount()
  open(REPORTING, [], {})
  await screen.findByRole('link', { name: '2026' })
  expect(screen.queryByRole('button', { name: 'History' })).toBeNull()
})
