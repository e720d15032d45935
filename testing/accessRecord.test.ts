// What somebody could see at a moment, by the record of access, against what the product itself gave them at that moment.
import { beforeAll, expect, test } from 'vitest'
import type { Actor } from '../server/access/actor.ts'
import { DomainError } from '../server/access/errors.ts'
import { loadActors } from '../server/access/loadActor.ts'
import { deactivatePerson, reactivatePerson } from '../server/modules/accounts/index.ts'
import { publishLicence } from '../server/modules/accounts/licence.ts'
import { type TreeRow, treeRowOf } from '../server/modules/documents/core/trees.ts'
import { accessAt, levelText, peopleSeeing } from '../server/modules/documents/proof/documentAccess.ts'
import { seenBy } from '../server/modules/documents/proof/principalAccess.ts'
import { openStaging, type Staging } from '../server/modules/documents/staging/createStaging.ts'
import { setAccessEnds, setGroupEntities } from '../server/modules/funds/groupPortfolios.ts'
import { changeGroup, deleteGroup } from '../server/modules/memberships/core/groups.ts'
import { setRolePermissions } from '../server/modules/memberships/core/roles.ts'
import { addMember, createGroup, createRole } from '../server/modules/memberships/index.ts'
import { deleteOrganisation, restoreOrganisation } from '../server/modules/organisations/index.ts'
import type { Tx } from '../server/platform/database/database.ts'
import type { Permission } from '../shared/permissions.ts'
import { testDatabase } from './database/index.ts'
import { documentsOver } from './documents.ts'
import { factories } from './factories.ts'

const database = testDatabase()
const make = factories(database)
const room = documentsOver(database)

/** Numbers that are the same in each run (mulberry32). */
let state = 61
function pick<Item>(of: readonly Item[]): Item {
  state = (state + 0x6d2b79f5) | 0
  let mixed = Math.imul(state ^ (state >>> 15), state | 1)
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
  return of[((mixed ^ (mixed >>> 14)) >>> 0) % of.length] as Item
}

/** Documents with their trees, people, groups and roles, as far as the walk has made them. */
const documents: { id: string; treeId: string }[] = []
const people: string[] = []
const groups: string[] = []
const roles: string[] = []
const changes: string[] = []
const trees = new Map<string, TreeRow>()
let organisationId: string
let portfolioId: string
let holdingCompanyId: string
let treeId: string
let reportsId: string
let adminId: string
let staging: Staging

const write = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => database.db.transaction().execute(work)
const PERMISSIONS = [
  ['DOCUMENTS_VIEW'],
  ['DOCUMENTS_VIEW', 'DOCUMENTS_EDIT'],
  ['DOCUMENTS_ADMIN'],
  ['DEALROOM_VIEW'],
  ['DEALROOM_ADMIN', 'DOCUMENTS_VIEW'],
  ['REPORTS_VIEW', 'DOCUMENTS_VIEW'],
  ['REPORTS_ADMIN'],
  ['ORG_ADMIN'],
  [],
] as const satisfies readonly (readonly Permission[])[]
const LEVELS = ['NONE', 'VIEW', 'PRINT', 'PDF', 'ORIGINAL'] as const

const inTree = (id: string) => documents.filter((each) => each.treeId === id).map((each) => each.id)
/** Those of the tree that are there, without the root; folders among them where asked for. */
async function present(condition = 'true'): Promise<string[]> {
  const { rows } = await database.pool.query<{ id: string }>(
    `select d.id from document d join acl on acl.id = d.acl_id
     where d.tree_id = $1 and d.deleted_at is null and d.parent_id is not null and ${condition} order by d.id`,
    [treeId],
  )
  return rows.map(({ id }) => id)
}
const folders = () => present('d.is_folder and not acl.is_staged')
const published = () => present('not acl.is_staged')
const admin = (): Promise<Actor> => make.actor(adminId)
const principal = async () => {
  const { rows } = await database.pool.query<{ type: string }>(
    'select permissions_type as type from document_tree where id = $1',
    [treeId],
  )
  return pick(rows[0]?.type === 'ROLE' ? roles : groups)
}
let names = 0
const name = (word: string) => {
  names += 1
  return `${word} ${names}`
}
async function confirm(parentId: string, staged: boolean): Promise<void> {
  const actor = await admin()
  const service = room.documents()
  const [announced] = await service.announce(actor, treeId, [
    { name: `${name('File')}.pdf`, size: 7, parentId },
  ])
  if (!announced) throw new Error('Nothing was announced.')
  room.receive(announced.version, 'content')
  const { files } = await service.confirm(actor, {
    treeId,
    uploads: [{ version: announced.version, documentId: announced.file.id }],
    staged,
  })
  documents.push(...files.map(({ id }) => ({ id, treeId })))
}
const folderOrRoot = async () => pick([`tree:${treeId}`, ...(await folders())])
const group = (): string => pick(groups)
const person = (): string => pick(people)
const changed = async (made: Promise<{ changeId: string | null }>) => {
  const { changeId } = await made
  if (changeId) changes.push(changeId)
}
const setPhase = (phase: string | null) =>
  phase === null
    ? database.pool.query('delete from room_phase where portfolio_id = $1', [portfolioId])
    : database.pool.query(
        `insert into room_phase (portfolio_id, organisation_id, phase, set_by) values ($1, $2, $3, $4)
         on conflict (portfolio_id) do update set phase = excluded.phase`,
        [portfolioId, organisationId, phase, adminId],
      )

