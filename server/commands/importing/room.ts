import { createHash } from 'node:crypto'
import { type Permission, permissionOf } from '../../../shared/permissions.ts'
import { tidyText } from '../../../shared/texts.ts'
import type { Actor } from '../../access/actor.ts'
import { createTree } from '../../modules/documents/index.ts'
import { createPortfolio, grantEntities, setAccessEnds } from '../../modules/funds/index.ts'
import type { Services } from '../../modules/index.ts'
import {
  createGroup,
  createRole,
  groupsByNames,
  rolesOfOrganisation,
} from '../../modules/memberships/index.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import { type Storage, wholeFile } from '../../platform/storage/index.ts'
import { ConfigError } from '../../settings.ts'
import type { ArchiveFolder } from './archiveFolder.ts'
import type { GroupRow, TreeKind, TreeRow } from './rows.ts'

export interface ImportDeps {
  db: Database
  services: Pick<Services, 'documents' | 'funds' | 'organisations' | 'questions'>
  storage: Storage
}

/** The room that is made, or was begun before. */
export interface Room {
  organisationId: string
  portfolioId: string
  slug: string
  trees: ReadonlyMap<TreeKind, string>
  /** Whether an import of it was broken off. */
  isBegun: boolean
}

/** A further role by the name of one that has other permissions. */
const ofRoom = (role: string, room: string): string => `${role} (${room})`

const isSame = (permissions: ReadonlySet<Permission>, wanted: readonly Permission[]): boolean =>
  permissions.size === wanted.length && wanted.every((each) => permissions.has(each))

/** Groups by the names that they had, with roles that give what theirs gave, on the room; nobody is in them. */
async function makeGroups(
  tx: Tx,
  { organisationId, portfolioId, room }: { organisationId: string; portfolioId: string; room: string },
  groups: readonly GroupRow[],
): Promise<void> {
  for (const { name, role, permissions, organisationWide, endsAt } of groups) {
    const wanted = permissions.flatMap((codename) => permissionOf(codename) ?? [])
    const roles = new Map((await rolesOfOrganisation(tx, organisationId)).map((each) => [each.name, each]))
    const known = roles.get(role)
    const roleName = known === undefined || isSame(known.permissions, wanted) ? role : ofRoom(role, room)
    const there = (await groupsByNames(tx, organisationId, [name])).get(name.toLowerCase())
    if (!there && !roles.has(roleName)) await createRole(tx, organisationId, roleName, wanted)
    // The organisation's admins may be in a group of that name.
    const groupId = there?.id ?? (await createGroup(tx, { organisationId, name, roleName, organisationWide }))
    await grantEntities(tx, groupId, { portfolioIds: [portfolioId] })
    if (endsAt !== undefined)
      await setAccessEnds(tx, { groupIds: [groupId], portfolioId, endsAt: new Date(endsAt) })
  }
}

/**
 * Makes the room with its trees and groups, nothing in it yet, in an organisation that has none; or finds the one that a former
 * import of the same archive began.
 * @throws ConfigError for an organisation that has other rooms, or this one as a whole
 */
export async function makeRoom(
  deps: ImportDeps,
  archive: ArchiveFolder,
  { actor, organisation }: { actor: Actor; organisation: { id: string; slug: string; name: string } },
): Promise<Room> {
  const {
    db,
    services: { documents, funds },
  } = deps
  const name = tidyText(archive.manifest.room.name)
  const rooms = await funds.portfolios(actor, { organisationSlug: organisation.slug })
  const companies = await funds.companiesOf(actor, organisation.id)
  const [begun] = rooms
  const organisationId = organisation.id
  if (begun && rooms.length === 1 && companies.length === 0 && begun.name === name) {
    const trees = new Map<TreeKind, string>()
    for (const kind of ['DOCUMENTS', 'REPORTS'] as const) {
      const [tree] = await documents.treesOf(actor, 'portfolio', [begun.id], kind)
      if (tree) trees.set(kind, tree.id)
    }
    const state = await stateOf(deps, actor, trees.get('DOCUMENTS'), archive)
    if (state === 'WHOLE') {
      throw new ConfigError(`This archive was imported into ${organisation.name} already.`)
    }
    if (state === 'BEGUN') {
      return { organisationId, portfolioId: begun.id, slug: begun.slug, trees, isBegun: true }
    }
  }
  if (rooms.length + companies.length > 0) {
    throw new ConfigError(
      `The organisation ${organisation.name} is not empty. Please import into one that has no deal rooms and no holding companies.`,
    )
  }
  const treeRows = await archive.all('trees')
  // The record is kept there, whatever else is.
  const kinds = new Set<TreeKind>(['DOCUMENTS', ...treeRows.map(({ tree }) => tree)])
  const groups = await archive.all('groups')
  return db.transaction().execute(async (tx) => {
    const { id: portfolioId, slug } = await createPortfolio(tx, { organisationId, name })
    const trees = new Map<TreeKind, string>()
    for (const type of kinds) {
      const row = treeRows.find(({ tree }) => tree === type)
      const settings = row && { permissionsType: row.principals, allowRootFiles: row.allowRootFiles }
      trees.set(type, await createTree(tx, { type, organisationId, portfolioId, ...settings }))
    }
    await makeGroups(tx, { organisationId, portfolioId, room: name }, groups)
    return { organisationId, portfolioId, slug, trees, isBegun: false }
  })
}

/** How far a former import came: the manifest is the first that it kept, the signature the last. */
async function stateOf(
  { services: { documents }, storage }: ImportDeps,
  actor: Actor,
  treeId: string | undefined,
  archive: ArchiveFolder,
): Promise<'OTHER' | 'BEGUN' | 'WHOLE'> {
  if (treeId === undefined) return 'OTHER'
  const root = await documents.document(actor, treeId, null)
  const top = await documents.children(root, { limit: 200, offset: 0 })
  if (top.length === 0) return 'BEGUN'
  const folder = top.find((each) => each.isFolder && each.name === archive.attachments)
  if (!folder) return 'OTHER'
  const kept = await documents.children(folder, { limit: 200, offset: 0 })
  const manifest = kept.find((each) => each.name === 'manifest.json')
  if (!manifest) return top.length === 1 ? 'BEGUN' : 'OTHER'
  const hash = createHash('sha256')
  const whole = wholeFile(storage, manifest.versionId ?? '', manifest.size ?? 0)
  await whole.source(async (chunk) => void hash.update(chunk))
  if (hash.digest('hex') !== archive.sha256) return 'OTHER'
  return kept.some((each) => each.name === 'signature.json') ? 'WHOLE' : 'BEGUN'
}

/** Principals of a tree by the names that an archive has for them. */
export function principalNames(
  principals: readonly { id: string; name: string }[],
  { room, kind }: { room: string; kind: TreeRow['principals'] },
): (name: string) => string | null {
  const ids = new Map(principals.map(({ id, name }) => [name, id]))
  return (name) => (kind === 'ROLE' ? ids.get(ofRoom(name, room)) : undefined) ?? ids.get(name) ?? null
}
