import pg from 'pg'
import type { Client } from '../../testing/client.ts'
import { type Figure, inSeconds, type Measure } from '../support/measure.ts'
import type { Stage } from '../support/stage.ts'
import { median } from '../support/statistics.ts'
import type { FilledTree } from '../support/world.ts'

/** Sites of a thousand documents each that are moved into one folder: a hundred thousand entries. */
const SITES = 100
/** Groups that get access to the room for the last toggles. */
const GROUPS = 2000
/** Changes of each kind, there and back; the middle one counts. */
const ROUNDS = 4

/** What happens to a folder of a hundred thousand entries in a tree of a million, each in one transaction. */
export const structure: Measure = {
  name: 'structure',
  run: async (stage) => {
    const { world, connection, signIn }: Stage = await stage()
    const room = new Structure(await signIn(world.admin), world.large)
    const [folder, other] = await room.createFolders('Collected', 'Elsewhere')
    const sites = await room.sites()
    const collected = await seconds(() => room.move(sites, folder))
    const entries = await room.entriesOf(folder)
    const principal = await room.principalOf(folder)
    const toggles: number[] = []
    const differences: number[] = []
    const undone: number[] = []
    const moves: number[] = []
    const levels: number[] = []
    const levelDifferences: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      toggles.push(await seconds(() => room.permit(folder, principal, round % 2 === 1)))
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      const level = round % 2 === 0 ? 'VIEW' : 'ORIGINAL'
      levelDifferences.push(await seconds(() => room.levelDifference(folder, principal, level)))
      levels.push(await seconds(() => room.setLevel(folder, principal, level)))
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      differences.push(await seconds(() => room.difference(folder, principal)))
      const changeId = await room.permitOnly(folder, principal)
      undone.push(await seconds(() => room.undo(changeId)))
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      moves.push(await seconds(() => room.move([folder], round % 2 === 0 ? other : room.rootId)))
    }
    await addGroups(connection, world.large.treeId)
    const withManyGroups: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      withManyGroups.push(await seconds(() => room.permit(folder, principal, round % 2 === 1)))
    }
    const deletion = await seconds(() => room.remove(folder))
    const restoring = await seconds(() => room.restore(folder))
    const of = `of ${entries.toLocaleString('en-US')} entries`
    return [
      figure(`permission toggle on a folder ${of}`, median(toggles), 1),
      figure(`the same in a room with ${GROUPS.toLocaleString('en-US')} more groups`, median(withManyGroups)),
      figure(`what a change of permissions would do, told before it, ${of}`, median(differences), 2),
      {
        title: `level of a group on a folder ${of}, against a toggle`,
        ours: `${median(levels).toFixed(2)} s`,
        floor: `${median(toggles).toFixed(2)} s`,
        value: median(levels) / median(toggles),
        target: { atMost: 1.1 },
      },
      figure(`what a change of levels would do, told before it, ${of}`, median(levelDifferences), 2),
      figure(`undo of a change of permissions ${of}`, median(undone), 1.5),
      figure(`move of a folder ${of}`, median(moves)),
      figure(`move of the ${sites.length} folders that it was collected from`, collected),
      figure(`delete of a folder ${of}`, deletion, 2),
      // BIN-05
      figure(`restore of a folder ${of} out of the bin`, restoring),
    ]
  },
}

/** Gives so many new groups, of the role of one that has it, access to the tree's portfolio. */
async function addGroups(connection: pg.PoolConfig, treeId: string): Promise<void> {
  const client = new pg.Client(connection as pg.ClientConfig)
  await client.connect()
  await client.query(
    `with room as (
       select t.portfolio_id, g.organisation_id, g.role_id
       from document_tree t join user_group_portfolio gp using (portfolio_id) join user_group g on g.id = gp.group_id
       where t.id = $1 limit 1
     ), made as (
       insert into user_group (id, organisation_id, name, role_id)
       select gen_random_uuid(), organisation_id, 'Crowd ' || n, role_id from room, generate_series(1, $2::int) n
       returning id)
     insert into user_group_portfolio (group_id, portfolio_id) select made.id, room.portfolio_id from made, room`,
    [treeId, GROUPS],
  )
  await client.end()
}

/** @param atMost seconds */
const figure = (title: string, value: number, atMost = 3): Figure => inSeconds(title, value, atMost)

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}

/** What a documents admin does in the large tree, call by call, over HTTP. */
class Structure {
  readonly #client: Client
  readonly #tree: FilledTree

  constructor(client: Client, tree: FilledTree) {
    this.#client = client
    this.#tree = tree
  }

  get rootId(): string {
    return `tree:${this.#tree.treeId}`
  }