/** All kinds of changes that touch rights; each is followed by questions. What lasts for one moment is `between` two. */
const MUTATIONS: Readonly<Record<string, (between: () => Promise<void>) => Promise<unknown>>> = {
  'a folder is made': async () => {
    const parentId = await folderOrRoot()
    const made = await room.documents().createFolders(await admin(), {
      treeId,
      parentId,
      folderPaths: [name('Folder')],
      staged: pick([false, false, true]),
    })
    documents.push(...made.map(({ id }) => ({ id, treeId })))
  },
  'a file is uploaded': async () => confirm(await folderOrRoot(), false),
  'a file is staged': async () => confirm(await folderOrRoot(), true),
  'what is staged is published': async () => {
    await confirm(await folderOrRoot(), true)
    try {
      await staging.publish(await admin(), {
        treeId,
        documentIds: [`tree:${treeId}`],
        title: 'Round',
        note: null,
        at: null,
        leaveOut: [],
      })
    } catch (error) {
      // What can't be published any more would hold up all that is staged after it.
      const { rows } = await database.pool.query<{ id: string }>('select id from staged_change')
      await staging.drop(await admin(), { treeId, ids: rows.map(({ id }) => id) })
      throw error
    }
  },
  'a permission is given': async () =>
    changed(room.permit(await admin(), treeId, [pick(await present())], await principal(), true)),
  'a permission is taken': async () =>
    changed(room.permit(await admin(), treeId, [pick(await published())], await principal(), false)),
  'everything is permitted to one': async () =>
    changed(
      room.documents().permitExactly(await admin(), {
        treeId,
        documentIds: [pick([`tree:${treeId}`, ...(await published())])],
        principalIds: [await principal()],
        staged: pick([false, false, true]),
      }),
    ),
  'a level is set': async () =>
    changed(
      room.documents().levels.set(await admin(), {
        treeId,
        documentIds: [pick(await published())],
        changes: [
          { principalId: await principal(), level: pick(LEVELS), rendition: pick([null, 'REDACTED']) },
        ],
        staged: pick([false, false, true]),
      }),
    ),
  'the usual level is set': async () =>
    room.documents().levels.updateViewing(await admin(), { treeId, usualLevel: pick(LEVELS.slice(1)) }),
  'a change is taken back': async () => {
    const changeId = changes.pop()
    if (changeId) await room.documents().undoPermissionChange(await admin(), { treeId, changeId })
  },
  'documents are permitted by others': async () =>
    room.documents().updateTree(await admin(), { treeId, permissionType: pick(['ROLE', 'GROUP', 'GROUP']) }),
  'something is moved': async () =>
    room.documents().move(await admin(), {
      treeId,
      destinationParentId: await folderOrRoot(),
      sourceDocumentIds: [pick(await published())],
      staged: pick([false, false, true]),
    }),
  'something is deleted': async () =>
    room.documents().remove(await admin(), { treeId, documentIds: [pick(await published())] }),
  'something comes back': async () => {
    const { rows } = await database.pool.query<{ id: string }>(
      'select document_id as id from deletion where tree_id = $1 order by document_id',
      [treeId],
    )
    if (rows.length > 0) {
      await room.documents().bins.restore(await admin(), { treeId, documentIds: [pick(rows).id] })
    }
  },
  'somebody joins': () => write((tx) => addMember(tx, group(), person())),
  'somebody leaves': () =>
    database.pool.query('delete from membership where group_id = $1 and person_id = $2', [group(), person()]),
  'a group gets another role': async () => {
    const id = group()
    await write((tx) => changeGroup(tx, { id, name: name('Walked group'), roleId: pick(roles), revision: 1 }))
  },
  'a group reaches everything': async (between) => {
    const id = group()
    const set = (organisationWide: boolean) =>
      write((tx) =>
        changeGroup(tx, {
          id,
          name: name('Walked group'),
          roleId: pick(roles),
          revision: 1,
          organisationWide,
        }),
      )
    await set(true)
    await between()
    await set(false)
  },
  'a role gets other permissions': () =>
    write((tx) => setRolePermissions(tx, pick(roles), pick<readonly Permission[]>(PERMISSIONS))),
  'a group is made': async () => {
    const roleName = name('Walked role')
    roles.push(
      await write((tx) => createRole(tx, organisationId, roleName, pick<readonly Permission[]>(PERMISSIONS))),
    )
    const id = await write((tx) => createGroup(tx, { organisationId, name: name('Walked group'), roleName }))
    groups.push(id)
    await write((tx) =>
      setGroupEntities(tx, id, { portfolioIds: [portfolioId], holdingCompanyIds: [holdingCompanyId] }),
    )
    await write((tx) => addMember(tx, id, person()))
  },
  'a group is deleted': async () => {
    if (groups.length < 4) return
    const [id = ''] = groups.splice(groups.indexOf(group()), 1)
    await write((tx) => deleteGroup(tx, id))
  },
  'a group gets another reach': () =>
    write((tx) =>
      setGroupEntities(tx, group(), {
        portfolioIds: pick([[portfolioId], []]),
        holdingCompanyIds: pick([[holdingCompanyId], []]),
      }),
    ),
  'an access ends': () =>
    write((tx) =>
      setAccessEnds(tx, { groupIds: [group()], portfolioId, endsAt: new Date(Date.now() - 1000) }),
    ),
  'an end is lifted, or to come': () =>
    write((tx) =>
      setAccessEnds(tx, {
        groupIds: [group()],
        portfolioId,
        endsAt: pick([null, new Date(Date.now() + 3_600_000)]),
      }),
    ),
  'the room is prepared': async (between) => {
    await setPhase('PREPARATION')
    await between()
    await setPhase(pick([null, 'CLOSING']))
  },
  'the room is archived for a moment': async (between) => {
    await setPhase('ARCHIVED')
    await between()
    await setPhase(null)
  },
  'the room is a draft, or removed': async (between) => {
    const set = (status: string) =>
      database.pool.query('update portfolio set status = $2 where id = $1', [portfolioId, status])
    await set(pick(['DRAFT', 'DELETED']))
    await between()
    await set('DILIGENCE')
  },
  'the holding company is a draft': async (between) => {
    const set = (status: string) =>
      database.pool.query('update holding_company set status = $2 where id = $1', [holdingCompanyId, status])
    await set('DRAFT')
    await between()
    await set('ACQUIRED')
  },
  'somebody is deactivated': async (between) => {
    const id = person()
    await write((tx) => deactivatePerson(tx, id))
    await between()
    await write((tx) => reactivatePerson(tx, id))
  },
  'somebody is staff': async (between) => {
    const id = person()
    const set = (is: boolean) =>
      database.pool.query('update person set is_super_user = $2 where id = $1', [id, is])
    await set(true)
    await between()
    await set(false)
  },
  'a licence agreement is published': async (between) => {
    const version = await publishLicence(database.db, name('Agreement'))
    await between()
    for (const id of [adminId, ...people]) {
      await database.pool.query(
        'insert into licence_acceptance (person_id, version, email_agreement) values ($1, $2, false)',
        [id, version],
      )
    }
  },
  'the organisation is deleted': async (between) => {
    await write((tx) => deleteOrganisation(tx, { id: organisationId, by: adminId, name: 'Walked' }))
    await between()
    await write((tx) => restoreOrganisation(tx, organisationId))
  },
}

