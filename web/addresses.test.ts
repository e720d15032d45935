import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { matchRoutes } from 'react-router'
import { expect, test } from 'vitest'
import * as addresses from './addresses.ts'
import { ROUTES } from './routes.tsx'

const WEB = import.meta.dirname

/** Texts that begin like an address and are none. */
const NO_ADDRESSES: readonly string[] = ["'/notifications'", "'/kWh'", '"/kWh"']

/** Addresses that a text of the source says by itself, without those in comments and imports. */
const writtenOut = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => !/^\s*(\*|\/\/|\/\*)/.test(line))
    .flatMap((line) => [
      ...(line.match(/(?<!from )(['"`])\/(?:[a-z]|\$\{)[^'"`]*\1/gi) ?? []),
      ...(line.match(/\b(?:to|href)=(?:"\/"|\{'\/'\})|\bto: '\/'/g) ?? []),
    ])
    .filter((found) => !NO_ADDRESSES.includes(found))

/** What the page leads to by a full load: what the server answers, and ways into and out of the product. */
const LOADED_WHOLE: readonly string[] = [
  ...['SIGN_IN', 'SIGN_OUT', 'HOME', 'PROFILE', 'CRM_TEMPLATE', 'CRM_CONNECT'],
  ...[
    'usersExport',
    'projectsExport',
    'checklistExport',
    'recordsExport',
    'ssoTestAddress',
    'newIndexAddress',
    'accessExport',
  ],
  // From the sign-in page, which has no router.
  'RESET_PASSWORD',
  // Beside a dialog that stays.
  'VIEW_ONLY',
]

test('pages of the product are led to without a full load, which would end uploads', () => {
  const files = globSync('features/**/*.tsx', { cwd: WEB }).filter((file) => !file.endsWith('.test.tsx'))
  const found = files.flatMap((file) =>
    [...readFileSync(path.join(WEB, file), 'utf8').matchAll(/\bhref=\{(?:\w+ \? )?(\w+)/g)]
      .map(([, name = '']) => name)
      .filter((name) => name in addresses && !LOADED_WHOLE.includes(name))
      .map((name) => `${file}: ${name}`),
  )
  expect(found).toEqual([])
})

test('addresses are written out in one place, from which all others have them', () => {
  const files = globSync(['features/**/*.{ts,tsx}', 'graphql/*.ts', 'pages/*.tsx', 'ui/**/*.{ts,tsx}'], {
    cwd: WEB,
  }).filter((file) => !/\.(test|fixture)\.tsx?$|\/testing\/|\.generated\./.test(file))
  expect(files.length).toBeGreaterThan(300)
  const found = files.flatMap((file) =>
    writtenOut(readFileSync(path.join(WEB, file), 'utf8')).map((literal) => `${file}: ${literal}`),
  )
  expect(found).toEqual([])
})

test.each([
  ['<Link to="/support">', 1],
  ['<Link to="/">', 1],
  ['const at = `/$' + '{slug}/projects`', 1],
  ["import { x } from '/somewhere'", 0],
  ['// leads to `/dealroom`', 0],
  ["path.split('/')", 0],
])('what is written out is found: %s', (text, count) => {
  expect(writtenOut(text)).toHaveLength(count)
})

test.each([
  addresses.HOME,
  addresses.SIGN_IN,
  addresses.RESET_PASSWORD,
  addresses.PROFILE,
  addresses.SECURITY,
  addresses.API,
  addresses.APPLICATIONS,
  addresses.CRM,
  addresses.SUPPORT,
  addresses.TICKETS,
  addresses.ABOUT,
  addresses.DEAL_ROOM,
  addresses.DEAL_TEAMS,
  addresses.BACK_OFFICE,
  addresses.SYSTEM_STATUS,
  addresses.NEW_PROJECT_IN_OFFICE,
  addresses.portfolioAddress('prairie-sun'),
  addresses.companyAddress('holdco-i'),
  addresses.portfolioDocumentsAddress('prairie-sun'),
  addresses.portfolioProjectsAddress('prairie-sun'),
  addresses.portfolioProjectsAddress('prairie-sun', '7'),
  addresses.categoryAddress('market'),
  addresses.areaAddress('meridian', 'o-and-m'),
  addresses.reportingAddress('meridian'),
  addresses.reportingAddress('meridian', 'holdco-i'),
  addresses.projectsAddress('meridian', '7'),
  addresses.projectOnMapAddress('meridian', '7', 'map'),
  addresses.editProjectAddress('meridian', '7', 'prairie-sun'),
  addresses.newProjectAddress('meridian', new URLSearchParams({ portfolioId: '7' })),
  addresses.adminAddress('meridian', 'users'),
  addresses.adminAddress('meridian', 'api'),
  addresses.groupsAddress('meridian', '7'),
  addresses.notificationsAddress('meridian'),
  addresses.recordsAddress('users/user'),
  addresses.recordAddress('users/user', '7'),
  addresses.newRecordAddress('users/user'),
  addresses.contentAddress('holdingcompany', '7'),
  addresses.importAddress('7'),
])('%s has a page', (address) => {
  const match = matchRoutes(ROUTES, address)?.at(-1)
  expect(match && match.route.path !== '*').toBe(true)
})