  /** @throws with the errors of the answer */
  async #ask<Value>(query: string, variables: Record<string, unknown> = {}): Promise<Value> {
    const { data, errors } = await this.#client.graphql(query, { treeId: this.#tree.treeId, ...variables })
    if (errors.length > 0 || data === null) throw new Error(JSON.stringify(errors))
    return Object.values(data)[0] as Value
  }

  async createFolders(...names: [string, string]): Promise<[string, string]> {
    const { folders } = await this.#ask<{ folders: { id: string }[] }>(
      `mutation($treeId: ID!, $names: [String!]!) {
        documentsCreateFolders(treeId: $treeId, folderPaths: $names) { folders { id } }
      }`,
      { names },
    )
    const [first, second] = folders
    if (!first || !second) throw new Error('The folders were not made.')
    return [first.id, second.id]
  }

  /** Folders of the tree that no other measure lists. */
  async sites(): Promise<string[]> {
    const { children } = await this.#ask<{ children: { id: string; name: string }[] }>(
      'query($treeId: ID!) { document(treeId: $treeId) { children { id name } } }',
    )
    const free = children.filter(
      ({ id, name }) => name.startsWith('Site ') && !this.#tree.folders.includes(id),
    )
    return free.slice(0, SITES).map(({ id }) => id)
  }

  async entriesOf(folder: string): Promise<number> {
    const { fileCount, folderCount } = await this.#ask<{ fileCount: number; folderCount: number }>(
      'query($treeId: ID!, $id: ID!) { document(treeId: $treeId, documentId: $id) { fileCount folderCount } }',
      { id: folder },
    )
    return fileCount + folderCount
  }

  /** Somebody who may see the folder. */
  async principalOf(folder: string): Promise<string> {
    const { permissions } = await this.#ask<{
      permissions: { permissible: boolean | null; principal: { id: string } }[]
    }>(
      `query($treeId: ID!, $id: ID!) {
        documentPermissions(treeId: $treeId, documentIds: [$id]) { permissions { permissible principal { id } } }
      }`,
      { id: folder },
    )
    const found = permissions.find(({ permissible }) => permissible === true)
    if (!found) throw new Error('Nobody may see the folder.')
    return found.principal.id
  }

  permit(folder: string, principal: string, permissible: boolean): Promise<unknown> {
    return this.#ask(
      `mutation($treeId: ID!, $id: ID!, $permissible: Boolean!) {
        updateDocumentPermission(treeId: $treeId, documentPermissionId: $id, permissible: $permissible) {
          documentPermission { permissible }
        }
      }`,
      { id: `${folder}:${principal}`, permissible },
    )
  }

  setLevel(folder: string, principal: string, level: string): Promise<unknown> {
    return this.#ask(
      `mutation($treeId: ID!, $id: ID!, $changes: [LevelChangeInput!]!) {
        setDocumentLevels(treeId: $treeId, documentIds: [$id], changes: $changes) { changeId }
      }`,
      { id: folder, changes: [{ principalId: principal, level }] },
    )
  }

  levelDifference(folder: string, principal: string, level: string): Promise<unknown> {
    return this.#ask(
      `query($treeId: ID!, $id: ID!, $changes: [LevelChangeInput!]!) {
        levelDifference(treeId: $treeId, documentIds: [$id], changes: $changes) {
          lowered { from to files } raised { from to files } undoable
        }
      }`,
      { id: folder, changes: [{ principalId: principal, level }] },
    )
  }

  difference(folder: string, principal: string): Promise<unknown> {
    return this.#ask(
      `query($treeId: ID!, $ids: [ID!]!, $only: [ID!]!) {
        permissionDifference(treeId: $treeId, documentIds: $ids, principalIds: $only) {
          losing { files } gaining { files } undoable
        }
      }`,
      { ids: [folder], only: [principal] },
    )
  }

  /** @returns the change, to be taken back */
  async permitOnly(folder: string, principal: string): Promise<string> {
    const { changeId } = await this.#ask<{ changeId: string | null }>(
      `mutation($treeId: ID!, $ids: [ID!]!, $only: [ID!]!) {
        permitDocuments(treeId: $treeId, documentIds: $ids, principalIds: $only) { changeId }
      }`,
      { ids: [folder], only: [principal] },
    )
    if (changeId === null) throw new Error('The change can not be taken back.')
    return changeId
  }

  undo(changeId: string): Promise<unknown> {
    return this.#ask(
      'mutation($treeId: ID!, $id: ID!) { undoPermissionChange(treeId: $treeId, changeId: $id) { documents { id } } }',
      { id: changeId },
    )
  }

  move(documents: readonly string[], destination: string): Promise<unknown> {
    return this.#ask(
      `mutation($treeId: ID!, $to: ID!, $ids: [ID!]!) {
        move(treeId: $treeId, destinationParentId: $to, sourceDocumentIds: $ids) { documents { id } }
      }`,
      { to: destination, ids: documents },
    )
  }

  remove(folder: string): Promise<unknown> {
    return this.#ask(
      'mutation($treeId: ID!, $ids: [ID!]!) { removeDocuments(treeId: $treeId, documentIds: $ids) { deletedIds } }',
      { ids: [folder] },
    )
  }

  restore(folder: string): Promise<unknown> {
    return this.#ask(
      'mutation($treeId: ID!, $ids: [ID!]!) { restoreFromBin(treeId: $treeId, documentIds: $ids) { results { problem } } }',
      { ids: [folder] },
    )
  }
}