/** What the product gives a person of a document now, in words; null for nothing. */
async function given(
  actor: Actor | undefined,
  document: { id: string; treeId: string },
): Promise<string | null> {
  if (!actor) return null
  try {
    const node = await room.documents().document(actor, document.treeId, document.id)
    const [access] = await room.documents().levels.accesses([node])
    return access ? levelText(access) : null
  } catch (error) {
    if (error instanceof DomainError) return null
    throw error
  }
}

interface Answer {
  after: string
  at: string
  personId: string
  document: { id: string; treeId: string }
  given: string | null
}
interface Whole {
  at: string
  document: { id: string; treeId: string }
  given: Record<string, string>
  /** What one of them was given of all documents of the room. */
  personId: string
  seen: Record<string, string>
  /** Super users of then. */
  staff: string[]
}
const answers: Answer[] = []
const wholes: Whole[] = []
/** Changes that the product refused, such as moving a folder into itself. */
const refused = new Set<string>()
const made = new Set<string>()

async function now(): Promise<string> {
  const { rows } = await database.pool.query<{ at: string }>('select clock_timestamp()::text as at')
  return rows[0]?.at ?? ''
}

const QUESTIONS = 10
/** Answers that the record is asked for at the same time. */
const TOGETHER = 8
async function ask(after: string): Promise<void> {
  const at = await now()
  const actors = await loadActors(database.db, [adminId, ...people])
  for (let asked = 0; asked < QUESTIONS; asked += 1) {
    const personId = pick([...people, ...people, adminId])
    // Roots as well, and what has been made last.
    const document = pick([...documents, documents.at(-1) ?? { id: treeId, treeId }])
    answers.push({ after, at, personId, document, given: await given(actors.get(personId), document) })
  }
  if (answers.length % (QUESTIONS * 8) !== 0) return
  const document = pick(documents)
  const all: Record<string, string> = {}
  for (const personId of [adminId, ...people]) {
    const access = await given(actors.get(personId), document)
    if (access !== null) all[personId] = access
  }
  const personId = person()
  const seen: Record<string, string> = {}
  for (const each of documents.slice(2).filter((one) => one.treeId === treeId)) {
    const access = await given(actors.get(personId), each)
    if (access !== null) seen[each.id] = access
  }
  wholes.push({
    at,
    document,
    given: all,
    personId,
    seen,
    staff: people.filter((id) => actors.get(id)?.isSuperUser),
  })
}

