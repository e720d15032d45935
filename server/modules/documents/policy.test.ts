import { expect, test } from 'vitest'
import type { DocumentAccess, GivenLevel } from '../../../shared/documentLevels.ts'
import type { TabKind } from '../../../shared/enumerations.ts'
import { PERMISSIONS, type Permission } from '../../../shared/permissions.ts'
import { actorOf, by, groupOf, HERE, holding, NOBODY, sorted, VIEWING } from '../../../testing/actors.ts'
import * as policy from './policy.ts'
import { treeRights } from './policy.ts'

/** Names of the rights that the permissions give in a tree of that type. */
const rights = (type: TabKind, ...permissions: Permission[]): string[] =>
  Object.entries(treeRights(holding(...permissions), type, HERE))
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

test('the permissions that open a tree, and show all of it, are those of its type', () => {
  for (const type of ['DOCUMENTS', 'REPORTS', 'O_AND_M'] as const) {
    expect(policy.viewRight(type)).toBe(`${type}_VIEW`)
    expect(policy.adminRight(type)).toBe(`${type}_ADMIN`)
    expect(policy.openingRights(type)).toEqual([`${type}_VIEW`, `${type}_ADMIN`])
  }
})

test('versions before the current one are for who edits, and for readers where the tree says so', () => {
  const sees = (edit: boolean, readersSeeEarlierVersions: boolean) =>
    policy.seesEarlierVersions({ rights: { edit }, readersSeeEarlierVersions })
  expect([sees(false, false), sees(true, false), sees(false, true)]).toEqual([false, true, true])
})

test('what is staged is met by who edits and by admins of the room; a view as others knows it, too', () => {
  const meets = (edit: boolean) => (actor: Parameters<typeof policy.meetsStaged>[0]) =>
    policy.meetsStaged(actor, { edit }, HERE)
  expect(by(meets(false))).toEqual(sorted(['DEALROOM_ADMIN', 'ORG_ADMIN']))
  expect(meets(true)(NOBODY)).toBe(true)
  expect(meets(false)(actorOf([groupOf(['DOCUMENTS_VIEW'])], VIEWING))).toBe(true)
})

test('entries that are staged wait in each organisation of which a group of theirs lets them publish', () => {
  const anywhere = (actor: Parameters<typeof policy.publishesIn>[0]) => policy.publishesIn(actor).length > 0
  const publishing = [
    'DOCUMENTS_EDIT',
    'DOCUMENTS_ADMIN',
    'REPORTS_EDIT',
    'REPORTS_ADMIN',
    'O_AND_M_ADMIN',
  ] as const
  expect(by(anywhere)).toEqual(sorted([...publishing, 'ORG_ADMIN']))
  const viewing = groupOf(['DOCUMENTS_VIEW'])
  const editing = { ...groupOf(['REPORTS_EDIT']), organisationId: 'elsewhere' }
  expect(policy.publishesIn(actorOf([viewing, editing]))).toEqual(['elsewhere'])
  expect(policy.publishesIn(actorOf([viewing]))).toEqual([])
})

test('a staged change is dropped by who edits: permissions by who sets them, another’s version by who deletes', () => {
  const drops = (
    rights: Partial<Parameters<typeof policy.mayDropChange>[0]>,
    kind: 'VERSION' | 'MOVE' | 'PERMISSION',
    isOwn = false,
  ) => policy.mayDropChange({ edit: false, delete: false, admin: false, ...rights }, { kind, isOwn })
  expect([
    drops({ edit: true, delete: true }, 'PERMISSION', true),
    drops({ admin: true }, 'PERMISSION'),
  ]).toEqual([false, true])
  expect([drops({ edit: true }, 'MOVE'), drops({ delete: true, admin: true }, 'MOVE', true)]).toEqual([
    true,
    false,
  ])
  expect([
    drops({ edit: true }, 'VERSION'),
    drops({ edit: true }, 'VERSION', true),
    drops({ edit: true, delete: true }, 'VERSION'),
    drops({ delete: true }, 'VERSION', true),
  ]).toEqual([false, true, true, false])
})

