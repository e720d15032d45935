// A room in which all kinds of changes that touch rights are made, at random and the same in each run.
import { beforeAll } from 'vitest'
import type { Actor } from '../server/access/actor.ts'
import { deactivatePerson, reactivatePerson } from '../server/modules/accounts/index.ts'
import { publishLicence } from '../server/modules/accounts/licence.ts'
import type { TreeRow } from '../server/modules/documents/core/trees.ts'
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

export const database = testDatabase()
const make = factories(database)
export const room = documentsOver(database)

/** Numbers that are the same in each run (mulberry32). */
let state = 61
export function pick<Item>(of: readonly Item[]): Item {
  state = (state + 0x6d2b79f5) | 0
  let mixed = Math.imul(state ^ (state >>> 15), state | 1)
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
  return of[((mixed ^ (mixed >>> 14)) >>> 0) % of.length] as Item
}

/** Documents with their trees, people, groups and roles, as far as the walk has made them. */
export const documents: { id: string; treeId: string }[] = []
export const people: string[] = []
const groups: string[] = []
const roles: string[] = []
export const changes: string[] = []
export const trees = new Map<string, TreeRow>()
let organisationId: string
let portfolioId: string
let holdingCompanyId: string
export let treeId: string
export let reportsId: string
export let adminId: string
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
export const principal = async () => {
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
export const person = (): string => pick(people)
export const changed = async (made: Promise<{ changeId: string | null }>) => {
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
export const MUTATIONS: Readonly<Record<string, (between: () => Promise<void>) => Promise<unknown>>> = {
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
  'the root gets a level': async (between) => {
    const root = `tree:${treeId}`
    const asked = {
      treeId,
      documentIds: [root],
      changes: [{ principalId: await principal(), level: 'VIEW' }],
    } as const
    await changed(room.documents().levels.set(await admin(), asked))
    await between()
    await changed(
      room.documents().levels.set(await admin(), {
        ...asked,
        changes: asked.changes.map((change) => ({ ...change, level: pick(LEVELS) })),
      }),
    )
  },
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
    // Everybody reads its reports for as long.
    const roleName = name('Walked role')
    await write((tx) => createRole(tx, organisationId, roleName, ['REPORTS_VIEW']))
    const id = await write((tx) => createGroup(tx, { organisationId, name: name('Walked group'), roleName }))
    await write((tx) => setGroupEntities(tx, id, { portfolioIds: [], holdingCompanyIds: [holdingCompanyId] }))
    for (const each of people) await write((tx) => addMember(tx, id, each))
    await set('DRAFT')
    await between()
    await set('ACQUIRED')
    await between()
    await write((tx) => deleteGroup(tx, id))
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
    const id = await make.group({
      organisationId,
      role: roleName,
      portfolioIds: [portfolioId],
      holdingCompanyIds: [holdingCompanyId],
    })
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