beforeAll(async () => {
  organisationId = await make.organisation({ name: 'Walked' })
  portfolioId = (await make.portfolio({ organisationId })).id
  holdingCompanyId = (await make.holdingCompany({ organisationId })).id
  treeId = await make.tree({ organisationId, portfolioId })
  reportsId = await make.tree({ organisationId, holdingCompanyId, type: 'REPORTS' })
  const admins = await make.group({
    organisationId,
    role: ['DEALROOM_ADMIN', 'DOCUMENTS_ADMIN', 'REPORTS_ADMIN'],
    portfolioIds: [portfolioId],
    holdingCompanyIds: [holdingCompanyId],
  })
  adminId = await make.person()
  await make.member(admins, adminId)
  for (let made = 0; made < 7; made += 1) people.push(await make.person())
  people.push(await make.person({ isSuperUser: true }))
  for (const permissions of PERMISSIONS.slice(0, 6)) {
    const roleName = name('Walked role')
    roles.push(await write((tx) => createRole(tx, organisationId, roleName, permissions)))
    const id = await make.group({ organisationId, role: roleName, portfolioIds: [portfolioId] })
    groups.push(id)
    await make.member(id, person())
    await make.member(id, person())
  }
  staging = openStaging({ db: database.db, jobsDb: database.db, fileAddress: () => '' })
  documents.push({ id: `tree:${treeId}`, treeId }, { id: `tree:${reportsId}`, treeId: reportsId })
  await room.folder(await admin(), reportsId, '2026/Q3')
  for (const path of ['Permits/Local', 'Offtake/Executed', 'Bids']) {
    documents.push({ id: await room.folder(await admin(), treeId, path), treeId })
  }
  const { rows } = await database.pool.query<{ id: string; treeId: string }>(
    'select id, tree_id as "treeId" from document where parent_id is not null',
  )
  documents.push(...rows.filter(({ id }) => !inTree(treeId).includes(id)))
})

