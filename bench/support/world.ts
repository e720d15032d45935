import type pg from 'pg'
import type { OpenDatabase } from '../../server/platform/database/database.ts'
import { newId } from '../../server/platform/ids.ts'
import type { Permission } from '../../shared/permissions.ts'
import { factories, PASSWORD } from '../../testing/factories.ts'
import { growTree, SITE_DOCUMENTS } from './growTree.ts'

/** A portfolio with a documents tree. */
export interface BenchTree {
  readonly treeId: string
  readonly slug: string
}

/** A tree filled with sites of 1000 documents each. */
export interface FilledTree extends BenchTree {
  readonly documents: number
  /** Folders to list, as many in every tree and evenly spread over it. */
  readonly folders: readonly string[]
  /** Access lists that let the viewer read. */
  readonly readableAcls: readonly number[]
}

/** Who and what the measures work with. */
export interface World {
  readonly small: FilledTree
  readonly large: FilledTree
  /** Takes the uploads. */
  readonly empty: BenchTree
  /** E-mails; everybody's password is the factories'. */
  readonly viewer: string
  readonly admin: string
  /** Runs the rooms and sees in them what a viewer does. */
  readonly manager: string
  readonly contributor: string
}

export interface WorldSize {
  readonly small: number
  readonly large: number
}

/** Folders that each list measure goes round in. */
const FOLDERS = 10

/** One organisation, three portfolios and three people; `size` in documents. */
export async function buildWorld(
  database: OpenDatabase,
  poolConfig: pg.PoolConfig,
  size: WorldSize,
): Promise<World> {
  const make = factories({ ...database, poolConfig })
  const organisationId = await make.organisation()
  const room = async () => {
    const portfolio = await make.portfolio({ organisationId })
    return { ...portfolio, treeId: await make.tree({ organisationId, portfolioId: portfolio.id }) }
  }
  const rooms = { small: await room(), large: await room(), empty: await room() }
  const portfolioIds = Object.values(rooms).map((portfolio) => portfolio.id)
  const member = async (email: string, role: string | readonly Permission[]) => {
    const group = await make.group({ organisationId, role, portfolioIds })
    const person = await make.person({ email, password: PASSWORD })
    await make.member(group, person)
    return { email, group, person }
  }
  const viewer = await member('viewer@bench.example', 'Viewer')
  const admin = await member('admin@bench.example', 'Deal Room Admin')
  const manager = await member('manager@bench.example', ['DEALROOM_ADMIN', 'DOCUMENTS_VIEW'])
  const contributor = await member('contributor@bench.example', 'Contributor')
  const fill = async ({ treeId, slug }: BenchTree, documents: number): Promise<FilledTree> => {
    const grown = await growTree(database.jobs.pool, {
      treeId,
      authorId: contributor.person,
      // The others are permitted to nobody whom the measures know.
      restrictedTo: newId(),
      sites: Math.round(documents / SITE_DOCUMENTS),
    })
    const step = grown.folders.length / FOLDERS
    const folders = Array.from(
      { length: FOLDERS },
      (_, index) => grown.folders[Math.floor(index * step)] ?? '',
    )
    return { treeId, slug, documents, folders, readableAcls: [grown.openAcl] }
  }
  const small = await fill(rooms.small, size.small)
  const large = await fill(rooms.large, size.large)
  // A million leaves of the record take the product's own process minutes, in which it would be measured.
  await database.pool.query('delete from record_backlog')
  await database.pool.query('delete from record_pending')
  // All of its rows have their organisation: the job that looks for others would read each of them meanwhile.
  await database.pool.query('delete from organisation_fill')
  await database.pool.query('vacuum analyze')
  return {
    small,
    large,
    empty: rooms.empty,
    viewer: viewer.email,
    admin: admin.email,
    manager: manager.email,
    contributor: contributor.email,
  }
}