test('every publication is known to admins of the documents and of the room', () => {
  const knows = (admin: boolean) => (actor: Parameters<typeof policy.meetsStaged>[0]) =>
    policy.meetsAllPublications(actor, { admin }, HERE)
  expect([by(knows(false)), knows(true)(NOBODY)]).toEqual([sorted(['DEALROOM_ADMIN', 'ORG_ADMIN']), true])
})

const LEVELS: readonly GivenLevel[] = ['VIEW', 'PRINT', 'PDF', 'ORIGINAL']
const given = (level: GivenLevel, rendition: DocumentAccess['rendition'] = 'FULL'): DocumentAccess => ({
  level,
  rendition,
})
/** At which levels it is allowed: of the file itself, and of its redacted rendition. */
const at = (may: (access: DocumentAccess) => boolean) =>
  (['FULL', 'REDACTED'] as const).map((rendition) => LEVELS.filter((level) => may(given(level, rendition))))

test('the original is given at its level alone, and of a redacted document not even there', () => {
  expect(at(policy.isGivenOriginal)).toEqual([['ORIGINAL'], []])
  expect(at(policy.isGivenFile)).toEqual([['ORIGINAL'], ['ORIGINAL']])
  expect(at(policy.isGivenMarkedPdf)).toEqual([
    ['PDF', 'ORIGINAL'],
    ['PDF', 'ORIGINAL'],
  ])
  expect(at((access) => policy.mayOpenStagedVersion({ edit: true }, access))).toEqual([['ORIGINAL'], []])
  expect(at((access) => policy.mayOpenStagedVersion({ edit: false }, access))).toEqual([[], []])
})

test('a document is redacted by who edits and is given all of it and of the root', () => {
  const may = (edit: boolean, root: DocumentAccess, document?: DocumentAccess) =>
    policy.mayRedact({ rights: { edit } }, root, document)
  const all = given('ORIGINAL')
  expect([may(true, all), may(true, all, all), may(false, all)]).toEqual([true, true, false])
  expect([may(true, given('PDF'), all), may(true, all, given('ORIGINAL', 'REDACTED'))]).toEqual([
    false,
    false,
  ])
})

test('why a file, or its marked PDF, is not given is said in a sentence', () => {
  const why = (
    level: GivenLevel,
    rendition: DocumentAccess['rendition'] = 'FULL',
    made: object | null = null,
  ) => {
    const of = { access: given(level, rendition), rendition: made }
    return [policy.whyNoDownload(of), policy.whyNoMarkedPdf(of)]
  }
  const viewed = 'You may view this document, not download it.'
  expect(why('VIEW')).toEqual([viewed, viewed])
  expect(why('PRINT')).toEqual([viewed, viewed])
  expect(why('PDF')).toEqual(['You may download this document as a marked PDF only.', null])
  expect(why('ORIGINAL')).toEqual([null, null])
  expect(why('ORIGINAL', 'REDACTED')).toEqual([policy.BEING_PREPARED, policy.BEING_PREPARED])
  expect(why('ORIGINAL', 'REDACTED', {})).toEqual([null, null])
  expect(why('VIEW', 'REDACTED', {})).toEqual([viewed, viewed])
})

test('words are given from marked PDFs on, and to groups that are given words', () => {
  const reader = (principals: string[], textPrincipals: string[] = ['words', 'more']) => ({
    principals,
    textPrincipals,
  })
  const downloads = ['PDF', 'ORIGINAL']
  expect(at((access) => policy.isGivenWordsOfPages(access, reader(['mine'])))).toEqual([downloads, downloads])
  expect(at((access) => policy.isGivenWordsOfPages(access, reader(['mine', 'more'])))).toEqual([
    LEVELS,
    LEVELS,
  ])
  expect(at((access) => policy.isGivenWords(access, reader(['mine'])))).toEqual([downloads, []])
  expect(at((access) => policy.isGivenWords(access, reader(['words'])))).toEqual([LEVELS, []])
})