test('PROOF-05 for 1,000 random people, documents and moments among all kinds of changes the record answers as the product did', async () => {
  const kinds = Object.keys(MUTATIONS)
  // What differs from document to document is changed more often than what holds for all of them.
  const often = kinds.filter((kind) => /level|permission|permitted to|file|joins/.test(kind))
  for (let round = 0; answers.length < 1000; round += 1) {
    // Each kind once, then any.
    const kind = kinds[round] ?? pick([...kinds, ...often, ...often])
    try {
      await MUTATIONS[kind]?.(() => ask(kind))
      made.add(kind)
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      refused.add(kind)
    }
    await ask(kind)
  }
  expect(kinds.filter((kind) => !made.has(kind))).toEqual([])
  // As they are by now: it is asked later.
  for (const id of [treeId, reportsId]) {
    const row = await treeRowOf(database.db, id)
    if (row) trees.set(id, row)
  }
  const recorded = async ({ personId, document, at }: Answer) => {
    const tree = trees.get(document.treeId)
    if (!tree) throw new Error('There is no such tree.')
    const documentId = document.id.replace('tree:', '')
    const access = await accessAt(database.db, { personId, documentId, tree }, at)
    return access && levelText(access)
  }
  const wrong: unknown[] = []
  for (let from = 0; from < answers.length; from += TOGETHER) {
    const some = answers.slice(from, from + TOGETHER)
    const found = await Promise.all(some.map(recorded))
    for (const [index, answer] of some.entries()) {
      if (found[index] !== answer.given) wrong.push({ ...answer, recorded: found[index] })
    }
  }
  expect(wrong).toEqual([])
  // Many were given something, at several levels, and many nothing.
  const levels = Map.groupBy(answers, (answer) => answer.given)
  expect(levels.size).toBeGreaterThan(3)
  expect(levels.get(null)?.length).toBeGreaterThan(100)
  expect(levels.get(null)?.length).toBeLessThan(900)
}, 120_000)

test('who could see a document at a moment are all whom the product gave it then, each once, with their level', async () => {
  expect(wholes.length).toBeGreaterThan(10)
  for (const { document, at, given: expected, staff } of wholes) {
    const tree = trees.get(document.treeId)
    if (!tree) throw new Error('There is no such tree.')
    const documentId = document.id.replace('tree:', '')
    const page = await peopleSeeing(database.db, { documentId, tree }, at, { limit: 200, offset: 0 })
    const found = Object.fromEntries(page.items.map(({ personId, level }) => [personId, level]))
    // Who runs the installation is counted, and not named.
    const unnamed = staff.filter((id) => id in expected && !(id in found))
    expect([
      document.id,
      at,
      { ...found, ...Object.fromEntries(unnamed.map((id) => [id, 'Original'])) },
    ]).toEqual([document.id, at, expected])
    expect([page.count, page.superUsers]).toEqual([Object.keys(found).length, unnamed.length])
    expect(page.levels.reduce((sum, level) => sum + level.people, 0)).toBe(page.count)
  }
})

test('what somebody could see at a moment is all that the product gave them then, with level, page by page', async () => {
  const tree = trees.get(treeId)
  if (!tree) throw new Error('There is no such tree.')
  for (const { at, personId, seen: expected } of wholes) {
    const seen = await seenBy(database.db, { tree, principal: { personId }, folderId: treeId }, at)
    const items = [
      ...(await seen.page({ limit: 5, offset: 0 })),
      ...(await seen.page({ limit: 200, offset: 5 })),
    ]
    expect([at, Object.fromEntries(items.map(({ documentId, level }) => [documentId, level]))]).toEqual([
      at,
      expected,
    ])
    expect([items.length, seen.count]).toEqual([Object.keys(expected).length, items.length])
    // Each folder before what is in it.
    const paths = items.filter(({ isFolder }) => isFolder).map(({ path }) => path)
    for (const [index, { path }] of items.entries()) {
      const above = path.slice(0, Math.max(0, path.lastIndexOf('/')))
      if (above !== '') expect(items.findIndex((each) => each.path === above)).toBeLessThan(index)
      if (above !== '') expect(paths).toContain(above)
    }
  }
  expect(wholes.filter(({ seen }) => Object.keys(seen).length > 5).length).toBeGreaterThan(2)
})

test('each change keeps who made it', async () => {
  const { rows } = await database.pool.query<{ by: string }>(
    'select distinct changed_by as by from former_folder_list where changed_by is not null',
  )
  expect(rows).toEqual([{ by: adminId }])
})
